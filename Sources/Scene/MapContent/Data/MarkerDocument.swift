import CSystem
package import JSONDocument
package import MapClusters
import MapFeatures
public import MapGeometry
import MapStyle

/// Writes the markers of a view as data: GeoJSON, CSV or plain JSON, in draw order, each marker once.
///
/// Properties of single points stay as they are; where one has a name of ours, ours is written with `clustersnap:`
/// before it, such as `clustersnap:source`.
public struct MarkerDocument: Sendable {
  /// The forms of the data.
  public enum Format: String, CaseIterable, Hashable, Sendable {
    /// A FeatureCollection of points, with the view as a foreign member.
    case geojson
    /// A line a marker; with a column of subtitles where there are any.
    case csv
    /// One object a marker, without geometry objects.
    case json
  }

  /// The names of a cluster's properties in the specification of styles; a source's `clusterProperties` of these names
  /// give way to them.
  private static let clusterNames: Set = ["cluster", "cluster_id", "point_count", "point_count_abbreviated"]

  package let viewport: Viewport?
  package let groups: [MarkerGroup]
  /// Of a hierarchy: what is known of the markers of each group.
  package let levels: [ClusterHierarchy.Level]
  private let tiles: [HierarchyTile]
  package let listsMembers: Bool
  private let zoomOffset: Double
  private var growth = 1.0
  /// The positions in the picture; `nil` where there is none.
  package var places: MarkerPlaces?

  /// Data of a view's markers.
  ///
  /// - Parameters:
  ///   - groups: its markers, source by source.
  ///   - listsMembers: whether clusters list the ids of their members, in input order.
  ///   - tileSize: what the zoom in the output counts from: 512, or 256.
  ///   - growth: the points of the picture per point of the viewport.
  public init(
    viewport: Viewport, groups: [MarkerGroup], listsMembers: Bool = false, tileSize: Int = 512,
    growth: Double = 1
  ) {
    self.init(
      groups, viewport, listsMembers: listsMembers, zoomOffset: (tileSize == 256 ? 1 : 0) + log2(growth))
    self.growth = growth
    places = MarkerPlaces(in: ViewFrame(viewport), growth: growth)
  }

  private init(
    _ groups: [MarkerGroup], _ viewport: Viewport? = nil, levels: [ClusterHierarchy.Level] = [],
    tiles: [HierarchyTile] = [], listsMembers: Bool, zoomOffset: Double = 0
  ) {
    (self.groups, self.viewport, self.levels, self.tiles) = (groups, viewport, levels, tiles)
    (self.listsMembers, self.zoomOffset) = (listsMembers, zoomOffset)
  }

  /// Data of markers that belong to no view: the children or leaves of a cluster.
  public init(_ group: MarkerGroup, listsMembers: Bool = false) {
    self.init([group], listsMembers: listsMembers)
  }

  /// Data of all zooms: each marker once, with the first and the last zoom at which it is seen, `minzoom` and `maxzoom`,
  /// and the cluster it is part of further out, `parent`.
  ///
  /// - Parameter listsMembers: whether clusters list the ids of their members, in input order.
  public init(_ levels: [ClusterHierarchy.Level], listsMembers: Bool = false) {
    self.init(levels.map(\.group), levels: levels, listsMembers: listsMembers)
  }

  /// Data of a tile, for GeoJSON: coordinates are whole units of the tile instead of degrees; clusters have their
  /// `cluster_id` for an id.
  ///
  /// - Parameter tiles: source by source; none for an empty tile.
  public init(_ tiles: [HierarchyTile], listsMembers: Bool = false) {
    self.init(tiles.map(\.group), tiles: tiles, listsMembers: listsMembers)
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
    JSONWriter.document(of: "features", writeView) { json in
      for (number, group) in groups.enumerated() {
        if tiles.isEmpty {
          for index in group.markers.markers.indices { writeFeature(index, in: group, number, to: &json) }
        } else {
          for entry in tiles[number].places {
            writeFeature(entry.marker, in: group, number, at: (entry.x, entry.y), to: &json)
          }
        }
      }
    }
  }

  /// - Parameter position: in units of a tile; `nil` where the marker is placed in degrees.
  private func writeFeature(
    _ index: Int, in group: MarkerGroup, _ number: Int, at position: (x: Int, y: Int)? = nil,
    to json: inout JSONWriter
  ) {
    let marker = group.markers.markers[index]
    json.beginObject()
    json.member("type", "Feature")
    if !marker.isCluster {
      writeIdentifier(of: marker, in: group, to: &json)
    } else if position != nil {
      json.member("id", marker.id.rawValue)
    }
    json.key("geometry")
    if position != nil || !group.writeExtent(of: marker, to: &json) {
      json.geometry("Point") { json in
        if let position {
          json.numbers([Double(position.x), Double(position.y)])
        } else {
          json.position(group.coordinate(of: marker))
        }
      }
    }
    json.key("properties")
    let properties = ownProperties(of: marker, at: index, in: group)
    json.object { json in
      writeProperties(properties, of: marker, at: index, in: group, number, to: &json)
    }
    json.endObject()
  }

  private func json() -> [UInt8] {
    JSONWriter.document(of: "markers", writeView) { json in
      for (number, group) in groups.enumerated() {
        for (index, marker) in group.markers.markers.enumerated() {
          let properties = ownProperties(of: marker, at: index, in: group)
          let names = Set(properties.map(\.name))
          json.object { json in
            if !marker.isCluster && !hasOwnIdentifier(marker, in: group) {
              writeIdentifier(of: marker, in: group, as: MarkerDocument.free("id", among: names), to: &json)
            }
            json.key(MarkerDocument.free("position", among: names))
            json.position(group.coordinate(of: marker))
            writeProperties(properties, of: marker, at: index, in: group, number, to: &json)
          }
        }
      }
    }
  }

