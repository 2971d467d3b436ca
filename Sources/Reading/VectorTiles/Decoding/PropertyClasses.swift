/// Numbers features by the values of some properties, compared by index in the tile's table; classes of tiles
/// differ.
public struct PropertyClasses {
  /// The properties that count at most.
  public static let mostNames = 4

  private let names: [String]
  /// Indices of the names among a layer's keys, -1 for none; `nil` for layers with repeated names.
  private var keys: [ObjectIdentifier: (layer: Int32, indices: SIMD4<Int32>)?] = [:]
  private var numbers: [Members: Int] = [:]

  private struct Members: Hashable {
    let layer: Int32
    let values: SIMD4<Int32>
  }

  /// Classes by the values of some properties; `nil` for more than ``mostNames``.
  public init?(of names: [String]) {
    guard names.count <= Self.mostNames else { return nil }
    self.names = names
  }

  /// Class of a feature, from 0 in order of appearance; `nil` if its tile's table is ambiguous.
  public mutating func number(of feature: VectorTileFeature) -> Int? {
    let layer = feature.layer
    let id = ObjectIdentifier(layer)
    if keys[id] == nil { keys[id] = .some(indices(in: layer.table)) }
    guard let known = keys[id], let (layerNumber, indices) = known else { return nil }
    var values = SIMD4<Int32>(repeating: -1)
    let tags = layer.columns.records[feature.index].tags
    var tag = Int(tags.lowerBound)
    while tag < Int(tags.upperBound) {
      let key = Int32(truncatingIfNeeded: layer.columns.tags[tag])
      // Of a repeated property the last value counts.
      for position in 0..<names.count where indices[position] == key {
        values[position] = Int32(truncatingIfNeeded: layer.columns.tags[tag + 1])
      }
      tag += 2
    }
    let members = Members(layer: layerNumber, values: values)
    if let number = numbers[members] { return number }
    numbers[members] = numbers.count
    return numbers.count - 1
  }

  private func indices(in table: TagTable) -> (layer: Int32, indices: SIMD4<Int32>)? {
    var indices = SIMD4<Int32>(repeating: -1)
    for (position, name) in names.enumerated() {
      for key in table.keyEnds.indices where table.key(key, is: name) {
        guard indices[position] == -1 else { return nil }
        indices[position] = Int32(truncatingIfNeeded: key)
      }
    }
    return (Int32(truncatingIfNeeded: keys.count), indices)
  }
}
