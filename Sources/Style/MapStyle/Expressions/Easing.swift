import CSystem

@usableFromInline enum Easing: Sendable {
  case linear
  case exponential(Double)
  case bezier(UnitBezier)

  /// Progress between two stops, `0...1`.
  ///
  /// Exponential: `f(x) = a·base^x + b`, so the progress at x is `(base^(x-x0) - 1) / (base^(x1-x0) - 1)`.
  func ratio(of value: Double, from lower: Double, to upper: Double) -> Double {
    let (gone, whole) = (value - lower, upper - lower)
    guard whole != 0 else { return 0 }
    switch self {
    case .linear: return gone / whole
    case .exponential(let base): return (pow(base, gone) - 1) / (pow(base, whole) - 1)
    case .bezier(let curve): return curve.y(atX: gone / whole)
    }
  }
}

/// A cubic Bézier curve from (0, 0) to (1, 1), as CSS's timing functions are.
public struct UnitBezier: Sendable {
  private let ax, bx, cx, ay, by, cy: Double

  /// The curve with two control points, their x in `0...1`.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    cx = 3 * x1
    bx = 3 * (x2 - x1) - cx
    ax = 1 - cx - bx
    cy = 3 * y1
    by = 3 * (y2 - y1) - cy
    ay = 1 - cy - by
  }

  /// The curve's height over x in `0...1`: Newton's steps, and halving where they do not settle.
  public func y(atX x: Double) -> Double {
    let t = parameter(atX: x)
    return ((ay * t + by) * t + cy) * t
  }

  private func parameter(atX x: Double) -> Double {
    func height(_ t: Double) -> Double { ((ax * t + bx) * t + cx) * t - x }
    var t = x
    for _ in 0..<8 {
      let error = height(t)
      if abs(error) < 1e-9 { return t }
      let slope = (3 * ax * t + 2 * bx) * t + cx
      if abs(slope) < 1e-6 { break }
      t -= error / slope
    }
    var (low, high) = (0.0, 1.0)
    t = x
    for _ in 0..<60 {
      let error = height(t)
      if abs(error) < 1e-12 { break }
      if error < 0 { low = t } else { high = t }
      t = (low + high) / 2
    }
    return t
  }
}
