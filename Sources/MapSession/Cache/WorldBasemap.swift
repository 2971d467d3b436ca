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
  /// The source of styles that base maps fill.
  static let sourceID = "basemap"
  /// The source of the base maps that lie over the built-in world.
  static let overlayID = "\(sourceID):over"
  /// The source of the base maps that are named behind so many others of tiles, which they lie above.
  static func sourceID(above tileCount: Int) -> String {
    tileCount == 0 ? sourceID : "\(sourceID):\(tileCount)"
  }
  static func isSource(_ id: String?) -> Bool { id == sourceID || id?.hasPrefix(sourceID + ":") == true }
  /// The word for the built-in world; a file of that name is `./world`.
  static let name = "world"

  var hasBorders = true
  var hasNames = false

  init(_ settings: OutputSettings) {
    (hasBorders, hasNames) = (settings.borders ?? true, settings.placeNames ?? false)
  }

  /// From this zoom on, where they would be drawn more than twice as large as they were made for, coasts are rough.
  static let roughZoom = 6.0
  /// From this zoom on, where they would be drawn eight times as large, coasts are left out and all is land: a coast some
  /// kilometers off, with places in the sea, is worse than none.
  static let plainZoom = 8.0

  /// How detailed a zoom needs it; `nil` from ``plainZoom`` on.
  static func detail(zoom: Double) -> BuiltInWorld.Detail? {
    zoom < plainZoom ? BuiltInWorld.Detail(zoom: zoom) : nil
  }

  func features(_ detail: BuiltInWorld.Detail?) -> FeatureTable {
    var collector = FeatureCollector()
    if detail == nil {
      collector.addShape(
        .area, longitudes: [-180, 180, 180, -180, -180], latitudes: [-89, -89, 89, 89, -89], pathEnds: [5],
        isHole: [false], properties: [PropertyMember(name: "kind", value: .string("land"))])
    }
    if let detail, let bytes = try? inflatedGzip(BuiltInWorld.compressed(detail)),
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
  func source(_ detail: BuiltInWorld.Detail?) throws(SnapshotError) -> MapSource {
    let zooms =
      switch detail {
      case .coarse: -Double.infinity..<BuiltInWorld.Detail.fineZoom
      case .fine: BuiltInWorld.Detail.fineZoom..<WorldBasemap.plainZoom
      case nil: WorldBasemap.plainZoom..<Double.infinity
      }
    return try MapSource(
      id: WorldBasemap.sourceID, name: WorldBasemap.name, features: features(detail), isBackdrop: true,
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
