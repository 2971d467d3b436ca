import Drawing
import MapScene
import TestSupport
import Testing

@Suite struct `A sector of a ring` {
  @Test(arguments: [
    (0.0, 1.0), (0.0, 0.25), (0.125, 0.5), (0.9, 1.0), (0.2, 0.2001), (0.01, 0.99), (0.0, 0.3333),
  ])
  func `has its share of the ring's area`(start: Double, end: Double) {
    let path = Path(sectorAround: Point(x: 120, y: -40), inner: 30, outer: 50, from: start, to: end)
    let area = Double.pi * (50 * 50 - 30 * 30) * (end - start)
    #expect(abs(path.signedArea.magnitude - area) < 1e-4 * area)
  }

  @Test func `begins at twelve o'clock and goes clockwise`() {
    let path = Path(sectorAround: .zero, inner: 6, outer: 10, from: 0, to: 0.25)
    expect(
      path.text,
      equals: "M 0.00,-10.00 C 2.65,-10.00 5.20,-8.95 7.07,-7.07 C 8.95,-5.20 10.00,-2.65 10.00,0.00 "
        + "L 6.00,0.00 C 6.00,-1.59 5.37,-3.12 4.24,-4.24 C 3.12,-5.37 1.59,-6.00 0.00,-6.00 Z")
  }

  @Test func `stays on its circles`() {
    let path = Path(sectorAround: .zero, inner: 60, outer: 100, from: 0.1, to: 0.8)
    var worst = 0.0
    for (from, control1, control2, to) in path.curves {
      for step in 0...50 {
        let t = Double(step) / 50
        func mix(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
          let u = 1 - t
          return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
        }
        let x = mix(from.x, control1.x, control2.x, to.x)
        let y = mix(from.y, control1.y, control2.y, to.y)
        let radius = (x * x + y * y).squareRoot()
        worst = max(worst, min(abs(radius - 60) / 60, abs(radius - 100) / 100))
      }
    }
    #expect(path.curves.count > 8)
    #expect(worst < 5e-6)
  }

  @Test func `is nothing without a share or a width`() {
    #expect(Path(sectorAround: .zero, inner: 6, outer: 10, from: 0.3, to: 0.3).isEmpty)
    #expect(Path(sectorAround: .zero, inner: 10, outer: 10, from: 0, to: 1).isEmpty)
  }
}

extension Path {
  /// All curves: start, two control points, end.
  fileprivate var curves: [(Point, Point, Point, Point)] {
    var (curves, pen, next): ([(Point, Point, Point, Point)], Point, Int) = ([], .zero, 0)
    for verb in verbs {
      if verb == .curve { curves.append((pen, points[next], points[next + 1], points[next + 2])) }
      next += verb.pointCount
      if verb.pointCount > 0 { pen = points[next - 1] }
    }
    return curves
  }

  /// The enclosed area by Green's theorem, exact for lines and cubic curves; holes lie the other way round or are taken off.
  fileprivate var signedArea: Double {
    var (areas, area, pen, start, next): ([Double], Double, Point, Point, Int) = ([], 0, .zero, .zero, 0)
    func cross(_ a: Point, _ b: Point) -> Double { a.x * b.y - a.y * b.x }
    for verb in verbs {
      let taken = points[next..<(next + verb.pointCount)]
      next += verb.pointCount
      switch verb {
      case .move:
        start = taken[taken.startIndex]
        pen = start
      case .line:
        area += cross(pen, taken[taken.startIndex]) / 2
        pen = taken[taken.startIndex]
      case .curve:
        let (p0, p1, p2, p3) = (
          pen, taken[taken.startIndex], taken[taken.startIndex + 1], taken[taken.startIndex + 2]
        )
        area +=
          (6 * cross(p0, p1) + 3 * cross(p0, p2) + cross(p0, p3) + 3 * cross(p1, p2) + 3 * cross(p1, p3)
            + 6 * cross(p2, p3)) / 20
        pen = p3
      case .close:
        area += cross(pen, start) / 2
        pen = start
        areas.append(area)
        area = 0
      }
    }
    // Two whole circles are a ring by the even-odd rule.
    return areas.count == 2 ? areas[0] - areas[1] : areas.reduce(0, +)
  }
}
