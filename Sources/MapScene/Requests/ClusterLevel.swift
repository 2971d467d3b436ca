import JSONDocument
import MapClusters
public import MapContent
import MapFeatures
public import MapGeometry
import MapStyle
import VectorTiles

/// All markers of one source at one whole zoom, tile by tile: what cluster tiles of the zoom are written from.
///
/// A marker belongs to the tile that holds its position: over all tiles the counts add up to the points.
public struct ClusterLevel: Sendable {
  /// The name of the layer in tiles.
  public static let layer = "clusters"
  /// The units along a tile's side.
  public static let extent = 4096

  private struct Entry: Sendable {
    let key: UInt64
    let marker: Int32
    /// In worlds.
    let x, y: Double
  }

  /// The zoom, of a world 512 points wide, and of the tiles.
  public let zoom: Int
  private let group: MarkerGroup
  private let expansions: [Int?]
  private let entries: [Entry]
  private let columns: [String]

  /// Clusters a source at a zoom.
  ///
  /// - Parameters:
  ///   - source: a source whose markers depend on the zoom alone: a grid of the world, or by radius.
  ///   - columns: properties of single points that tiles have; the id is always there.
  ///   - threads: how many to use; the result is the same for any number.
  /// - Throws: ``SnapshotError``.
  init(
    _ source: MapSource, zoom: Int, columns: [String], threads: Int, state: [String: StyleValue]
  ) throws(SnapshotError) {
    guard let clustering = source.clustering, !clustering.settings.followsView,
      clustering.settings.method != .none, !source.isOfCells, clustering.rules.strategies == nil,
      let viewport = Viewport.ofTile(zoom: zoom)
    else { throw .noTiles(source: source.name) }
    if case .scatter = clustering.settings.coLocated { throw .noTiles(source: source.name) }
    let settings = clustering.settings
    let markers: ClusterResult
    do throws(ClusterError) {
      markers = try source.index.allMarkers(of: source.input, atZoomOf: viewport, settings, threads: threads)
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
    let side = Double(1 << zoom)
    entries = markers.markers.enumerated().map { number, marker in
      let place = WorldPoint(marker.position)
      let x = place.x - place.x.rounded(.down)
      func tile(_ place: Double) -> UInt64 { UInt64(min(side - 1, max(0, (place * side).rounded(.down)))) }
      return Entry(key: tile(place.y) << 32 | tile(x), marker: Int32(number), x: x, y: place.y)
    }.sorted { ($0.key, $0.marker) < ($1.key, $1.marker) }
  }

  /// The bytes that it takes, about.
  public var byteCount: Int { entries.count * 260 + group.markers.members.count * 4 }

  /// The markers of the zoom.
  public var markerCount: Int { entries.count }

  /// The tiles that hold a marker, in the order of archives.
  public var tiles: [TileID] {
    var found: [(id: UInt64, tile: TileID)] = []
    var last: UInt64?
    for entry in entries where entry.key != last {
      last = entry.key
      let tile = TileID(zoom: zoom, column: Int(entry.key & 0xFFFF_FFFF), row: Int(entry.key >> 32))
      if let tile, let id = tile.archiveID { found.append((id, tile)) }
    }
    return found.sorted { $0.id < $1.id }.map(\.tile)
  }

  /// A tile of the layer ``layer``.
  ///
  /// - Parameters:
  ///   - tile: of this zoom.
  ///   - buffer: units around the tile whose markers are repeated, with their ids, `0...4096`.
  /// - Returns: `nil` for a tile without markers.
  /// - Complexity: O(log *markers* + *markers of the tile*).
  public func tile(_ tile: TileID, buffer: Int = 0) -> [UInt8]? {
    var result = PointTile(layer: Self.layer, extent: Self.extent)
    forEach(in: tile, buffer: buffer) { marker, x, y in
      let id = group.markers.markers[marker].id.rawValue
      result.add(id: id, x: x, y: y, properties(ofMarker: marker))
    }
    return result.isEmpty ? nil : result.bytes
  }

  /// A tile as GeoJSON.
  public func geoJSON(_ tile: TileID) -> [UInt8] {
    var json = JSONWriter(layout: .lines(levels: 2))
    json.object { json in
      json.member("type", "FeatureCollection")
      json.array("features") { json in
        forEach(in: tile, buffer: 0) { number, _, _ in
          let marker = group.markers.markers[number]
          json.object { json in
            json.member("type", "Feature")
            json.object("geometry") { json in
              json.member("type", "Point")
              json.array("coordinates") { json in
                json.number(marker.position.longitude, decimals: 7)
                json.number(marker.position.latitude, decimals: 7)
              }
            }
            json.object("properties") { json in
              for (key, value) in properties(ofMarker: number) {
                json.key(key)
                json.tileValue(value)
              }
            }
          }
        }
      }
    }
    return json.bytes
  }

  private func forEach(in tile: TileID, buffer: Int, _ body: (_ marker: Int, _ x: Int, _ y: Int) -> Void) {
    let side = 1 << zoom
    let reach = buffer > 0 ? 1 : 0
    var found: [(marker: Int32, x: Int, y: Int)] = []
    for row in max(0, tile.row - reach)...min(side - 1, tile.row + reach) {
      for column in tile.column - reach...tile.column + reach {
        let wrapped = ((column % side) + side) % side
        let key = UInt64(row) << 32 | UInt64(wrapped)
        var index = lowerBound(of: key)
        while index < entries.count, entries[index].key == key {
          let entry = entries[index]
          index += 1
          func units(_ place: Double, _ first: Int, _ moved: Int) -> Int {
            Int(((place * Double(side) - Double(first) + Double(moved)) * Double(Self.extent)).rounded(.down))
          }
          let x = units(entry.x, tile.column, column - wrapped)
          let y = units(entry.y, tile.row, 0)
          let isOwn = row == tile.row && column == tile.column
          let last = Self.extent - 1
          if isOwn {
            found.append((entry.marker, min(last, max(0, x)), min(last, max(0, y))))
          } else if (-buffer...last + buffer).contains(x), (-buffer...last + buffer).contains(y) {
            found.append((entry.marker, x, y))
          }
        }
      }
    }
    if reach > 0 { found.sort { ($0.marker, $0.x) < ($1.marker, $1.x) } }
    for (marker, x, y) in found { body(Int(marker), x, y) }
  }

  private func lowerBound(of key: UInt64) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func properties(ofMarker number: Int) -> [(key: String, value: TileValue)] {
    let (source, marker) = (group.source, group.markers.markers[number])
    guard marker.isCluster else {
      guard let member = group.markers.members(of: marker).first else { return [] }
      let row = source.row(Int(member))
      var result: [(key: String, value: TileValue)] = [
        ("id", TileValue(source.features.identifier(ofPoint: row)))
      ]
      if source.input.weights != nil { result.append(("point_count", Self.number(marker.weight))) }
      for name in columns where name != "id" {
        if let value = source.features.property(name, ofPoint: row), value != .null {
          result.append((name, TileValue(value)))
        }
      }
      return result
    }
    var result: [(key: String, value: TileValue)] = [
      ("cluster", .bool(true)), ("cluster_id", .uint(marker.id.rawValue)),
      ("point_count", Self.number(marker.weight)),
      ("point_count_abbreviated", .string(marker.abbreviatedCount)),
    ]
    if source.input.weights != nil { result.append(("leaf_count", .uint(UInt64(marker.count)))) }
    if let zoom = expansions[number] { result.append(("expansion_zoom", .uint(UInt64(zoom)))) }
    let bounds = marker.bounds
    result += [
      ("west", .double(bounds.west)), ("south", .double(bounds.south)), ("east", .double(bounds.east)),
      ("north", .double(bounds.north)),
    ]
    for member in group.aggregates(at: number) where !result.contains(where: { $0.key == member.key }) {
      switch member.value {
      case .number(let number) where number.isFinite: result.append((member.key, Self.number(number)))
      case .string(let text): result.append((member.key, .string(text)))
      case .bool(let flag): result.append((member.key, .bool(flag)))
      default: break
      }
    }
    return result
  }

  private static func number(_ number: Double) -> TileValue {
    UInt64(exactly: number).map(TileValue.uint) ?? .double(number)
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

extension JSONWriter {
  fileprivate mutating func tileValue(_ value: TileValue) {
    switch value {
    case .string(let text): string(text)
    case .double(let number): self.number(number)
    case .int(let whole): number(whole)
    case .uint(let whole): number(whole)
    case .bool(let flag): bool(flag)
    }
  }
}

extension MapSnapshotter {
  /// The markers of a source at a whole zoom, tile by tile.
  ///
  /// - Parameters:
  ///   - name: the source; `nil` for the only one with points.
  ///   - zoom: `0...24`.
  ///   - columns: properties of single points that tiles have.
  /// - Throws: ``SnapshotError``, such as ``SnapshotError/noTiles(source:)`` for markers that follow the view.
  public func clusterLevel(
    of name: String? = nil, zoom: Int, columns: [String] = []
  ) throws(SnapshotError) -> ClusterLevel {
    let own = sources.filter { !$0.isBackdrop && $0.pointCount > 0 }
    guard let source = name.map({ name in own.first { $0.name == name } }) ?? own.first else {
      throw .unknownSource(name ?? "", known: own.map(\.name))
    }
    return try ClusterLevel(source, zoom: zoom, columns: columns, threads: threads, state: style.state)
  }
}
