import CSystem
import JSONDocument
import MapGeometry
import VectorTiles

extension FileTiles {
  /// Tiles in folders by zoom and column: `6/32/21.pbf`.
  ///
  /// One file shows the ending; `metadata.json` or `tiles.json` describes the tiles.
  ///
  /// - Throws: ``TileError`` for a folder without tiles.
  init(folder path: String) throws(TileError) {
    let layout = try FolderLayout(path)
    try self.init(layout.template, below: path, description: layout.description)
  }
}

struct FolderLayout {
  let template: TileTemplate
  private(set) var description = ArchiveDescription()

  private static let endings = ["pbf", "mvt", "png", "jpg", "jpeg", "webp"]
  private static let namesLimit = 100_000

  init(_ path: String) throws(TileError) {
    let folder = path.hasSuffix("/") ? path : path + "/"
    let root = try FileRoot(path)
    let zooms = try FolderLayout.numbers(in: folder, below: root).filter { TileID.zooms.contains($0) }
    guard let (ending, isLarge) = try FolderLayout.ending(in: folder, zooms: zooms, below: root) else {
      throw .notAnArchive(
        name: path, reason: "the folder has no files such as 0/0/0.pbf or 0/0/0.png; name the folder of zooms"
      )
    }
    // The document that mbutil and tippecanoe write has MBTiles' names, all of them texts; that of others is TileJSON.
    for name in ["metadata.json", "tiles.json"] {
      guard let file = try root.resolve(folder + name),
        let document = try? readFile(file, name: folder + name, limit: TileLimits.metadataBytes)
      else { continue }
      description = try rethrowing(FolderLayout.description(document)) { (error: VectorTileError) in
        TileError.archive(name: folder + name, reason: "\(error)")
      }
      break
    }
    template = TileTemplate(
      folder + "{z}/{x}/{y}\(isLarge ? "@2x" : "").\(ending)", isFlipped: description.isFlipped)
    description.format = ArchiveDescription.Format(named: ending)
    (description.minimumZoom, description.maximumZoom) = (zooms.first, zooms.last)
    if description.center == nil, description.bounds == nil, !description.isFlipped, let zoom = zooms.last {
      description.center = try FolderLayout.middle(of: folder, zoom: zoom, below: root)
    }
  }

  private static func middle(
    of folder: String, zoom: Int, below root: FileRoot
  ) throws(TileError) -> Coordinate? {
    let columns = try numbers(in: "\(folder)\(zoom)/", below: root)
    guard !columns.isEmpty else { return nil }
    let column = columns[columns.count / 2]
    let rows = try names(in: "\(folder)\(zoom)/\(column)/", below: root)
      .compactMap { number($0.prefix { $0 != "." && $0 != "@" }) }.sorted()
    guard !rows.isEmpty else { return nil }
    let count = Double(1 << zoom)
    let (x, y) = ((Double(column) + 0.5) / count, (Double(rows[rows.count / 2]) + 0.5) / count)
    return (0..<1).contains(x) && (0..<1).contains(y) ? WorldPoint(x: x, y: y).coordinate : nil
  }

  private static func description(_ document: [UInt8]) throws(VectorTileError) -> ArchiveDescription {
    let description = try ArchiveDescription(tileJSON: document)
    guard let root = try? JSONText(parsing: document).root,
      root["bounds"]?.string != nil || root["json"] != nil
    else { return description }
    var values: [String: String] = [:]
    for key in ArchiveDescription.metadataKeys { values[key] = root[key]?.string }
    var converted = try ArchiveDescription(mbtiles: values)
    converted.isFlipped = description.isFlipped
    return converted
  }

  /// Ending of the first tile, and true for `@2x`.
  private static func ending(
    in folder: String, zooms: [Int], below root: FileRoot
  ) throws(TileError) -> (ending: String, isLarge: Bool)? {
    for zoom in zooms {
      let columns = try numbers(in: "\(folder)\(zoom)/", below: root)
      for column in columns.prefix(16) {
        for name in try names(in: "\(folder)\(zoom)/\(column)/", below: root).sorted() {
          guard let dot = name.lastIndex(of: ".") else { continue }
          let ending = String(name[name.index(after: dot)...])
          let stem = name[..<dot]
          let isLarge = stem.hasSuffix("@2x")
          if number(isLarge ? stem.dropLast(3) : stem) != nil, endings.contains(ending.lowercased()) {
            return (ending, isLarge)
          }
        }
      }
    }
    return nil
  }

  /// Number without sign and leading zeros.
  private static func number(_ text: some StringProtocol) -> Int? {
    Int(text).flatMap { $0 >= 0 && String($0) == text ? $0 : nil }
  }

  private static func numbers(in folder: String, below root: FileRoot) throws(TileError) -> [Int] {
    try names(in: folder, below: root).compactMap { number($0) }.sorted()
  }

  private static func names(in folder: String, below root: FileRoot) throws(TileError) -> [String] {
    guard let path = try root.resolve(folder) else { return [] }
    guard let directory = opendir(path) else {
      if last_error() == ENOTDIR { return [] }
      throw .unreadable(folder)
    }
    defer { closedir(directory) }
    var names: [String] = []
    while names.count < namesLimit, let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
  }
}

/// Concurrent local reads: as many as processors, at most 8.
let localFetchesAtOnce = max(1, min(8, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
