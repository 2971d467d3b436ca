public import Drawing
public import MapGeometry

/// A Swift type that a property's value can be read as.
public protocol TypedPropertyValue: Sendable {
  /// `nil` for other kinds.
  static func read(_ value: StyleValue) -> Self?
  func mapNumbers(_ change: (Double) -> Double?) -> Self?
  /// `nil` if a number is not finite.
  func limited(to limits: ClosedRange<Double>) -> Self?
  func excess(over greatest: Double) -> Double?
  func capped(at greatest: Double) -> Self
  /// `nil` for null.
  static func evaluate(
    _ expression: CompiledExpression, in context: EvaluationContext
  ) throws(EvaluationError) -> Self?
  /// Interpolates; returns itself if the type has nothing in between.
  func mixed(with other: Self, share: Double) -> Self
}

extension TypedPropertyValue {
  /// The value: it has no numbers.
  public func mapNumbers(_ change: (Double) -> Double?) -> Self? { self }
  /// The value with its numbers brought within limits; `nil` where a number is not finite.
  public func limited(to limits: ClosedRange<Double>) -> Self? { mapNumbers { $0.limited(to: limits) } }
  /// The first number whose magnitude is greater; `nil` where none is.
  public func excess(over greatest: Double) -> Double? {
    var excess: Double?
    _ = mapNumbers { number in
      excess = number.excess(over: greatest)
      return excess == nil ? number : nil
    }
    return excess
  }
  /// The value with the magnitudes of its numbers brought down.
  public func capped(at greatest: Double) -> Self { mapNumbers { $0.capped(at: greatest) } ?? self }
  /// There is nothing in between.
  public func mixed(with other: Self, share: Double) -> Self { self }

  /// `nil` for null.
  ///
  /// - Throws: ``EvaluationError`` for failures and other types.
  public static func evaluate(
    _ expression: CompiledExpression, in context: EvaluationContext
  ) throws(EvaluationError) -> Self? {
    let value = try expression.evaluate(context)
    if case .null = value { return nil }
    guard let result = read(value) else {
      throw .custom("expected another kind of value, found \(value.wording)")
    }
    return result
  }
}

extension Double: TypedPropertyValue {
  /// The number; `nil` for other values.
  public static func read(_ value: StyleValue) -> Double? {
    if case .number(let number) = value { number } else { nil }
  }
  /// The number, changed.
  public func mapNumbers(_ change: (Double) -> Double?) -> Double? { change(self) }
  /// The number within limits; `nil` where it is not finite.
  public func limited(to limits: ClosedRange<Double>) -> Double? {
    isFinite ? min(max(self, limits.lowerBound), limits.upperBound) : nil
  }
  /// The number where its magnitude is greater.
  @inlinable public func excess(over greatest: Double) -> Double? { magnitude > greatest ? self : nil }
  /// The number, its magnitude brought down.
  public func capped(at greatest: Double) -> Double { min(max(self, -greatest), greatest) }
  /// The number a share of the way to another.
  public func mixed(with other: Double, share: Double) -> Double { self + share * (other - self) }
  /// `nil` for null.
  ///
  /// - Throws: ``EvaluationError`` for failures and other types.
  public static func evaluate(
    _ expression: CompiledExpression, in context: EvaluationContext
  ) throws(EvaluationError) -> Double? {
    try expression.evaluateNumber(context)
  }
}

extension Bool: TypedPropertyValue {
  /// The truth of a value; `nil` for any other value.
  public static func read(_ value: StyleValue) -> Bool? {
    if case .bool(let bool) = value { bool } else { nil }
  }
  /// `nil` for null.
  ///
  /// - Throws: ``EvaluationError`` for failures and other types.
  public static func evaluate(
    _ expression: CompiledExpression, in context: EvaluationContext
  ) throws(EvaluationError) -> Bool? {
    try expression.evaluateBool(context)
  }
}

extension Color: TypedPropertyValue {
  /// The color; `nil` for other values.
  public static func read(_ value: StyleValue) -> Color? {
    if case .color(let color) = value { color } else { nil }
  }
  /// The color a share of the way to another, in straight sRGB.
  public func mixed(with other: Color, share: Double) -> Color { ColorSpace.rgb.mix(self, other, share) }
  /// `nil` for null.
  ///
  /// - Throws: ``EvaluationError`` for failures and other types.
  public static func evaluate(
    _ expression: CompiledExpression, in context: EvaluationContext
  ) throws(EvaluationError) -> Color? {
    try expression.evaluateColor(context)
  }
}

extension String: TypedPropertyValue {
  /// The text; `nil` for other values.
  public static func read(_ value: StyleValue) -> String? {
    if case .string(let text) = value { text } else { nil }
  }
}

extension Point: TypedPropertyValue {
  /// Two numbers: right and down.
  public static func read(_ value: StyleValue) -> Point? {
    guard let numbers = [Double].read(value), numbers.count == 2 else { return nil }
    return Point(x: numbers[0], y: numbers[1])
  }
  /// The point with its coordinates changed.
  public func mapNumbers(_ change: (Double) -> Double?) -> Point? {
    guard let x = change(x), let y = change(y) else { return nil }
    return Point(x: x, y: y)
  }
}

