public import JSONDocument

/// The filter of a layer's or source's features, and its location.
///
/// A reference, because copying a compiled filter costs more than asking it.
public final class FeatureFilter: Sendable {
  /// The filter, compiled for any zoom.
  public let filter: CompiledFilter
  private let site: EvaluationSite

  init(_ filter: CompiledFilter, at site: EvaluationSite) {
    self.filter = filter
    self.site = site
  }

  /// A filter that stands in no style.
  ///
  /// - Parameters:
  ///   - expression: a filter of the style language.
  ///   - consequence: what becomes of features for which it fails, for messages.
  ///   - collation: what its collators compare by; `nil` for a table of Latin letters.
  /// - Throws: ``ExpressionErrors``.
  public convenience init(
    compiling expression: JSONValue, consequence: String, collation: (any TextCollation)? = nil
  ) throws(ExpressionErrors) {
    let filter = try CompiledFilter(compiling: expression, collation: collation)
    self.init(
      filter,
      at: EvaluationSite(
        "filter-failed", at: JSONNode(value: expression, path: JSONPath()), consequence: consequence))
  }

  /// True if the context's feature passes. Filters see the integer zoom.
  ///
  /// A filter that fails lets nothing through; the failure is noted.
  public func accepts(_ context: EvaluationContext, noting warnings: inout StyleWarnings) -> Bool {
    do throws(EvaluationError) {
      let zoom = context.zoom.rounded(.down)
      if zoom == context.zoom || !filter.inputs.reads(.zoom) { return try filter.matches(context) }
      var context = context
      context.zoom = zoom
      return try filter.matches(context)
    } catch {
      warnings.note(error, at: site, for: context.feature)
      return false
    }
  }
}
