import MapGeometry

@usableFromInline
struct PropertyAssignment: Sendable {
  let property: StyleProperty
  @usableFromInline let value: StyleValue?
  @usableFromInline let expression: CompiledExpression?
  @usableFromInline let site: EvaluationSite
  /// The first curve, steps or choice over a property of the features, as a legend explains it; none once it is evaluated.
  var scale: PropertyScale?
  /// All properties of features that are read, in the order of the document; none once it is evaluated.
  var properties: [String] = []

  /// Returns the assignment; a number that is too large to draw is noted.
  func noted(in warnings: inout StyleWarnings) -> PropertyAssignment {
    let greatest = property.greatestDrawn
    if greatest.isFinite, let excess = value?.excess(over: greatest) {
      warnings.note(excess, limitedTo: greatest, at: site, for: nil)
    }
    return self
  }
}

extension StyleValue {
  /// The first number whose magnitude is greater, of a value of any kind.
  fileprivate func excess(over greatest: Double) -> Double? {
    if let number = Double.read(self) { return number.excess(over: greatest) }
    if let text = FormattedText.read(self) { return text.excess(over: greatest) }
    if let offsets = [VariableAnchorOffset].read(self), !offsets.isEmpty {
      return offsets.excess(over: greatest)
    }
    if let numbers = [Double].read(self) { return numbers.excess(over: greatest) }
    return Padding.read(self)?.excess(over: greatest)
  }
}

extension [PropertyAssignment] {
  func bound<Value>(_ key: PropertyKey<Value>) -> BoundProperty<Value> {
    // An index, not an element: copying one holds its expression.
    BoundProperty(firstIndex { $0.property === key }.map { self[$0] }, of: key)
  }
}
