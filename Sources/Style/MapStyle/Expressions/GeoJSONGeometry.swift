import JSONDocument
import MapGeometry

struct GeoJSONGeometry {
  let type: String?
  let coordinates: JSONValue?

  static func all(in json: JSONValue) -> [GeoJSONGeometry] {
    let geometries =
      switch json["type"]?.string {
      case "FeatureCollection": (json["features"]?.elements ?? []).map { $0["geometry"] }
      case "Feature": [json["geometry"]]
      default: [json]
      }
    return geometries.compactMap { $0 }.filter { !$0.isNull }.map {
      GeoJSONGeometry(type: $0["type"]?.string, coordinates: $0["coordinates"])
    }
  }

  var areas: [[[Coordinate]]]? {
    guard let coordinates else { return nil }
    return type == "Polygon" ? coordinates.lines.map { [$0] } : coordinates.mapped(\.lines)
  }
}

extension JSONValue {
  var coordinate: Coordinate? {
    guard let numbers = elements, numbers.count >= 2, let longitude = numbers[0].number,
      let latitude = numbers[1].number
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
  var line: [Coordinate]? { mapped(\.coordinate) }
  var lines: [[Coordinate]]? { mapped(\.line) }

  fileprivate func mapped<Element>(_ change: (JSONValue) -> Element?) -> [Element]? {
    guard let elements else { return nil }
    let result = elements.compactMap(change)
    return result.count == elements.count ? result : nil
  }
}
