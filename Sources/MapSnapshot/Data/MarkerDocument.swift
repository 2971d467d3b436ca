import JSONDocument
import MapClusters
import MapFeatures
public import MapGeometry
import MapStyle

/// Writes the markers of a view as data: GeoJSON, CSV or plain JSON, in draw order, each marker once.
public struct MarkerDocument {
  /// The forms of the data.
  public enum Format: String, CaseIterable, Hashable, Sendable {
    /// A FeatureCollection of points, with the view as a foreign member.
    case geojson
    /// A line a marker.
    case csv
    /// One object a marker, without geometry objects.
    case json
  }

  /// The members of the data that are ours; properties of the same name give way to them.
  private static let ownNames: Set = [
    "cluster", "cluster_id", "point_count", "point_count_abbreviated", "bbox", "unique_location", "title",
    "subtitle", "source", "cell", "visible", "members", "minzoom", "maxzoom", "parent",
  ]

  private let viewport: Viewport?
  private let groups: [MarkerGroup]
  /// Of a hierarchy: what is known of the markers of each group.
  private let levels: [ClusterHierarchy.Level]
  private let listsMembers: Bool
  private let zoomOffset: Double

  /// Data of a view's markers.
  ///
  /// - Parameters:
  ///   - viewport: the view.
  ///   - groups: its markers, source by source.
  ///   - listsMembers: whether clusters list the ids of their members, in input order.
  ///   - tileSize: what the zoom in the output counts from: 512, or 256.
  public init(viewport: Viewport, groups: [MarkerGroup], listsMembers: Bool = false, tileSize: Int = 512) {
    self.viewport = viewport
    self.groups = groups
    self.listsMembers = listsMembers
    levels = []
    zoomOffset = tileSize == 256 ? 1 : 0
  }

  /// Data of markers that belong to no view: the children or leaves of a cluster.
  public init(_ group: MarkerGroup, listsMembers: Bool = false) {
    viewport = nil
    groups = [group]
    levels = []
    self.listsMembers = listsMembers
    zoomOffset = 0
  }

  /// Data of all zooms: each marker once, with the first and the last zoom at which it is seen, `minzoom` and `maxzoom`,
  /// and the cluster it is part of further out, `parent`.
  ///
  /// - Parameter listsMembers: whether clusters list the ids of their members, in input order.
  public init(_ levels: [ClusterHierarchy.Level], listsMembers: Bool = false) {
    viewport = nil
    groups = levels.map(\.group)
    self.levels = levels
    self.listsMembers = listsMembers
    zoomOffset = 0
  }

  /// The document in UTF-8, ending with a line feed.
  public func bytes(_ format: Format) -> [UInt8] {
    switch format {
    case .geojson: geoJSON()
    case .json: json()
    case .csv: csv()
    }
  }

  // MARK: JSON

  private func geoJSON() -> [UInt8] {
    var json = JSONWriter(layout: .lines(levels: 2))
    json.beginObject()
    json.member("type", "FeatureCollection")
    writeView(to: &json)
    json.key("features")
    json.beginArray()
    for (number, group) in groups.enumerated() {
      for (index, marker) in group.markers.markers.enumerated() {
        json.beginObject()
        json.member("type", "Feature")
        if !marker.isCluster { writeIdentifier(of: marker, in: group, to: &json) }
        json.key("geometry")
        json.object { json in
          json.member("type", "Point")
          json.key("coordinates")
          writePosition(marker.position, to: &json)
        }
        json.key("properties")
        json.object { json in writeProperties(of: marker, at: index, in: group, number, to: &json) }
        json.endObject()
      }
    }
    json.endArray()
    json.endObject()
    json.lineFeed()
    return json.takeBytes()
  }

  private func json() -> [UInt8] {
    var json = JSONWriter(layout: .lines(levels: 2))
    json.beginObject()
    writeView(to: &json)
    json.key("markers")
    json.beginArray()
    for (number, group) in groups.enumerated() {
      for (index, marker) in group.markers.markers.enumerated() {
        json.object { json in
          if !marker.isCluster { writeIdentifier(of: marker, in: group, to: &json) }
          json.key("position")
          writePosition(marker.position, to: &json)
          writeProperties(of: marker, at: index, in: group, number, besides: ["id", "position"], to: &json)
        }
      }
    }
    json.endArray()
    json.endObject()
    json.lineFeed()
    return json.takeBytes()
  }

  private func writeView(to json: inout JSONWriter) {
    guard let viewport else { return }
    json.key("view")
    json.object { json in
      json.key("center")
      writePosition(viewport.center, to: &json)
      json.key("zoom")
      json.number(viewport.zoom + zoomOffset, decimals: 6)
      json.key("bbox")
      write(viewport.boundingBox, to: &json)
      json.key("size")
      json.array { json in
        json.number(viewport.size.width)
        json.number(viewport.size.height)
      }
    }
  }

  private func writePosition(_ place: Coordinate, to json: inout JSONWriter) {
    json.array { json in
      json.number(place.longitude, decimals: 9)
      json.number(place.latitude, decimals: 9)
    }
  }

