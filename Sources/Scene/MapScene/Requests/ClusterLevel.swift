import JSONDocument
import MapClusters
public import MapContent
import MapFeatures
public import MapGeometry
import MapStyle
import Parallel
public import VectorTiles

/// All markers of one source at one whole zoom, tile by tile: what cluster tiles of the zoom are written from.
///
/// A marker belongs to the tile that holds its position: over all tiles the counts add up to the points.
public struct ClusterLevel: Sendable {
  /// The name of the layer in tiles.
  public static let layer = "clusters"
  /// The units along a tile's side.
  public static let extent = 4096

  /// The markers of a tile.
  public struct Part: Sendable {
    /// The number of the tile, ``MapGeometry/TileID/archiveID``.
    public let id: UInt64
    fileprivate let places: Range<Int>
  }

  /// The zoom, of a world 512 points wide, and of the tiles.
  public let zoom: Int
  private let group: MarkerGroup
  private let expansions: [Int?]
  /// The numbers of the tiles that hold the markers, ascending, and the markers, ascending in each.
  private let tilesOfMarkers: [UInt64]
  private let order: [UInt32]
  /// The markers' parts for tiles in that order, beside each other in memory: the row of a single point, `.max` for other
  /// markers, and the units from the tile's corner, `row << 32 | x << 16 | y`.
  private let entries: [UInt64]
  private let columns: [String]

  /// Clusters a source at a zoom.
  ///
  /// - Parameters:
  ///   - source: a source whose markers depend on the zoom alone: a grid of the world, or by radius.
  ///   - tile: the tile whose markers are found, those of cells; `nil` for all, those of points.
  ///   - columns: properties of single points that tiles have; the id is always there.
  ///   - threads: how many to use; the result is the same for any number.
  /// - Throws: ``SnapshotError``.
  init(
    _ source: MapSource, zoom: Int, in tile: Viewport?, columns: [String], threads: Int,
    state: [String: StyleValue]
  ) throws(SnapshotError) {
    guard let clustering = source.clustering, !clustering.settings.followsView,
      clustering.settings.method != .none, source.isOfCells == (tile != nil),
      // Peaks of a tile alone would not be those of its neighbors.
      clustering.settings.method != .peaks || tile == nil,
      clustering.rules.strategies == nil, let viewport = tile ?? Viewport.ofTile(zoom: zoom)
    else { throw .noTiles(source: source.name) }
    if case .scatter = clustering.settings.coLocated { throw .noTiles(source: source.name) }
    let settings: ClusterSettings
    let markers: ClusterResult
    do throws(ClusterError) {
      settings = try source.settings(clustering, atZoomOf: viewport, threads: threads)
      markers =
        try tile == nil
        ? source.index.allMarkers(of: source.input, atZoomOf: viewport, settings, threads: threads)
        : source.index.markers(of: source.input, in: viewport, settings, threads: threads)
      let index =
        settings.method == .radius
        ? try source.index.radiusIndex(of: source.input, settings, threads: threads) : nil
      expansions = try expansionZooms(
        of: markers, input: source.input, zoom: zoom, settings: settings, index: index)
    } catch {
      throw source.clusteringError(error)
    }
    var warnings = StyleWarnings()
    group = MarkerGroup(
      source, clustering, markers, findsClasses: false, globalState: state, noting: &warnings)
    (self.zoom, self.columns) = (zoom, columns.filter(source.features.hasProperty))
    let (found, isPlain) = (markers.markers, source.input.weights == nil && tile == nil)
    let blocks = concurrentMap((found.count + 8191) / 8192, threads: threads) { block in
      found.dropFirst(block * 8192).prefix(8192).map { marker in
        let (position, last) = (WorldPoint.unwrapped(marker.position, zoom: zoom), (1 << zoom) - 1)
        let (column, row) = (min(last, Int(position.x)), min(last, max(0, Int(position.y))))
        func units(_ share: Double) -> UInt32 {
          UInt32(min(Self.extent - 1, max(0, Int((share * Double(Self.extent)).rounded(.down)))))
        }
        let own = units(position.x - Double(column)) << 16 | units(position.y - Double(row))
        let point =
          isPlain && !marker.isCluster && marker.count == 1
          ? UInt32(truncatingIfNeeded: marker.id.rawValue) : .max
        return (
          TileID(zoom: zoom, column: column, row: row)?.archiveID ?? 0, UInt64(point) << 32 | UInt64(own)
        )
      }
    }
    (tilesOfMarkers, order) = ascendingPlaces(blocks.flatMap { $0.map(\.0) }, nil, threads: threads)
    // Markers lie elsewhere than their tiles: gathered once, these reads do not wait for each other.
    let all = blocks.flatMap { $0.map(\.1) }
    entries = order.map { all[Int($0)] }
  }

