package import MapFeatures
public import MapStyle

/// The id of a feature in a style's expressions, as `["id"]` and `$id` give it.
///
/// What markers are called elsewhere, in `data-id` and in lists of members, does not depend on it: there a feature
/// without an id has its record number.
public enum FeatureIdentity: Hashable, Sendable {
  /// The feature's own id; a row of separated values without an id column has its record number, other features
  /// without an id have none.
  case own
  /// A property: `promoteId`. Features without it have no id.
  case property(String)
  /// The feature's index in the input, from 0, features that cannot be placed counted: `generateId`.
  case number

  /// The rule that a source of a style sets; `promoteId` wins.
  public init(_ source: GeoJSONSource) {
    self = source.promoteID.map(FeatureIdentity.property) ?? (source.generateID ? .number : .own)
  }

  /// The id of a point; `nil` where it has none.
  package func identifier(ofPoint index: Int, in table: FeatureTable) -> StyleValue? {
    switch self {
    case .own where table.format == .csv: identifier(table.identifier(ofPoint: index))
    case .own: identifier(table.ownIdentifier(ofPoint: index))
    case .property(let name): identifier(table.property(name, ofPoint: index))
    case .number: .number(Double(table.recordNumber(ofPoint: index) - 1))
    }
  }

  /// The id of a line or an area; `nil` where it has none.
  package func identifier(of shape: ShapeFeature) -> StyleValue? {
    switch self {
    case .own: identifier(shape.ownIdentifier)
    case .property(let name): identifier(shape.property(name))
    case .number: .number(Double(shape.recordNumber - 1))
    }
  }

  /// Numbers and texts are ids; true and false are 1 and 0, as in other renderers.
  private func identifier(_ value: PropertyValue?) -> StyleValue? {
    switch value {
    case .number?, .wholeNumber?, .string?: value.map(StyleValue.init)
    case .bool(let bool)?: .number(bool ? 1 : 0)
    case nil, .null?, .array?, .object?: nil
    }
  }
}
