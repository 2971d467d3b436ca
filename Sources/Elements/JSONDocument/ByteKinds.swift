// Blanks, letters and digits of ASCII.
extension UInt8 {
  @inlinable package var isWhiteSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  /// JSON's white space.
  @inlinable package var isBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

  @inlinable package var isDigit: Bool { (0x30...0x39).contains(self) }

  @inlinable package var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }

  @inlinable package var isLetterOrDigit: Bool { isLetter || isDigit }

  @inlinable package var hexadecimalValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46, 0x61...0x66: (self | 0x20) - 0x57
    default: nil
    }
  }

  /// Character that a JSON escape stands for; `nil` for no escape, and for `u`.
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
