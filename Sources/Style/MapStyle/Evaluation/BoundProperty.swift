/// A property of one layer in one view: a constant, or an expression for each feature.
///
/// ```swift
/// let radius = layer.property(.circleRadius)
/// for feature in features { … radius.value(in: context, noting: &warnings) … }
/// ```
public struct BoundProperty<Value: TypedPropertyValue>: Sendable {
  /// The value of all features; `nil` where it differs.
  public let constant: Value?
  @usableFromInline let evaluator: Evaluator<Value>?
  @usableFromInline let fallback: Value

  @inlinable package init(constant: Value) {
    self.constant = constant
    evaluator = nil
    fallback = constant
  }

  @inlinable init(_ assignment: PropertyAssignment?, of key: PropertyKey<Value>) {
    let (limits, greatest) = (key.type.limits, key.greatestDrawn)
    if let assignment, let expression = assignment.expression {
      self.init(
        expression, or: key.defaultValue, limits: limits, greatest: greatest,
        zoom: key.zoomReading(of: expression), at: assignment.site)
    } else {
      let value = assignment?.value.flatMap(Value.read)?.limited(to: limits)?.capped(at: greatest)
      self.init(constant: value ?? key.defaultValue)
    }
  }

  @inlinable init(
    _ expression: CompiledExpression, or fallback: Value, limits: ClosedRange<Double>,
    greatest: Double = .infinity, zoom: ZoomReading = .exact, at site: EvaluationSite
  ) {
    constant = nil
    evaluator = Evaluator(expression, limits: limits, greatest: greatest, zoom: zoom, at: site)
    self.fallback = fallback
  }

  /// True if all features have the same value.
  public var isConstant: Bool { evaluator == nil }

  /// The value for the context's feature; `nil` where the expression fails or is null, which is not noted.
  public func known(in context: EvaluationContext) -> Value? {
    if let constant { return constant }
    guard let evaluator, let value = try? evaluator.plainValue(in: context) else { return nil }
    return value.limited(to: evaluator.limits)
  }

  /// The value for a feature, limited to its range. Failures use the default and are noted, as are numbers
  /// too large to draw; null uses the default silently, as specified.
  @inlinable public func value(in context: EvaluationContext, noting warnings: inout StyleWarnings) -> Value {
    if let constant { return constant }
    return evaluator?.value(in: context, noting: &warnings) ?? fallback
  }
}

/// An expression with its settings behind a reference: copying an expression costs more than a simple
/// evaluation.
@usableFromInline final class Evaluator<Value: TypedPropertyValue>: Sendable {
  @usableFromInline let expression: CompiledExpression
  @usableFromInline let limits: ClosedRange<Double>
  @usableFromInline let greatest: Double
  @usableFromInline let zoom: ZoomReading
  @usableFromInline let site: EvaluationSite

  @inlinable init(
    _ expression: CompiledExpression, limits: ClosedRange<Double>, greatest: Double, zoom: ZoomReading,
    at site: EvaluationSite
  ) {
    (self.expression, self.zoom, self.site) = (expression, zoom, site)
    (self.limits, self.greatest) = (limits, greatest)
  }

  /// `nil` for null.
  @inlinable func plainValue(in context: EvaluationContext) throws(EvaluationError) -> Value? {
    if case .exact = zoom { return try Value.evaluate(expression, in: context) }
    return try valueOfWholeZooms(in: context)
  }

  @usableFromInline func valueOfWholeZooms(in context: EvaluationContext) throws(EvaluationError) -> Value? {
    let whole = context.zoom.rounded(.down)
    var seen = context
    seen.zoom = whole
    let lower = try Value.evaluate(expression, in: seen)
    guard case .between(let easing) = zoom, whole < context.zoom else { return lower }
    seen.zoom = whole + 1
    guard let lower, let upper = try Value.evaluate(expression, in: seen) else { return lower }
    return lower.mixed(with: upper, share: easing.ratio(of: context.zoom, from: whole, to: whole + 1))
  }

  /// `nil` for the default.
  @inlinable func value(in context: EvaluationContext, noting warnings: inout StyleWarnings) -> Value? {
    do throws(EvaluationError) {
      guard let value = try plainValue(in: context) else { return nil }
      guard let limited = value.limited(to: limits) else { throw .notFinite }
      guard let excess = limited.excess(over: greatest) else { return limited }
      warnings.note(excess, limitedTo: greatest, at: site, for: context.feature)
      return limited.capped(at: greatest)
    } catch {
      warnings.note(error, at: site, for: context.feature)
      return nil
    }
  }
}

extension EvaluationError {
  @usableFromInline static var notFinite: EvaluationError { .custom("the number is not finite") }
}
