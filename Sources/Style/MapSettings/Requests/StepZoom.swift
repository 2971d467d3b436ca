package import JSONDocument
import MapGeometry

/// The zoom of a step: set with a number, or changed with a signed text such as `"+1"`.
package enum StepZoom: Hashable, Sendable {
  /// This zoom.
  case to(Double)
  /// So much more, or less.
  case by(Double)

  /// The zooms of a view: one more where they count from a world of 256 points.
  private static let range = Viewport.zooms.lowerBound...Viewport.zooms.upperBound + 1
  /// The zooms in words.
  package static var words: String {
    "\(Int(range.lowerBound)) to \(Int(Viewport.zooms.upperBound)), to \(Int(range.upperBound)) with tileSize 256"
  }
  static let schema = JSONSchema.either([
    .number(range), .pattern(#"^[+-]([0-9]+\.?[0-9]*|\.[0-9]+)$"#),
  ])

  /// A zoom as documents write it; `nil` for anything else: a change is plain digits behind its sign.
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
