import TestSupport
import VectorTiles

extension LayerWriter {
  /// The tile of this layer alone, read.
  var tile: VectorTile { VectorTile(bytes) }
}

extension VectorTileFeature {
  /// The vertices part by part.
  var parts: [[[Int32]]] {
    (0..<partCount).map { part in
      self.part(part).map { [layer.coordinates[2 * $0], layer.coordinates[2 * $0 + 1]] }
    }
  }
}
