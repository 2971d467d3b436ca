import CommandParts
import Arguments
import CairoCanvas
import Inflate
import JSONDocument
import MapGeometry
import MapScene
import MapSession
import MapSettings
import Parallel
import TileSources
import VectorTiles

/// Zooms from one to another, `0-12`, or one.
private func zooms(_ word: String) throws(SettingError) -> ClosedRange<Int> {
  let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
  guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first <= last,
    first >= 0, last <= 24
  else { throw SettingError("\"\(word)\" is no range of zooms; write one such as 0-12, up to 24") }
  return first...last
}

struct TilesCommand: ParsableCommand {
  @Argument() var inputs: [String]
  @Option(short: "-o") var output: String?
  @Option(reading: zooms) var zoom: ClosedRange<Int>?
  @Option(within: 0...4096) var buffer: Int?
  @Option() var properties: String?
  @Option(within: 1...64) var threads: Int?
  @OptionGroup var confinement: ConfinementArguments
  @OptionGroup("Reading") var reading: InputOptions
  @SettingOptions(ClusterOptions.table.entries, "Clustering") var clustering: ClusterOptions
  @OptionGroup("Everywhere") var common: CommonOptions

  static let configuration = CommandConfiguration("tiles")

  func run() throws -> Int32 {
    var clock = StageClock()
    let messages = common.messages
    let progress = Progress(isQuiet: common.quiet)
    guard inputs.count == 1 else {
      throw Failure.input(
        "tiles are of one input, and \(inputs.count) are named; write clustersnap tiles points.csv -o clusters.pmtiles"
      )
    }
    guard let output else { throw Failure.input("no output is set; use -o clusters.pmtiles") }
    let root = try confinement.folder()
    let file = OutputFile(path: output, root: root)
    try file.check()
    guard ["pmtiles", "mbtiles"].contains(file.pathExtension) else {
      throw Failure.input("-o: \(output) ends in no known format; name a .pmtiles or .mbtiles file")
    }
    let range = zoom ?? 0...12
    let columns = properties?.split(separator: ",").map(String.init) ?? []
    var map = MapSpecification()
    map.inputs = reading.table.map { FileLoader.naming(table: $0, of: inputs) } ?? inputs
    map.clustering = clustering
    reading.set(in: &map, threads: threads)
    map.basemaps = ["none"]
    (map.needsMembers, map.prefersGrid) = (true, true)
    let log = messages.log(progress)
    let loaded = try MapSession.ofCommand(root: root).load(map, log: log)
    clock.mark("read")
    try loaded.checkIsSingle()
    try OutputFile.checkDistinct([file], from: loaded.inputPaths)
    guard let source = loaded.snapshotter.sources.first(where: { !$0.isBackdrop }) else {
      throw Failure.input("it has no points; name another input", at: inputs[0])
    }
    for column in columns where !source.features.propertyNames.contains(column) {
      throw Failure.input(
        "--properties: there is no column \(escapedForMessage(column)); \(nameAdvice(column, among: source.features.propertyNames))"
      )
    }
    let isPMTiles = file.pathExtension == "pmtiles"
    var archive = try Archive(isPMTiles, isKept: !confinement.dryRun, beside: file)
    for zoom in range {
      let level = try loaded.clusterLevel(zoom: zoom, columns: columns)
      try progress.during("writing zoom \(zoom)") { () throws(Failure) in
        try archive.add(level, buffer: buffer ?? 0, threads: threads ?? processorCount)
      }
    }
    clock.mark("tiles")
    try log.endIfStrict()
    if confinement.dryRun {
      progress.clear()
      return try ConfinementArguments.print(
        loaded.sourceLines + ["output: \(file.name) (\(counted(archive.count, "tile")))"])
    }
    let facts = ArchiveFacts(
      name: source.name, zooms: range, bounds: BoundingBox(holding: source.features.points), columns: columns)
    try archive.write(facts, to: file)
    clock.mark("write")
    messages.info("\(loaded.snapshotter.readText), \(counted(archive.count, "tile")) written; \(clock.text)")
    return ExitStatus.done
  }
}

