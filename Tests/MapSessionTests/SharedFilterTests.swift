import MapContent
import TestSupport
import Testing

@testable import MapSession

/// Filters of several layers over one property, which is then read along with the points.
@Suite struct `Filters of several layers` {
  /// Conditions on the property `k` with the rows of ``rows`` that meet each.
  private static let conditions: [(filter: String, rows: Int)] = [
    (#"["==", ["get", "k"], 7]"#, 2), (#"["==", ["get", "k"], "07"]"#, 1), (#"["==", ["get", "k"], "a"]"#, 1),
    (#"["==", ["get", "k"], true]"#, 1), (#"["==", ["get", "k"], null]"#, 1), (#"["==", "k", 7]"#, 2),
    (#"["in", "k", "a", "07"]"#, 2), (#"["has", "k"]"#, 6), (#"[">", ["to-number", ["get", "k"]], 6.5]"#, 3),
  ]
  private static let rows = "lon,lat,k\n0,0,7\n10,0,07\n20,0,a\n30,0,true\n40,0,\n50,0,7.0\n"

  /// Returns how many marks each layer draws, where the style has these layers alone.
  private func marks(of numbers: [Int]) async throws -> [Int] {
    let layers = numbers.map {
      #"{"id": "l\#($0)", "type": "circle", "source": "p", "filter": \#(Self.conditions[$0].filter)}"#
    }
    let style = """
      {"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
       "layers": [\(layers.joined(separator: ","))]}
      """
    let session = MapSession(resources: MemoryResources(["a.csv": Self.rows, "style.json": style]))
    let request = try MapSpecification(
      json:
        #"{"sources": {"p": "a.csv"}, "style": "style.json", "size": [512, 64], "center": [25, 0], "zoom": 1}"#
    )
    let scene = try await session.pictures(of: request).pictures[0].snapshot.scene
    return numbers.map { number in scene.layers.first { $0.id == "l\(number)" }?.marks.count ?? 0 }
  }

  @Test func `let the rows pass that each condition names`() async throws {
    #expect(try await marks(of: Array(Self.conditions.indices)) == Self.conditions.map(\.rows))
  }

  @Test(arguments: conditions.indices)
  func `let the same rows pass as one of them alone`(number: Int) async throws {
    #expect(try await marks(of: [number]) == [Self.conditions[number].rows])
  }
}
