import BuiltIns
import Inflate
import MapFeatures
import MapGeometry
import MapScene
import MapSettings

/// The built-in world as a base map.
///
/// Its features have a property `kind`: `land`, `lake`, `border`, `country`, `city`. Lakes have Natural Earth's
/// `featurecla` as well, which the built-in styles know them by; countries and cities have `name` and `rank`, smaller for
/// what matters more.
struct WorldBasemap: Hashable, Sendable {
  /// Whether the borders of countries are drawn.
  var hasBorders = true
  /// Whether the names of countries and cities are there.
  var hasNames = false

  /// The world as a picture's settings have it.
  init(_ settings: OutputSettings) {
    (hasBorders, hasNames) = (settings.borders ?? true, settings.placeNames ?? false)
  }

  /// Beyond this zoom, where it is drawn more than twice as large as it was made for, its coasts are plainly coarse.
  static let finestZoom = 6.0

  /// The world as detailed as some zooms need it.
  func features(_ detail: BuiltInWorld.Detail) -> FeatureTable {
    var collector = FeatureCollector()
    if let bytes = try? inflatedGzip(BuiltInWorld.compressed(detail)),
      let world = BuiltInWorld(bytes)
    {
      collector.add(world.land, as: .area, [("kind", "land")])
      collector.add(world.lakes, as: .area, [("kind", "lake"), ("featurecla", "Lake")])
      if hasBorders { collector.add(world.borders, as: .line, [("kind", "border")]) }
    }
    if hasNames, let bytes = try? inflatedGzip(BuiltInPlace.compressed),
      let places = BuiltInPlace.places(bytes)
    {
      for place in places {
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

  /// The features as a source beneath the data; its layers are those of the source `basemap`.
  func source(_ detail: BuiltInWorld.Detail) throws(SnapshotError) -> MapSource {
    let zooms =
      switch detail {
      case .coarse: -Double.infinity..<BuiltInWorld.Detail.fineZoom
      case .fine: BuiltInWorld.Detail.fineZoom..<Double.infinity
      }
    return try MapSource(
      id: SourceAssignments.basemap, name: Basemap.world, features: features(detail), isBackdrop: true,
      zooms: zooms)
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
