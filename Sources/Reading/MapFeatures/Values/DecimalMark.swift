/// The decimal mark of numbers.
public enum DecimalMark: String, CaseIterable, Hashable, Sendable {
  /// A point: `52.5`.
  case point
  /// A comma: `52,5`. A number with a point is a text then, for the point may group thousands.
  case comma

  var byte: UInt8 { self == .point ? 0x2E : 0x2C }

  /// Number with a decimal point; `nil` if it has the other mark.
  func pointed(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard self == .comma else { return Array(text) }
    return text.contains(DecimalMark.point.byte) ? nil : text.map { $0 == byte ? DecimalMark.point.byte : $0 }
  }
}
