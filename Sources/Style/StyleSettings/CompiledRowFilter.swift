public import MapSettings
public import MapStyle

/// A compiled filter of a source's rows.
public struct CompiledRowFilter: Sendable {
  /// The filter as it is set.
  public let setting: RowFilter
  /// The expression, compiled for any zoom.
  public let filter: FeatureFilter

  /// - Parameter collation: `nil` for the table of Latin letters.
  /// - Throws: `RowFilterError` for invalid filters.
  public init(_ setting: RowFilter, collation: (any TextCollation)? = nil) throws(RowFilterError) {
    self.setting = setting
    do throws(ExpressionErrors) {
      filter = try FeatureFilter(
        compiling: setting.expression, consequence: "such rows are left out", collation: collation)
    } catch {
      throw RowFilterError(
        character: nil, message: error.errors.first?.message ?? "this is no filter of the style language")
    }
  }

  /// The columns that the filter looks at.
  public var columns: [String] { filter.inputs.propertyNames }
}
