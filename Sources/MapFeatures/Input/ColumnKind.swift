/// What the fields of a column are read as.
public enum ColumnKind: Hashable, Sendable {
  /// Whole numbers of up to 128 bits.
  case whole
  /// Decimal numbers.
  case number
  /// Texts.
  case text
}
