/// The typed name of a layer's property: `layer.value(.circleRadius, …)` is a `Double`.
///
/// Properties without a meaning in a flat picture have no key.
public struct PropertyKey<Value: TypedPropertyValue>: Sendable {
  /// The property in the table.
  public let id: PropertyID

  init(_ id: PropertyID) {
    self.id = id
  }

  /// The value of a property that is not set.
  @inlinable public var defaultValue: Value {
    guard let value = Value.read(id.defaultValue) else {
      preconditionFailure("the table has a default for each property whose type is not optional")
    }
    return value
  }
}

extension PropertyID {
  /// The default of the table, null without one.
  @usableFromInline var defaultValue: StyleValue { PropertyTable.definition(of: self).defaultValue ?? .null }
}

/// The name of a property that maps a number in `0...1` to a color.
public struct RampKey: Sendable {
  let id: PropertyID

  /// `heatmap-color`: the color of a density.
  public static let heatmapColor = RampKey(id: .heatmapColor)
  /// `line-gradient`: the color of a place along a line.
  public static let lineGradient = RampKey(id: .lineGradient)
}
