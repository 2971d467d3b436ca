import JSONDocument
import TestSupport
import Testing

@testable import MapStyle

@Suite struct `What a property follows` {
  private func scale(_ value: String) throws -> PropertyScale? {
    let parsing = Style.parse(style(paint: "\"circle-radius\": \(value)"))
    return try #require(parsing.style?.layer("dots")).scale(of: .circleRadius)
  }

  @Test(arguments: [
    (#"["step", ["get", "n"], 1, 10, 2, 100, 3]"#, PropertyScale.Domain.steps([10, 100])),
    (#"["interpolate", ["linear"], ["get", "n"], 1, 1, 9, 2]"#, .ramp([1, 9])),
    (#"["interpolate", ["linear"], ["sqrt", ["get", "n"]], 1, 1, 9, 2]"#, .ramp([1, 81])),
    (#"["interpolate", ["linear"], ["log2", ["get", "n"]], 1, 1, 3, 2]"#, .ramp([2, 8])),
    (#"["step", ["to-number", ["get", "n"]], 1, 10, 2]"#, .steps([10])),
    (#"["*", 2, ["step", ["coalesce", ["get", "n"], 0], 1, 10, 2]]"#, .steps([10])),
    (#"["step", ["zoom"], ["step", ["get", "n"], 1, 10, 2], 5, 8]"#, .steps([10])),
    (#"["match", ["get", "n"], "a", 1, ["b", "c"], 2, 3]"#, .categories(["a", "b", "c"])),
    (#"{"property": "n", "stops": [[1, 1], [9, 2]]}"#, .ramp([1, 9])),
    (#"{"property": "n", "type": "interval", "stops": [[0, 1], [9, 2]]}"#, .steps([9])),
    (#"{"property": "n", "type": "categorical", "stops": [["a", 1], ["b", 2]]}"#, .categories(["a", "b"])),
  ])
  func `is found with its places`(value: String, domain: PropertyScale.Domain) throws {
    let found = try #require(try scale(value))
    guard case .ramp(let stops) = found.domain, case .ramp(let expected) = domain else {
      expect(found, equals: PropertyScale(property: "n", domain: domain))
      return
    }
    expect(stops.count, equals: expected.count)
    #expect(zip(stops, expected).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test(arguments: ["5", #"["step", ["zoom"], 1, 10, 2]"#, #"["get", "n"]"#])
  func `is nothing where no property counts`(value: String) throws {
    try expect(scale(value), equals: nil)
  }
}
