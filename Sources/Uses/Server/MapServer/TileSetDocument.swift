import JSONDocument
import MapFeatures
import MapGeometry
import MapScene

struct TileSetDocument {
  let name: String
  let tiles: String
  var zooms = 0...16
  var bounds: BoundingBox?
  var center: Coordinate?
  var attribution: String?
  /// The layers of tiles of features, with the types of their fields; `nil` for pictures.
  var layers: [(name: String, fields: [(name: String, type: String)])]?

  static func clusters(_ columns: [String]) -> [(name: String, fields: [(name: String, type: String)])] {
    let own = [
      ("cluster", "Boolean"), ("cluster_id", "Number"), ("point_count", "Number"),
      ("point_count_abbreviated", "String"), ("expansion_zoom", "Number"),
    ]
    return [(ClusterLevel.layer, own + columns.map { ($0, "String") })]
  }

  var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("tilejson", "3.0.0")
      json.member("name", name)
      json.key("tiles")
      json.array { $0.string(tiles) }
      json.member("minzoom", zooms.lowerBound)
      json.member("maxzoom", zooms.upperBound)
      if let bounds {
        // Those of TileJSON do not cross the antimeridian.
        let isCut = bounds.west + bounds.longitudes.width > 180
        json.member(
          "bounds",
          [isCut ? -180 : bounds.west, bounds.south, isCut ? 180 : bounds.east, bounds.north], decimals: 6)
        let longitude = center?.longitude ?? (bounds.west + bounds.longitudes.width / 2)
        let latitude = center?.latitude ?? ((bounds.south + bounds.north) / 2)
        json.member(
          "center", [longitude > 180 ? longitude - 360 : longitude, latitude, Double(zoom)], decimals: 6)
      }
      if let attribution { json.member("attribution", attribution) }
      if let layers {
        json.array("vector_layers") { json in
          for layer in layers {
            json.object { json in
              json.member("id", layer.name)
              json.object("fields") { json in
                for field in layer.fields { json.member(field.name, field.type) }
              }
            }
          }
        }
      }
    }
    return json.bytes
  }

  /// The zoom that shows all of the bounds in 512 points.
  private var zoom: Int {
    guard let bounds else { return zooms.lowerBound }
    let (north, south) = (WorldPoint.y(ofLatitude: bounds.north), WorldPoint.y(ofLatitude: bounds.south))
    let share = max(bounds.longitudes.width / 360, south - north)
    var zoom = zooms.lowerBound
    while zoom < min(zooms.upperBound, 14), share * Double(1 << (zoom + 1)) <= 1 { zoom += 1 }
    return zoom
  }
}
