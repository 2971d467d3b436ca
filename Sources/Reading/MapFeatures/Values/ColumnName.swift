/// A user's name of a table's column.
public enum ColumnName: Hashable, Sendable, CustomStringConvertible {
  /// By the name in the header; the exact one, else in any case and trimmed.
  case name(String)
  /// By its number, from 1.
  case number(Int)

  /// A column as a user wrote it: digits alone are a number, everything else a name.
  public init(_ text: String) {
    if let number = Int(text), number >= 1, !text.hasPrefix("+") {
      self = .number(number)
    } else {
      self = .name(text)
    }
  }

  /// As a user writes it.
  public var description: String {
    switch self {
    case .name(let name): name
    case .number(let number): String(number)
    }
  }
}

extension StringProtocol {
  var trimmed: String {
    var characters = Substring(self)
    while let first = characters.first, first.isWhitespace { characters.removeFirst() }
    while let last = characters.last, last.isWhitespace { characters.removeLast() }
    return String(characters)
  }
}