  private func writeView(to json: inout JSONWriter) {
    if let tile = tiles.first {
      json.object("tile") { json in
        json.member("z", tile.zoom)
        json.member("x", tile.column)
        json.member("y", tile.row)
        json.member("extent", tile.extent)
      }
    }
    guard let viewport else { return }
    json.object("view") { json in
      json.key("center")
      json.position(viewport.middle ?? viewport.center)
      json.member("zoom", viewport.zoom + zoomOffset, decimals: 6)
      json.key("bbox")
      json.box(viewport.boundingBox)
      if viewport.bearing != 0 {
        json.member("bearing", viewport.bearing, decimals: 6)
      }
      if viewport.pitch != 0 { json.member("pitch", viewport.pitch, decimals: 6) }
      if let sheet = viewport.sheet { json.member("projection", sheet.name) }
      json.member("size", [viewport.size.width * growth, viewport.size.height * growth])
    }
  }

  private func writeIdentifier(
    of marker: Marker, in group: MarkerGroup, as name: String = "id", to json: inout JSONWriter
  ) {
    guard let member = group.markers.members(of: marker).first else { return }
    json.key(name)
    group.source.features.identifier(ofPoint: group.source.row(Int(member))).write(to: &json)
  }

  /// True if a single point's identifier is its property `id`.
  private func hasOwnIdentifier(_ marker: Marker, in group: MarkerGroup) -> Bool {
    guard let member = group.markers.members(of: marker).first else { return false }
    let (features, row) = (group.source.features, group.source.row(Int(member)))
    return features.property("id", ofPoint: row) == features.identifier(ofPoint: row)
  }

  /// The properties of a single point as they are, or what a cluster carries.
  func ownProperties(
    of marker: Marker, at index: Int, in group: MarkerGroup
  ) -> [(name: String, value: PropertyValue)] {
    if marker.isCluster {
      return carried(at: index, in: group).map { ($0.key, PropertyValue($0.value) ?? .null) }
    }
    guard let member = group.markers.members(of: marker).first else { return [] }
    return group.source.features.properties(ofPoint: group.source.row(Int(member)))
      .map { ($0.name, $0.value) }
  }

  /// The values that a cluster carries, under the names that data has for them.
  private func carried(at index: Int, in group: MarkerGroup) -> [StyleMember] {
    group.aggregates(at: index).compactMap { member in
      guard member.key == DataTheme.label else {
        return MarkerDocument.clusterNames.contains(member.key) ? nil : member
      }
      return group.source.theme?.labelName.map { StyleMember(key: $0, value: member.value) }
    }
  }

  private func writeProperties(
    _ properties: [(name: String, value: PropertyValue)], of marker: Marker, at index: Int,
    in group: MarkerGroup, _ number: Int, to json: inout JSONWriter
  ) {
    let names = Set(properties.map(\.name))
    let name = { MarkerDocument.free($0, among: names) }
    if marker.isCluster {
      json.member("cluster", true)
      json.member("cluster_id", marker.id.rawValue)
      json.member("point_count", marker.weight)
      json.key("point_count_abbreviated")
      if marker.weight < 1000 { json.number(marker.weight) } else { json.string(marker.abbreviatedCount) }
      json.member(name("leaf_count"), marker.count)
      json.key(name("bbox"))
      json.box(group.box(of: marker))
      json.member(name("unique_location"), marker.isUniqueLocation)
      json.member(name("title"), group.title(of: marker))
    } else if let title = group.dataTitle(of: marker) {
      json.member(name("title"), title)
    }
    if let subtitle = group.subtitle(of: marker) { json.member(name("subtitle"), subtitle) }
    for property in properties {
      json.key(property.name)
      property.value.write(to: &json)
    }
    json.member(name("source"), group.source.name)
    if let cell = marker.cell {
      json.member(name("cell"), [Double(cell.column), Double(cell.row)])
    }
    let numbers = places?.numbers(of: marker, as: MarkerKey(source: group.source.name, number: index)) ?? []
    for (key, number) in zip(MarkerPlaces.names, numbers) {
      guard let number else { continue }
      json.key(name(key))
      json.number(number, decimals: 3)
    }
    if !levels.isEmpty {
      let level = levels[number]
      json.member(name("minzoom"), level.zoom)
      json.member(name("maxzoom"), level.lastZooms[index])
      if let parent = level.parents[index] {
        json.member(name("parent"), parent)
      }
    }
    if !isVisible(marker) { json.member(name("visible"), false) }
    if listsMembers && marker.isCluster {
      json.array(name("members")) { json in
        for member in group.markers.members(of: marker) {
          group.source.features.identifier(ofPoint: group.source.row(Int(member))).write(to: &json)
        }
      }
    }
  }

  /// One of our names, or a longer one where the data has a property of that name itself.
  private static func free(_ name: String, among taken: Set<String>) -> String {
    taken.contains(name) ? "clustersnap:" + name : name
  }

  /// True if the marker's position lies in the picture, in any copy of the world; true where there is no picture.
  package func isVisible(_ marker: Marker) -> Bool {
    guard let viewport else { return true }
    return !ViewFrame(viewport).appearances(of: WorldPoint(marker.position), margin: 0).isEmpty
  }
}

extension JSONWriter {
  package mutating func position(_ coordinate: Coordinate) {
    numbers([coordinate.longitude, coordinate.latitude], decimals: 9)
  }

  package mutating func box(_ box: BoundingBox) {
    numbers([box.west, box.south, box.east, box.north], decimals: 9)
  }
}
