/// The kind of a column's values.
public enum ColumnKind: Hashable, Sendable {
  /// Whole numbers of up to 128 bits.
  case whole
  /// Decimal numbers, each as the nearest `Double`.
  case number
  /// Texts, as they stand in their fields.
  case text
}