  /// The bytes that it takes, about.
  public var byteCount: Int { order.count * 264 + group.markers.members.count * 4 }

  /// The tiles that hold a marker, in the order of archives.
  public var parts: [Part] {
    var found: [Part] = []
    var start = 0
    for index in 1..<max(1, tilesOfMarkers.count + 1)
    where index == tilesOfMarkers.count || tilesOfMarkers[index] != tilesOfMarkers[start] {
      found.append(Part(id: tilesOfMarkers[start], places: start..<index))
      start = index
    }
    return found
  }

  /// The tiles that hold a marker, in the order of archives.
  public var tiles: [TileID] { parts.compactMap { TileID(archiveID: $0.id) } }

  /// A tile of the layer ``layer``.
  ///
  /// - Parameters:
  ///   - tile: of this zoom.
  ///   - buffer: units around the tile whose markers are repeated, with their ids, `0...4096`.
  /// - Returns: `nil` for a tile without markers.
  /// - Complexity: O(log *markers* + *markers of the tile*).
  public func tile(_ tile: TileID, buffer: Int = 0) -> [UInt8]? {
    var writer = PointTile(layer: Self.layer, extent: Self.extent)
    forEach(in: tile, buffer: buffer) { write($0, $1, to: &writer) }
    return writer.isEmpty ? nil : writer.bytes
  }

  /// A tile of ``parts``, as ``tile(_:buffer:)`` has it.
  ///
  /// - Parameter writer: memory for one tile after the other.
  public func tile(_ part: Part, buffer: Int, into writer: inout PointTile) -> [UInt8] {
    writer.removeAll()
    guard let tile = TileID(archiveID: part.id) else { return [] }
    forEach(in: tile, buffer: buffer, own: part.places) { write($0, $1, to: &writer) }
    return writer.bytes
  }

  private func write(_ marker: Placed, _ corner: (x: Int, y: Int), to writer: inout PointTile) {
    forEachProperty(of: marker) { writer.set($0, $1) }
    let id = marker.point.map(UInt64.init) ?? group.markers.markers[Int(marker.number)].id.rawValue
    writer.add(id: id, x: corner.x + Int(marker.own >> 16 & 0xFFFF), y: corner.y + Int(marker.own & 0xFFFF))
  }

  /// A marker in the order of tiles.
  private struct Placed {
    let number: UInt32
    let own: UInt64

    /// The row of a single point.
    var point: Int? { own >> 32 == UInt32.max ? nil : Int(own >> 32) }
  }

  /// A tile as GeoJSON.
  public func geoJSON(_ tile: TileID) -> [UInt8] {
    var json = JSONWriter(layout: .lines(levels: 2))
    json.featureCollection { json in
      forEach(in: tile, buffer: 0) { placed, _ in
        let marker = group.markers.markers[Int(placed.number)]
        json.object { json in
          json.member("type", "Feature")
          json.geometry("Point", key: "geometry") { json in
            json.numbers([marker.position.longitude, marker.position.latitude], decimals: 7)
          }
          json.object("properties") { json in
            forEachProperty(of: placed) { json.member($0, $1) }
          }
        }
      }
    }
    return json.bytes
  }

  /// Goes through the markers of a tile.
  ///
  /// - Parameter own: the places of those that lie in it, where they are known.
  private func forEach(
    in tile: TileID, buffer: Int, own: Range<Int>? = nil,
    _ body: (_ marker: Placed, _ corner: (x: Int, y: Int)) -> Void
  ) {
    let (side, last) = (1 << zoom, Self.extent - 1)
    func placed(_ index: Int) -> Placed { Placed(number: order[index], own: entries[index]) }
    guard buffer > 0 else {
      for index in own ?? places(of: tile) { body(placed(index), (0, 0)) }
      return
    }
    var found: [(marker: Placed, corner: (x: Int, y: Int))] = []
    for row in max(0, tile.row - 1)...min(side - 1, tile.row + 1) {
      for column in tile.column - 1...tile.column + 1 {
        let wrapped = ((column % side) + side) % side
        guard let neighbor = TileID(zoom: zoom, column: wrapped, row: row) else { continue }
        let corner = (x: (column - tile.column) * Self.extent, y: (row - tile.row) * Self.extent)
        for index in places(of: neighbor) {
          let marker = placed(index)
          let (x, y) = (corner.x + Int(marker.own >> 16 & 0xFFFF), corner.y + Int(marker.own & 0xFFFF))
          guard (-buffer...last + buffer).contains(x), (-buffer...last + buffer).contains(y) else { continue }
          found.append((marker, corner))
        }
      }
    }
    found.sort { ($0.marker.number, $0.corner.x) < ($1.marker.number, $1.corner.x) }
    for (marker, corner) in found { body(marker, corner) }
  }

