// Blanks, letters and digits of ASCII.
extension UInt8 {
  /// True for a space, a tab and what begins a line or a page.
  @inlinable package var isWhiteSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  /// True for what JSON takes for white space.
  @inlinable package var isBlank: Bool {
    self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
  }

  /// True for `0` to `9`.
  @inlinable package var isDigit: Bool { (0x30...0x39).contains(self) }

  /// True for `a` to `z` and `A` to `Z`.
  @inlinable package var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }

  @inlinable package var isLetterOrDigit: Bool { isLetter || isDigit }

  /// The value of a hexadecimal digit; `nil` for other bytes.
  @inlinable package var hexadecimalValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46, 0x61...0x66: (self | 0x20) - 0x57
    default: nil
    }
  }

  /// The byte that a letter behind a backslash stands for in JSON: itself, or a control character; `nil` for no escape,
  /// and for `u`, which digits follow.
  package var escapedInJSON: UInt8? {
    switch self {
    case 0x22, 0x5C, 0x2F: self
    case 0x62: 0x08
    case 0x66: 0x0C
    case 0x6E: 0x0A
    case 0x72: 0x0D
    case 0x74: 0x09
    default: nil
    }
  }
}
