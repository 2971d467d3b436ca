import MapGeometry

@usableFromInline struct PropertyAssignment: Sendable {
  let property: StyleProperty
  @usableFromInline let value: StyleValue?
  @usableFromInline let expression: CompiledExpression?
  @usableFromInline let site: EvaluationSite
  /// First data-driven curve, step or match, for legends.
  var scale: PropertyScale?
  /// Feature properties that are read, in document order.
  var properties: [String] = []

  func noted(in warnings: inout StyleWarnings) -> PropertyAssignment {
    let greatest = property.greatestDrawn
    if greatest.isFinite, let excess = value?.excess(over: greatest) {
      warnings.note(excess, limitedTo: greatest, at: site, for: nil)
    }
    return self
  }
}

extension StyleValue {
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
