/// A property that is checked and never drawn: of layers and settings that a flat picture has no use for.
struct CheckedProperty: Sendable {
  let name: String
  let type: PropertyType
  let expressions: PropertyDefinition.Expressions

  init(_ name: String, _ type: PropertyType, _ expressions: PropertyDefinition.Expressions) {
    (self.name, self.type, self.expressions) = (name, type, expressions)
  }

  /// Whether it may have a `-transition`.
  var hasTransition: Bool {
    CheckedProperty.hasTransition(type, expressions) && name != "hillshade-illumination-direction"
      && name != "hillshade-illumination-altitude"
  }

  /// What can be blended over time: all but names, truths and ramps.
  static func hasTransition(_ type: PropertyType, _ expressions: PropertyDefinition.Expressions) -> Bool {
    switch type {
    case .oneOf, .boolean: false
    default: expressions != .ramp
    }
  }

  /// For the expression compiler.
  var specification: PropertySpecification { type.specification(expressions) }

  /// The layers of the specification that are not drawn, and their paint properties.
  ///
  /// - SeeAlso: MapLibre Style Specification, version 8: Layers.
  static let layers: [String: [CheckedProperty]] = [
    "hillshade": [
      .init("hillshade-illumination-direction", .numbersOrOne(0...359), .zoom),
      .init("hillshade-illumination-altitude", .numbersOrOne(0...90), .zoom),
      .init("hillshade-illumination-anchor", .frame, .zoomStep),
      .init("hillshade-exaggeration", .number(0...1), .zoom),
      .init("hillshade-shadow-color", .colors, .zoom), .init("hillshade-highlight-color", .colors, .zoom),
      .init("hillshade-accent-color", .color, .zoom),
      .init(
        "hillshade-method", .oneOf(["standard", "basic", "combined", "igor", "multidirectional"]), .zoomStep),
      .init("resampling", .resampling, .zoomStep),
    ],
    "color-relief": [
      .init("color-relief-opacity", .number(0...1), .zoom), .init("color-relief-color", .color, .ramp),
      .init("resampling", .resampling, .zoomStep),
    ],
  ]

  /// Layout properties of the same layers.
  static let layout = [CheckedProperty("visibility", .visibility, .state)]

  /// Members of the root's `light`.
  static let light: [CheckedProperty] = [
    .init("anchor", .frame, .zoomStep), .init("position", .numbers(3), .zoom), .init("color", .color, .zoom),
    .init("intensity", .number(0...1), .zoom),
  ]

  /// Members of the root's `sky`.
  static let sky: [CheckedProperty] = [
    .init("sky-color", .color, .zoom), .init("horizon-color", .color, .zoom),
    .init("fog-color", .color, .zoom),
    .init("fog-ground-blend", .number(0...1), .zoom), .init("horizon-fog-blend", .number(0...1), .zoom),
    .init("sky-horizon-blend", .number(0...1), .zoom), .init("atmosphere-blend", .number(0...1), .zoom),
  ]
}