private struct ArchiveFacts {
  let name: String
  let zooms: ClosedRange<Int>
  let bounds: BoundingBox?
  let columns: [String]

  var layers: String {
    var json = JSONWriter()
    json.array { json in
      json.object { json in
        json.member("id", ClusterLevel.layer)
        json.member("minzoom", zooms.lowerBound)
        json.member("maxzoom", zooms.upperBound)
        json.object("fields") { json in
          for name in [
            "cluster", "cluster_id", "point_count", "expansion_zoom", "west", "south", "east", "north",
          ] {
            json.member(name, name == "cluster" ? "Boolean" : "Number")
          }
          for name in ["point_count_abbreviated", "id"] + columns { json.member(name, "String") }
        }
      }
    }
    return json.text
  }
}

private struct Archive {
  private var pmtiles: PMTilesWriter?
  private let mbtiles: MBTilesWriter?
  private let data: ScratchBytes?
  private(set) var count = 0

  init(_ isPMTiles: Bool, isKept: Bool, beside file: OutputFile) throws(Failure) {
    pmtiles = isPMTiles ? PMTilesWriter { gzipped($0) } : nil
    mbtiles = isPMTiles ? nil : try rethrowing(MBTilesWriter(), as: Self.failure)
    data = isPMTiles && isKept ? try ScratchBytes(beside: file) : nil
  }

  private static func failure(_ error: TileError) -> Failure { .output(error.message) }

  mutating func add(_ level: ClusterLevel, buffer: Int, threads: Int) throws(Failure) {
    let tiles = level.parts
    // Tiles with nothing but a buffer are left out; in blocks, so that memory does not grow with their number.
    for start in stride(from: 0, to: tiles.count, by: 8192) {
      let block = tiles[start..<min(tiles.count, start + 8192)]
      let bytes = concurrentMap(
        (block.count + 63) / 64, threads: threads, worker: { PointTile(layer: ClusterLevel.layer) }
      ) { writer, part in
        block.dropFirst(part * 64).prefix(64).map { part in
          gzipped(level.tile(part, buffer: buffer, into: &writer))
        }
      }.joined()
      for (part, bytes) in zip(block, bytes) {
        count += 1
        pmtiles?.add(part.id, count: bytes.count)
        try data?.add(bytes)
        if let mbtiles, let tile = TileID(archiveID: part.id) {
          try rethrowing(mbtiles.add(tile, bytes), as: Self.failure)
        }
      }
    }
  }

  func write(_ facts: ArchiveFacts, to file: OutputFile) throws(Failure) {
    let box = facts.bounds
    if let pmtiles {
      var json = JSONWriter()
      json.object { json in
        json.member("name", facts.name)
        json.member("generator", "clustersnap \(ToolVersion.number)")
        json.key("vector_layers")
        if let layers = try? JSONText(parsing: Array(facts.layers.utf8)) { json.value(layers.root) }
      }
      let head = pmtiles.head(
        zooms: facts.zooms, west: box?.west ?? -180, south: box?.south ?? -85, east: box?.east ?? 180,
        north: box?.north ?? 85, metadata: json.bytes)
      let stage = OutputStage()
      var first: [UInt8]? = head
      try stage.add(to: file) { () throws(Failure) in
        if let head = first.take() { return head }
        return try data?.next()
      }
      return try stage.commit()
    }
    guard let mbtiles else { return }
    let edges = [box?.west ?? -180, box?.south ?? -85, box?.east ?? 180, box?.north ?? 85]
    let bytes = try rethrowing(
      mbtiles.bytes(metadata: [
        "name": facts.name, "format": "pbf", "minzoom": "\(facts.zooms.lowerBound)",
        "maxzoom": "\(facts.zooms.upperBound)",
        "bounds": edges.map { decimalText(of: $0, decimals: 7) }.joined(separator: ","),
        "json": "{\"vector_layers\":\(facts.layers)}",
      ]), as: Self.failure)
    try file.write(bytes)
  }
}
