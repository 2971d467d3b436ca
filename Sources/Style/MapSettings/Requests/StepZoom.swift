package import JSONDocument
import MapGeometry

/// Zoom of a step: a number, or a signed text such as `"+1"`.
package enum StepZoom: Hashable, Sendable {
  case to(Double)
  case by(Double)

  /// One higher for worlds of 256 points.
  private static let range = Viewport.zooms.lowerBound...Viewport.zooms.upperBound + 1
  package static var words: String {
    "\(Int(range.lowerBound)) to \(Int(Viewport.zooms.upperBound)), to \(Int(range.upperBound)) with tileSize 256"
  }
  static let schema = JSONSchema.either([
    .number(range), .pattern(#"^[+-]([0-9]+\.?[0-9]*|\.[0-9]+)$"#),
  ])

  /// A change is plain digits after a sign.
  package init?(_ value: JSONValue) {
    if let number = value.number {
      guard StepZoom.range.contains(number) else { return nil }
      self = .to(number)
    } else if let text = value.string, let sign = text.first, sign == "+" || sign == "-",
      text.dropFirst().utf8.allSatisfy({ $0 == 0x2E || $0.isDigit }),
      let change = decimal(text.dropFirst())
    {
      self = .by(sign == "-" ? -change : change)
    } else {
      return nil
    }
  }
}
