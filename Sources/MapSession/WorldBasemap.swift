import BuiltIns
import Inflate
import MapFeatures
import MapGeometry
import MapScene

/// The built-in world as a base map.
///
/// Its features have a property `kind`: `land`, `lake`, `border`, `country`, `city`. Lakes have Natural Earth's
/// `featurecla` as well, which the built-in styles know them by; countries and cities have `name` and `rank`, smaller for
/// what matters more.
struct WorldBasemap {
  /// Whether the borders of countries are drawn.
  var hasBorders = true
  /// Whether the names of countries and cities are there.
  var hasNames = false

  /// Beyond this zoom, where it is drawn more than twice as large as it was made for, its coasts are plainly coarse.
  static let finestZoom = 6.0

  /// What is drawn at a zoom, or at several up to it.
  func features(atZoom zoom: Double) -> FeatureTable {
    var collector = FeatureCollector()
    if let bytes = try? inflatedGzip(BuiltInWorld.compressed(BuiltInWorld.Detail(zoom: zoom))),
      let world = BuiltInWorld(bytes)
    {
      collector.add(world.land, as: .area, [("kind", "land")])
      collector.add(world.lakes, as: .area, [("kind", "lake"), ("featurecla", "Lake")])
      if hasBorders { collector.add(world.borders, as: .line, [("kind", "border")]) }
    }
    if hasNames, let bytes = try? inflatedGzip(BuiltInPlace.compressed),
      let places = BuiltInPlace.places(bytes)
    {
      for place in places where place.zoom <= zoom {
        collector.addPoint(
          Coordinate(latitude: place.latitude, longitude: place.longitude),
          properties: [
            PropertyMember(name: "kind", value: .string(place.kind.rawValue)),
            PropertyMember(name: "name", value: .string(place.name)),
            PropertyMember(name: "rank", value: .number(place.zoom)),
          ])
      }
    }
    return collector.table()
  }

  /// Lays the world beneath the data of a map; its layers are those of the source `basemap`.
  ///
  /// - Parameter viewports: the views that are drawn; the nearest one says how fine the world is.
  func lay(beneath snapshotter: inout MapSnapshotter, in viewports: [Viewport]) throws(SnapshotError) {
    guard let zoom = viewports.map(\.zoom).max() else { return }
    snapshotter.add(
      try MapSource(
        id: SourceAssignments.basemap, name: "world", features: features(atZoom: zoom), isBackdrop: true))
  }
}

extension FeatureCollector {
  fileprivate mutating func add(
    _ paths: BuiltInWorld.Paths, as kind: ShapeFeature.Kind, _ properties: [(name: String, value: String)]
  ) {
    addShape(
      kind, longitudes: paths.longitudes, latitudes: paths.latitudes, pathEnds: paths.ends,
      isHole: paths.isHole,
      properties: properties.map { PropertyMember(name: $0.name, value: .string($0.value)) })
  }
}
