extension BuiltInStyles {
  /// A naming of the layers and fields of vector tiles.
  public enum TileSchema: String, CaseIterable, Sendable {
    /// OpenMapTiles, version 3.
    case openMapTiles
    /// The Protomaps basemap, version 4.
    case protomaps

    /// The schema that fits the fields of layers; `nil` for others, such as old versions; see
    /// ``isOldProtomaps(layers:)``.
    public init?(layers: [String: Set<String>]) {
      func has(_ layer: String, _ field: String) -> Bool {
        layers[layer].map { $0.isEmpty || $0.contains(field) } ?? false
      }
      // Regions without water, or without a road, are tiled as well.
      if has("transportation", "class") || has("landcover", "class") && has("place", "class") {
        self = .openMapTiles
      } else if has("roads", "kind") && layers["earth"] != nil
        || has("earth", "kind") && has("places", "kind")
      {
        self = .protomaps
      } else {
        return nil
      }
    }

    /// True if tiles are of the Protomaps basemap before version 4, whose fields had a prefix.
    public static func isOldProtomaps(layers: [String: Set<String>]) -> Bool {
      layers.values.contains { $0.contains("pmap:kind") }
    }
  }
}
