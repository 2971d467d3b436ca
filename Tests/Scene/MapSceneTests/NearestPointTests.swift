import Drawing
import TestSupport
import Testing

@testable import MapScene

@Suite struct `Nearest points` {
  /// Every point compared with every other one.
  private func slowSquares(_ points: [Point], atMost limit: Double) -> [Double] {
    points.indices.map { index in
      points.indices.filter { $0 != index }.reduce(limit) {
        min($0, (points[$1] - points[index]).squaredLength)
      }
    }
  }

  @Test(arguments: ["crowd", "column", "row", "lattice", "stacks", "spot and strays", "two", "one"])
  func `are those that comparing every pair finds`(form: String) {
    var state: UInt64 = 7
    func unit() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / 16_777_216
    }
    let count = form == "one" ? 1 : form == "two" ? 2 : 700
    let points = (0..<count).map { index -> Point in
      switch form {
      case "column": Point(x: 300, y: 900 * unit())
      case "row": Point(x: 900 * unit(), y: 300)
      case "lattice": Point(x: Double(index % 27) * 5, y: Double(index / 27) * 5)
      case "stacks": Point(x: Double(index % 9), y: Double(index % 4) * 100)
      case "spot and strays":
        index % 20 == 0 ? Point(x: 900 * unit(), y: 700 * unit()) : Point(x: 1 + unit() / 1e6, y: 2)
      default: Point(x: 900 * unit() * unit(), y: 700 * unit() * unit())
      }
    }
    expect(points.squaresToNearest(atMost: 256), equals: slowSquares(points, atMost: 256))
  }
}
