import CommandParts
import Arguments
import MapGeometry
import MapContent
import MapSession
import MapSettings

struct HierarchyArguments: ParsableArguments {
  @Flag var allZooms: Bool
  @Option(reading: clusterID) var leaves: UInt64?
  @Option(within: 1...1_000_000_000) var limit: Int?
  @Option(within: 0...1_000_000_000) var offset: Int?
  @Option(reading: clusterID) var children: UInt64?
  @Option(reading: clusterID) var expansionZoom: UInt64?

  @Option() var tile: TileArgument?

  enum Question {
    case allZooms
    case leaves(UInt64, limit: Int?, offset: Int)
    case children(UInt64)
    case expansionZoom(UInt64)
    case tile(TileArgument)

    var optionName: String {
      switch self {
      case .allZooms: "--all-zooms"
      case .leaves: "--leaves"
      case .children: "--children"
      case .expansionZoom: "--expansion-zoom"
      case .tile: "--tile"
      }
    }
  }

  func question() throws(Failure) -> Question? {
    var questions: [Question] = allZooms ? [.allZooms] : []
    if let leaves { questions.append(.leaves(leaves, limit: limit, offset: offset ?? 0)) }
    if let children { questions.append(.children(children)) }
    if let expansionZoom { questions.append(.expansionZoom(expansionZoom)) }
    if let tile { questions.append(.tile(tile)) }
    if leaves == nil, limit != nil || offset != nil {
      throw .input("\(limit != nil ? "--limit" : "--offset") counts the points of a cluster; add --leaves ID")
    }
    guard questions.count < 2 else {
      let names = questions.map(\.optionName).joined(separator: " and ")
      throw .input("\(names) exclude each other; set one of them")
    }
    return questions.first
  }
}

extension HierarchyArguments.Question {
  func answer(
    in map: LoadedMap, format: MarkerDocument.Format, listsMembers: Bool
  ) throws(Failure) -> [UInt8] {
    if case .tile = self, format != .geojson {
      throw .input("--tile answers in GeoJSON; name a .geojson file, or use --format geojson")
    }
    if map.views.contains(where: \.view.isProjected) {
      throw .input("\(optionName) answers on Mercator's plane alone; leave out --projection")
    }
    do throws(SnapshotError) {
      let hierarchy = try map.snapshotter.hierarchy()
      switch self {
      case .allZooms: return MarkerDocument(try hierarchy.levels(), listsMembers: listsMembers).bytes(format)
      case .leaves(let id, let limit, let offset):
        let leaves = try hierarchy.leaves(of: id, limit: limit, offset: offset)
        return MarkerDocument(leaves, listsMembers: listsMembers).bytes(format)
      case .children(let id):
        return MarkerDocument(try hierarchy.children(of: id), listsMembers: listsMembers).bytes(format)
      case .expansionZoom(let id): return Array("\(try hierarchy.expansionZoom(of: id))\n".utf8)
      case .tile(let tile):
        let tiles = try hierarchy.tiles(zoom: tile.zoom, column: tile.column, row: tile.row)
        return MarkerDocument(tiles, listsMembers: listsMembers).bytes(format)
      }
    } catch {
      throw map.fault(error)
    }
  }
}

private func clusterID(_ word: String) throws(SettingError) -> UInt64 {
  if let id = UInt64(word) { return id }
  throw SettingError("\"\(word)\" is no cluster id; write a cluster_id from the output of clusters")
}

/// A tile of the world, `Z/X/Y`: one zoom more than those of archives have (``TileID``), as cluster indexes answer.
struct TileArgument: ExpressibleByArgument {
  let zoom, column, row: Int

  static func parse(argument: String) throws(SettingError) -> TileArgument {
    guard let (zoom, column, row) = TileID.numbers(of: argument), min(zoom, column, row) >= 0 else {
      throw SettingError("\"\(argument)\" is no tile; write ZOOM/COLUMN/ROW, such as 2/1/0")
    }
    guard zoom <= 31 else { throw .outside("zoom \(zoom)", 0...31) }
    let last = 1 << zoom - 1
    for (name, number) in [("column", column), ("row", row)] where number > last {
      throw .outside("\(name) \(number)", 0...last)
    }
    return TileArgument(zoom: zoom, column: column, row: row)
  }
}
