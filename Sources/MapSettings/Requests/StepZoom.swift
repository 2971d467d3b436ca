package import JSONDocument

/// What a step does to the zoom: sets it with a number, or changes it with a signed text such as `"+1"`.
package enum StepZoom: Hashable, Sendable {
  /// This zoom.
  case to(Double)
  /// So much more, or less.
  case by(Double)

  /// What a document may hold.
  static let schema = JSONSchema.either([.anyNumber, .pattern(#"^[+-]([0-9]+\.?[0-9]*|\.[0-9]+)$"#)])

  /// A zoom as documents write it; `nil` for anything else: a change is plain digits behind its sign.
  package init?(_ value: JSONValue) {
    if let number = value.number {
      self = .to(number)
    } else if let text = value.string, let sign = text.first, sign == "+" || sign == "-",
      text.dropFirst().utf8.allSatisfy({ $0 == 0x2E || (0x30...0x39).contains($0) }),
      let change = decimal(text.dropFirst())
    {
      self = .by(sign == "-" ? -change : change)
    } else {
      return nil
    }
  }
}