  /// The places of the markers in a tile.
  private func places(of tile: TileID) -> Range<Int> {
    guard let id = tile.archiveID else { return 0..<0 }
    return tilesOfMarkers.partitioningIndex { $0 >= id }..<tilesOfMarkers.partitioningIndex { $0 > id }
  }

  private func forEachProperty(of placed: Placed, _ body: (String, TileValue) -> Void) {
    if let point = placed.point { return forEachProperty(ofPoint: group.source.row(point), body) }
    // The source itself is large to copy.
    let number = Int(placed.number)
    let marker = group.markers.markers[number]
    guard marker.isCluster else {
      guard let member = group.markers.members(of: marker).first else { return }
      return forEachProperty(
        ofPoint: group.source.row(Int(member)), weight: group.source.input.weights.map { _ in marker.weight },
        body)
    }
    body("cluster", .bool(true))
    body("cluster_id", .uint(marker.id.rawValue))
    body("point_count", Self.number(marker.weight))
    body("point_count_abbreviated", .string(marker.abbreviatedCount))
    if group.source.input.weights != nil { body("leaf_count", .uint(UInt64(marker.count))) }
    if let zoom = expansions[number] { body("expansion_zoom", .uint(UInt64(zoom))) }
    let bounds = marker.bounds
    body("west", .double(bounds.west))
    body("south", .double(bounds.south))
    body("east", .double(bounds.east))
    body("north", .double(bounds.north))
    for member in group.aggregates(at: number) where !Self.names.contains(member.key) {
      switch member.value {
      case .number(let number) where number.isFinite: body(member.key, Self.number(number))
      case .string(let text): body(member.key, .string(text))
      case .bool(let flag): body(member.key, .bool(flag))
      default: break
      }
    }
  }

  private func forEachProperty(ofPoint row: Int, weight: Double? = nil, _ body: (String, TileValue) -> Void) {
    body("id", TileValue(group.source.features.identifier(ofPoint: row)))
    if let weight { body("point_count", Self.number(weight)) }
    for name in columns where name != "id" {
      if let value = group.source.features.property(name, ofPoint: row), value != .null {
        body(name, TileValue(value))
      }
    }
  }

  /// The names of properties that aggregates do not replace.
  private static let names: Set = [
    "cluster", "cluster_id", "point_count", "point_count_abbreviated", "leaf_count", "expansion_zoom", "west",
    "south", "east", "north",
  ]

  private static func number(_ number: Double) -> TileValue {
    UInt64(exactly: number).map(TileValue.uint) ?? .double(number)
  }
}

extension WorldPoint {
  /// A point in tiles of a zoom, from the west and the north, in the world's first copy.
  fileprivate static func unwrapped(_ position: Coordinate, zoom: Int) -> (x: Double, y: Double) {
    let (point, side) = (WorldPoint(position), Double(1 << zoom))
    return ((point.x - point.x.rounded(.down)) * side, point.y * side)
  }
}

extension TileValue {
  /// A property as tiles have it; lists and objects as JSON.
  fileprivate init(_ value: PropertyValue) {
    switch value {
    case .bool(let flag): self = .bool(flag)
    case .number(let number): self = UInt64(exactly: number).map(TileValue.uint) ?? .double(number)
    default: self = .string(value.text)
    }
  }
}

extension MapSnapshotter {
  /// The markers of a source at a whole zoom, tile by tile.
  ///
  /// - Parameters:
  ///   - name: the source; `nil` for the only one with points.
  ///   - zoom: `0...24`.
  ///   - tile: a view as large as a tile, of a source of cells, whose markers are found; `nil` for all of a source of points.
  ///   - columns: properties of single points that tiles have.
  /// - Throws: ``SnapshotError``, such as ``SnapshotError/noTiles(source:)`` for markers that follow the view.
  public func clusterLevel(
    of name: String? = nil, zoom: Int, in tile: Viewport? = nil, columns: [String] = []
  ) throws(SnapshotError) -> ClusterLevel {
    let own = sources.filter { !$0.isBackdrop && ($0.pointCount > 0 || tile != nil) }
    guard let source = name.map({ name in own.first { $0.name == name } }) ?? own.first else {
      throw .unknownSource(name ?? "", known: own.map(\.name))
    }
    return try ClusterLevel(
      source, zoom: zoom, in: tile, columns: columns, threads: threads, state: style.state)
  }
}
