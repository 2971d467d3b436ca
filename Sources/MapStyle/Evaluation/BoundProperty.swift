/// A property of one layer in one view: a value for all features, or an expression to ask for each.
///
/// Bind once a layer, ask once a feature:
/// ```swift
/// let radius = layer.property(.circleRadius)
/// for feature in features { … radius.value(in: context, noting: &warnings) … }
/// ```
public struct BoundProperty<Value: PropertyValue>: Sendable {
  /// The value of all features; `nil` where it differs.
  public let constant: Value?
  /// What to evaluate for each feature; `nil` where all have the same value.
  public let expression: CompiledExpression?
  private let fallback: Value
  private let limits: ClosedRange<Double>
  private let site: EvaluationSite?

  /// The same value for all features.
  init(constant: Value) {
    self.constant = constant
    expression = nil
    fallback = constant
    limits = PropertyType.anyNumber
    site = nil
  }

  /// An expression, what stands in where it fails, and the limits its numbers are brought within.
  init(
    _ expression: CompiledExpression, or fallback: Value, limits: ClosedRange<Double>, at site: EvaluationSite
  ) {
    constant = nil
    self.expression = expression
    self.fallback = fallback
    self.limits = limits
    self.site = site
  }

  /// Whether all features have the same value.
  public var isConstant: Bool { expression == nil }

  /// The value for the context's feature.
  ///
  /// Where the expression fails the property's default is taken and the failure is noted; where it is null the
  /// default is taken silently, as the specification says. Numbers out of range are brought within it.
  public func value(in context: EvaluationContext, noting warnings: inout StyleWarnings) -> Value {
    if let constant { return constant }
    guard let expression, let site else { return fallback }
    do throws(EvaluationError) {
      guard let value = try Value.evaluate(expression, in: context) else { return fallback }
      if let limited = value.limited(to: limits) { return limited }
      throw .told("the number is not finite")
    } catch {
      warnings.note(error, at: site, for: context.feature)
      return fallback
    }
  }
}