extension Padding: TypedPropertyValue {
  /// Padding, or its numbers as CSS writes them.
  public static func read(_ value: StyleValue) -> Padding? {
    if case .padding(let padding) = value { return padding }
    return [Double].read(value).flatMap(Padding.init(css:))
  }
  /// The padding with its distances changed.
  public func mapNumbers(_ change: (Double) -> Double?) -> Padding? {
    guard let top = change(top), let right = change(right), let bottom = change(bottom),
      let left = change(left)
    else { return nil }
    return Padding(top: top, right: right, bottom: bottom, left: left)
  }
}

extension FormattedText: TypedPropertyValue {
  /// Text in sections, or plain text.
  public static func read(_ value: StyleValue) -> FormattedText? {
    switch value {
    case .formatted(let text): text
    case .string(let text): FormattedText(text)
    default: nil
    }
  }
  /// The text with its sections' scales changed.
  public func mapNumbers(_ change: (Double) -> Double?) -> FormattedText? {
    var text = self
    for (index, section) in sections.enumerated() {
      guard let scale = section.scale else { continue }
      guard let changed = change(scale) else { return nil }
      text.sections[index].scale = changed
    }
    return text
  }
  /// The text: scales have no limits.
  public func limited(to limits: ClosedRange<Double>) -> FormattedText? { self }
}

extension ResolvedImage: TypedPropertyValue {
  /// The image that a value names; `nil` for any other value.
  public static func read(_ value: StyleValue) -> ResolvedImage? {
    switch value {
    case .image(let image): image
    case .string(let name): ResolvedImage(name: name)
    default: nil
    }
  }
}

extension VariableAnchorOffset: TypedPropertyValue {
  /// Never: only lists of them are values.
  public static func read(_ value: StyleValue) -> VariableAnchorOffset? { nil }
  /// The anchor with its distances changed.
  public func mapNumbers(_ change: (Double) -> Double?) -> VariableAnchorOffset? {
    guard let x = change(x), let y = change(y) else { return nil }
    return VariableAnchorOffset(anchor: anchor, x: x, y: y)
  }
  /// The anchor: distances have no limits.
  public func limited(to limits: ClosedRange<Double>) -> VariableAnchorOffset? { self }
}

extension Array: TypedPropertyValue where Element: TypedPropertyValue {
  /// Values of one type.
  public static func read(_ value: StyleValue) -> [Element]? {
    switch value {
    case .array(let values):
      var result: [Element] = []
      result.reserveCapacity(values.count)
      for value in values {
        guard let element = Element.read(value) else { return nil }
        result.append(element)
      }
      return result
    case .variableAnchorOffsets(let offsets): return offsets as? [Element]
    case .numberArray(let numbers): return numbers as? [Element]
    case .colorArray(let colors): return colors as? [Element]
    default: return nil
    }
  }
  /// The values with their numbers changed.
  public func mapNumbers(_ change: (Double) -> Double?) -> [Element]? {
    var result: [Element] = []
    result.reserveCapacity(count)
    for element in self {
      guard let element = element.mapNumbers(change) else { return nil }
      result.append(element)
    }
    return result
  }
  /// The values within limits; `nil` where one is not finite.
  public func limited(to limits: ClosedRange<Double>) -> [Element]? {
    let result = compactMap { $0.limited(to: limits) }
    return result.count == count ? result : nil
  }
}

extension Optional: TypedPropertyValue where Wrapped: TypedPropertyValue {
  /// A value, or none.
  public static func read(_ value: StyleValue) -> Wrapped?? {
    if case .null = value { return .some(nil) }
    return Wrapped.read(value).map { .some($0) }
  }
  /// The value with its numbers changed.
  public func mapNumbers(_ change: (Double) -> Double?) -> Wrapped?? {
    guard let self else { return .some(nil) }
    return self.mapNumbers(change).map { .some($0) }
  }
  /// The value within limits; `nil` where a number is not finite.
  public func limited(to limits: ClosedRange<Double>) -> Wrapped?? {
    guard let self else { return .some(nil) }
    return self.limited(to: limits).map { .some($0) }
  }
  /// `nil` for null.
  ///
  /// - Throws: ``EvaluationError`` for failures and other types.
  public static func evaluate(
    _ expression: CompiledExpression, in context: EvaluationContext
  ) throws(EvaluationError) -> Wrapped?? {
    .some(try Wrapped.evaluate(expression, in: context))
  }
}

extension TypedPropertyValue where Self: RawRepresentable<String> {
  /// One of the names.
  public static func read(_ value: StyleValue) -> Self? {
    if case .string(let name) = value { Self(rawValue: name) } else { nil }
  }
}

extension LabelAnchor: TypedPropertyValue {}
extension Stroke.Cap: TypedPropertyValue {}
extension Stroke.Join: TypedPropertyValue {}