  private func write(_ box: BoundingBox, to json: inout JSONWriter) {
    json.array { json in
      for degrees in [box.west, box.south, box.east, box.north] { json.number(degrees, decimals: 9) }
    }
  }

  private func writeIdentifier(of marker: Marker, in group: MarkerGroup, to json: inout JSONWriter) {
    guard let member = group.markers.members(of: marker).first else { return }
    json.key("id")
    group.source.features.identifier(ofPoint: group.source.row(Int(member))).write(to: &json)
  }

  private func writeProperties(
    of marker: Marker, at index: Int, in group: MarkerGroup, _ number: Int, besides taken: Set<String> = [],
    to json: inout JSONWriter
  ) {
    let members = group.markers.members(of: marker)
    if marker.isCluster {
      json.member("cluster", true)
      json.key("cluster_id")
      json.number(marker.id.rawValue)
      json.member("point_count", marker.weight)
      json.key("point_count_abbreviated")
      if marker.weight < 1000 { json.number(marker.weight) } else { json.string(marker.abbreviatedCount) }
      json.key("bbox")
      write(marker.bounds, to: &json)
      json.member("unique_location", marker.isUniqueLocation)
      json.member("title", group.title(of: marker))
      if let subtitle = group.subtitle(of: marker) { json.member("subtitle", subtitle) }
      for member in group.aggregates(at: index) where isFree(member.key, besides: taken) {
        json.key(member.key)
        write(member.value, to: &json)
      }
    } else if let member = members.first {
      for property in group.source.features.properties(ofPoint: group.source.row(Int(member)))
      where isFree(property.name, besides: taken) {
        json.key(property.name)
        property.value.write(to: &json)
      }
    }
    json.member("source", group.source.name)
    if let cell = marker.cell {
      json.key("cell")
      json.array { json in
        json.number(cell.column)
        json.number(cell.row)
      }
    }
    if !levels.isEmpty {
      let level = levels[number]
      json.member("minzoom", level.zoom)
      json.member("maxzoom", level.lastZooms[index])
      if let parent = level.parents[index] {
        json.key("parent")
        json.number(parent)
      }
    }
    if !isVisible(marker) { json.member("visible", false) }
    if listsMembers && marker.isCluster {
      json.key("members")
      json.array { json in
        for member in members {
          group.source.features.identifier(ofPoint: group.source.row(Int(member))).write(to: &json)
        }
      }
    }
  }

  private func isFree(_ name: String, besides taken: Set<String>) -> Bool {
    !MarkerDocument.ownNames.contains(name) && !taken.contains(name)
  }

  private func write(_ value: StyleValue, to json: inout JSONWriter) {
    switch value {
    case .bool(let bool): json.bool(bool)
    case .number(let number): json.number(number)
    case .string(let string): json.string(string)
    case .array(let values): json.array { json in for value in values { write(value, to: &json) } }
    default: json.null()
    }
  }

  /// Whether the marker's place lies in the picture, in any copy of the world; true where there is no picture.
  private func isVisible(_ marker: Marker) -> Bool {
    guard let viewport else { return true }
    return !ViewFrame(viewport).appearances(of: WorldPoint(marker.position), margin: 0).isEmpty
  }

  // MARK: CSV

  private func csv() -> [UInt8] {
    var text =
      "id,longitude,latitude,cluster,point_count,west,south,east,north,unique_location,source,column,row,visible,title"
    if !levels.isEmpty { text += ",minzoom,maxzoom,parent" }
    text += listsMembers ? ",members\n" : "\n"
    for (number, group) in groups.enumerated() {
      for (index, marker) in group.markers.markers.enumerated() {
        let box = [marker.bounds.west, marker.bounds.south, marker.bounds.east, marker.bounds.north]
        var fields = [
          group.identifier(of: marker), decimal(marker.position.longitude), decimal(marker.position.latitude),
          marker.isCluster ? "true" : "false", javaScriptText(of: marker.weight),
        ]
        fields += box.map(decimal)
        fields += [
          marker.isUniqueLocation ? "true" : "false", group.source.name,
          marker.cell.map { "\($0.column)" } ?? "",
          marker.cell.map { "\($0.row)" } ?? "", isVisible(marker) ? "true" : "false",
          group.title(of: marker),
        ]
        if !levels.isEmpty {
          let level = levels[number]
          fields += [
            "\(level.zoom)", "\(level.lastZooms[index])", level.parents[index].map(String.init) ?? "",
          ]
        }
        if listsMembers {
          fields.append(
            group.markers.members(of: marker).map { group.source.identifier(ofPoint: Int($0)) }.joined(
              separator: " "))
        }
        text += fields.map(quoted).joined(separator: ",") + "\n"
      }
    }
    return Array(text.utf8)
  }

  private func decimal(_ degrees: Double) -> String {
    var json = JSONWriter()
    json.number(degrees, decimals: 9)
    return json.text
  }

  /// A field as RFC 4180 wants it.
  private func quoted(_ field: String) -> String {
    let needsQuotes = field.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    guard needsQuotes else { return field }
    return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
