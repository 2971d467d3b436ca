import CSystem
import Drawing
import MapGeometry

/// Space of interpolation: straight sRGB, CIE L*a*b* (D50), or its polar form.
///
/// Alpha is mixed separately, without premultiplication, so that an invisible stop keeps its color.
///
/// - SeeAlso: M. Bostock, "Lab and RGB", https://observablehq.com/@mbostock/lab-and-rgb, which the
/// specification follows.
enum ColorSpace: Sendable {
  case rgb, hcl, lab

  func mix(_ a: Color, _ b: Color, _ t: Double) -> Color {
    let alpha = a.alpha + t * (b.alpha - a.alpha)
    switch self {
    case .rgb:
      return Color(
        red: a.red + t * (b.red - a.red), green: a.green + t * (b.green - a.green),
        blue: a.blue + t * (b.blue - a.blue), alpha: alpha)
    case .lab:
      let (p, q) = (Lab(a), Lab(b))
      return Lab(l: p.l + t * (q.l - p.l), a: p.a + t * (q.a - p.a), b: p.b + t * (q.b - p.b)).color(
        alpha: alpha)
    case .hcl: return HCL.mix(HCL(Lab(a)), HCL(Lab(b)), t).lab.color(alpha: alpha)
    }
  }
}

private struct Lab {
  var l, a, b: Double
}

extension Lab {
  init(_ color: Color) {
    let (r, g, b) = (linearLight(color.red), linearLight(color.green), linearLight(color.blue))
    let y = Lab.compressed(0.2225045 * r + 0.7168786 * g + 0.0606169 * b)
    var (x, z) = (y, y)
    // Grays have no hue, exactly.
    if !(r == g && g == b) {
      x = Lab.compressed((0.4360747 * r + 0.3850649 * g + 0.1430804 * b) / Lab.whiteX)
      z = Lab.compressed((0.0139322 * r + 0.0971045 * g + 0.7141733 * b) / Lab.whiteZ)
    }
    self.init(l: max(0, 116 * y - 16), a: 500 * (x - y), b: 200 * (y - z))
  }

  func color(alpha: Double) -> Color {
    let middle = (l + 16) / 116
    let y = Lab.expanded(middle)
    let x = Lab.whiteX * Lab.expanded(middle + a / 500)
    let z = Lab.whiteZ * Lab.expanded(middle - b / 200)
    return Color(
      red: Lab.encoded(3.1338561 * x - 1.6168667 * y - 0.4906146 * z),
      green: Lab.encoded(-0.9787684 * x + 1.9161415 * y + 0.033454 * z),
      blue: Lab.encoded(0.0719453 * x - 0.2289914 * y + 1.4052427 * z), alpha: alpha)
  }

  private static let whiteX = 0.96422
  private static let whiteZ = 0.82521
  private static let knee = 6.0 / 29

  private static func encoded(_ light: Double) -> Double {
    let channel = light <= 0.00304 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    return min(1, max(0, channel))
  }

  private static func compressed(_ t: Double) -> Double {
    t > knee * knee * knee ? cbrt(t) : t / (3 * knee * knee) + 4.0 / 29
  }

  private static func expanded(_ t: Double) -> Double {
    t > knee ? t * t * t : 3 * knee * knee * (t - 4.0 / 29)
  }
}

/// Polar L*a*b*; grays have no hue.
private struct HCL {
  var hue: Double?
  var chroma, lightness: Double
}

extension HCL {
  init(_ lab: Lab) {
    let chroma = (lab.a * lab.a + lab.b * lab.b).squareRoot()
    let degrees = atan2(lab.b, lab.a) * 180 / .pi
    self.init(
      hue: chroma < 0.00005 ? nil : degrees < 0 ? degrees + 360 : degrees, chroma: chroma, lightness: lab.l)
  }

  var lab: Lab {
    let radians = (hue ?? 0) * .pi / 180
    return Lab(l: lightness, a: cos(radians) * chroma, b: sin(radians) * chroma)
  }

  /// Takes the shorter way around; a gray takes the other color's hue, black its chroma, too.
  static func mix(_ from: HCL, _ to: HCL, _ t: Double) -> HCL {
    var hue = from.hue ?? to.hue
    if let start = from.hue, let end = to.hue {
      var turn = end - start
      if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
      hue = start + t * turn
    }
    // Black has no chroma of its own either.
    let start = from.hue == nil && from.lightness == 0 ? to.chroma : from.chroma
    let end = to.hue == nil && to.lightness == 0 ? from.chroma : to.chroma
    return HCL(
      hue: hue, chroma: start + t * (end - start),
      lightness: from.lightness + t * (to.lightness - from.lightness))
  }
}

extension StyleValue {
  static func mixed(
    _ a: StyleValue, _ b: StyleValue, _ t: Double, in space: ColorSpace
  ) throws(EvaluationError) -> StyleValue {
    func mix(_ a: Double, _ b: Double) -> Double { a + t * (b - a) }
    switch (a, b) {
    case (.number(let a), .number(let b)): return .number(mix(a, b))
    case (.color(let a), .color(let b)): return .color(space.mix(a, b, t))
    case (.padding(let a), .padding(let b)):
      return .padding(
        Padding(
          top: mix(a.top, b.top), right: mix(a.right, b.right), bottom: mix(a.bottom, b.bottom),
          left: mix(a.left, b.left)))
    case (.numberArray(let p), .numberArray(let q)):
      guard p.count == q.count else { throw .countMismatch(.numberArray, from: p.count, to: q.count) }
      return .numberArray(zip(p, q).map { mix($0, $1) })
    case (.colorArray(let p), .colorArray(let q)):
      guard p.count == q.count else { throw .countMismatch(.colorArray, from: p.count, to: q.count) }
      return .colorArray(zip(p, q).map { space.mix($0, $1, t) })
    case (.array(let p), .array(let q)):
      guard let p = p.numbers, let q = q.numbers, p.count == q.count else {
        throw .lengthMismatch(a.jsonText, b.jsonText)
      }
      return .array(zip(p, q).map { .number(mix($0, $1)) })
    case (.variableAnchorOffsets(let p), .variableAnchorOffsets(let q)):
      guard p.count == q.count else { throw .lengthMismatch(a.text, b.text) }
      var result: [VariableAnchorOffset] = []
      for (index, (from, to)) in zip(p, q).enumerated() {
        guard from.anchor == to.anchor else {
          throw .anchorMismatch(index: 2 * index, from: from.anchor.rawValue, to: to.anchor.rawValue)
        }
        result.append(VariableAnchorOffset(anchor: from.anchor, x: mix(from.x, to.x), y: mix(from.y, to.y)))
      }
      return .variableAnchorOffsets(result)
    case (.projection(let p), .projection(let q)):
      return .projection(ProjectionTransition(from: p.from, to: q.to, transition: t))
    default: throw .unexpectedType(expected: a.type, found: b.type)
    }
  }
}
