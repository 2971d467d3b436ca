// Ties points to the markers they went into, as GeoJSON lines: for figures that explain a method of clustering.
//
//     clustersnap clusters Samples/quakes.csv --members -o found.geojson
//     swift Samples/spokes.swift found.geojson Samples/quakes.csv > spokes.json
//
// The table begins with the columns id, longitude and latitude.
import Foundation

/// What `clustersnap clusters --members` writes, as far as it is needed here.
struct Found: Decodable {
  struct Feature: Decodable {
    struct Geometry: Decodable { let coordinates: [Double] }
    struct Properties: Decodable { let members: [Member]? }
    let geometry: Geometry
    let properties: Properties
  }

  /// An id: text, or a number where all ids are numbers.
  enum Member: Decodable {
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .text("\(number)")
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  let features: [Feature]
}

guard CommandLine.arguments.count == 3 else {
  FileHandle.standardError.write(Data("usage: swift Samples/spokes.swift found.geojson points.csv\n".utf8))
  exit(2)
}
let found = try JSONDecoder().decode(
  Found.self, from: Data(contentsOf: URL(filePath: CommandLine.arguments[1])))
var places: [String: String] = [:]
for line in try String(contentsOfFile: CommandLine.arguments[2], encoding: .utf8).split(separator: "\n")
  .dropFirst()
{
  let fields = line.split(separator: ",", omittingEmptySubsequences: false)
  if fields.count >= 3 { places[String(fields[0])] = "[\(fields[1]),\(fields[2])]" }
}
var lines: [String] = []
for feature in found.features {
  let middle = "[\(feature.geometry.coordinates[0]),\(feature.geometry.coordinates[1])]"
  for case .text(let id) in feature.properties.members ?? [] {
    guard let place = places[id] else { continue }
    lines.append("[\(middle),\(place)]")
  }
}
let features = lines.map { line in
  #"{"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": \#(line)}}"#
}
print(#"{"type": "FeatureCollection", "features": [\#n\#(features.joined(separator: ",\n"))\#n]}"#)
