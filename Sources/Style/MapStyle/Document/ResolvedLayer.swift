public import Drawing

/// A layer in one view: constants are evaluated, the rest is bound for features.
public struct ResolvedLayer: Sendable {
  /// The layer, as the style declares it.
  public let layer: StyleLayer
  private let assignments: [PropertyAssignment]
  /// Set properties, so that a layer's forty others need no look-up.
  private let known: [ObjectIdentifier]

  /// Evaluates what does not depend on features; failures are noted and use defaults.
  public init(_ layer: StyleLayer, in view: EvaluationContext, noting warnings: inout StyleWarnings) {
    self.layer = layer
    var view = view
    view.feature = nil
    var wholeView = view
    wholeView.zoom = view.zoom.rounded(.down)
    assignments = layer.assignments.compactMap { assignment in
      guard let expression = assignment.expression else { return assignment.noted(in: &warnings) }
      guard expression.isFeatureConstant, !expression.inputs.reads(.special) else { return assignment }
      do throws(EvaluationError) {
        let property = assignment.property
        let isWhole = property.takesWholeZoom || property.isStepped(by: expression)
        let value = try expression.evaluate(isWhole ? wholeView : view)
        if case .null = value { return nil }
        if let fault = property.type.fault(in: value) { throw .custom(fault) }
        return PropertyAssignment(property: property, value: value, expression: nil, site: assignment.site)
          .noted(in: &warnings)
      } catch {
        warnings.note(error, at: assignment.site, for: nil)
        return nil
      }
    }
    known = assignments.map { ObjectIdentifier($0.property) }
  }

  /// True if all features look alike: no property that is set depends on them.
  public var isUniform: Bool { assignments.allSatisfy { $0.expression == nil } }

  /// A bound property; the default for another kind of layer.
  @inlinable public func property<Value>(_ key: PropertyKey<Value>) -> BoundProperty<Value> {
    BoundProperty(assignment(of: key), of: key)
  }

  // By number, not by a parameter pack, whose types are looked up at each call.

  @inlinable @inline(__always)
  package func properties<A, B>(
    _ a: PropertyKey<A>, _ b: PropertyKey<B>
  ) -> (BoundProperty<A>, BoundProperty<B>) {
    (property(a), property(b))
  }

  @inlinable @inline(__always)
  package func properties<A, B, C>(
    _ a: PropertyKey<A>, _ b: PropertyKey<B>, _ c: PropertyKey<C>
  ) -> (BoundProperty<A>, BoundProperty<B>, BoundProperty<C>) {
    (property(a), property(b), property(c))
  }

  @usableFromInline func assignment(of property: StyleProperty) -> PropertyAssignment? {
    known.firstIndex(of: ObjectIdentifier(property)).map { assignments[$0] }
  }

  /// The value of a property for the context's feature. In loops, bind ``property(_:)`` once instead.
  @inlinable public func value<Value>(
    _ key: PropertyKey<Value>, in context: EvaluationContext, noting warnings: inout StyleWarnings
  ) -> Value {
    property(key).value(in: context, noting: &warnings)
  }

  /// Colors of a ramp at `count` even steps from 0 to 1, or over heights in meters.
  ///
  /// - Returns: `nil` for a line without gradient; the specification's ramp for a heatmap without one.
  public func colors(
    of ramp: PropertyKey<Color?>, count: Int = 256, over heights: ClosedRange<Double>? = nil,
    in view: EvaluationContext, noting warnings: inout StyleWarnings
  ) -> [Color]? {
    let steps = max(2, count)
    func input(_ index: Int) -> Double { Double(index) / Double(steps - 1) }
    let isHeatmap = ramp === StyleProperty.heatmapColor
    guard let assignment = assignment(of: ramp) else {
      return isHeatmap ? (0..<steps).map { HeatmapRamp.color(at: input($0)) } : nil
    }
    if let color = assignment.value.flatMap(Color.read) { return Array(repeating: color, count: steps) }
    guard let expression = assignment.expression else { return nil }
    var context = view
    context.feature = nil
    return (0..<steps).map { index in
      context.heatmapDensity = input(index)
      context.lineProgress = input(index)
      if let heights {
        context.elevation = heights.lowerBound.mixed(with: heights.upperBound, share: input(index))
      }
      do throws(EvaluationError) {
        return try expression.evaluateColor(context)
      } catch {
        warnings.note(error, at: assignment.site, for: nil)
        return isHeatmap ? HeatmapRamp.color(at: input(index)) : .transparent
      }
    }
  }
}
