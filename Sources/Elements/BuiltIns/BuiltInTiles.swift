import CBuiltIns

/// Vector tiles of the world from Natural Earth (public domain), in the OpenMapTiles schema: `water`, ice in
/// `landcover`, `waterway`, `boundary`, `place` and `water_name`.
///
/// Tiles exist at zooms 0, 2, 4 and 6; those between are cut from ancestors. A tile's edge at the top or
/// bottom of the world stands for the pole. From zoom 10 on, where coasts would be too coarse, all tiles are
/// empty.
public enum BuiltInTiles {
  /// The address that names them.
  public static let address = "builtin://world"
  /// The layers of the tiles.
  public static let layers: Set<String> = [
    "boundary", "landcover", "place", "water", "water_name", "waterway",
  ]
  /// The layer of land of base maps, which is what the ocean leaves.
  public static let landLayer = "built-in:land"
  /// From this zoom on coasts are rough.
  public static let roughZoom = 8.0
  /// From this zoom on tiles are empty.
  public static let plainZoom = 10.0

  /// The words for what they lack at zooms from ``roughZoom`` on.
  public static let roughness =
    "the built-in world has no more detail than zoom \(Int(roughZoom) - 1), and no coasts from zoom \(Int(plainZoom)) on"

  /// The location of tiles that a user names: the address for the word `world`. A file of that name is `./world`.
  public static func location(_ name: String) -> String { name == "world" ? address : name }

  /// The tiles as a PMTiles archive. It lives as long as the process.
  public static var archive: UnsafeRawBufferPointer {
    var count = 0
    return UnsafeRawBufferPointer(start: world_tiles(&count), count: count)
  }
}
