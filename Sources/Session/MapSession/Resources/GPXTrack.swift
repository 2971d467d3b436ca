import JSONDocument

/// Tracks, routes and waypoints of GPX as GeoJSON: lines and points with their names.
///
/// - SeeAlso: Topografix, GPX 1.1.
enum GPXTrack {
  /// True if bytes begin as GPX does.
  static func isGPX(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes.prefix(2048), as: UTF8.self).contains("<gpx")
  }

  /// The document as GeoJSON; a point without a coordinate is left out.
  static func geoJSON(_ bytes: [UInt8]) -> [UInt8] {
    var json = JSONWriter()
    var line: [[Double]] = []
    func write(_ type: String, _ json: inout JSONWriter, _ coordinates: (inout JSONWriter) -> Void) {
      json.object { json in
        json.member("type", "Feature")
        json.object("properties") { _ in }
        json.geometry(type, key: "geometry", coordinates)
      }
    }
    json.featureCollection { json in
      for tag in String(decoding: bytes, as: UTF8.self).split(separator: "<") {
        let name = tag.prefix { $0 != " " && $0 != ">" && !$0.isNewline }
        switch name {
        case "trkpt", "rtept", "wpt":
          guard let longitude = attribute("lon", of: tag), let latitude = attribute("lat", of: tag) else {
            continue
          }
          if name == "wpt" {
            write("Point", &json) { $0.numbers([longitude, latitude]) }
          } else {
            line.append([longitude, latitude])
          }
        case "/trkseg", "/rte":
          if line.count > 1 {
            write("LineString", &json) { json in
              json.array { json in for place in line { json.numbers(place) } }
            }
          }
          line = []
        default: break
        }
      }
    }
    return json.takeBytes()
  }

  private static func attribute(_ name: String, of tag: Substring) -> Double? {
    let parts = tag.split(whereSeparator: { $0 == " " || $0.isNewline || $0 == ">" || $0 == "/" })
    for part in parts where part.hasPrefix("\(name)=") {
      return Decimal.number(of: String(part.dropFirst(name.count + 2).dropLast()))
    }
    return nil
  }
}
