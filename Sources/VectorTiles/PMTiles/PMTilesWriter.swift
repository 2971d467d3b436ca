/// A PMTiles archive, version 3, in memory: tiles in the order of their ids, equal tiles stored once.
public struct PMTilesWriter {
  private let pack: ([UInt8]) -> [UInt8]
  private var entries: [(id: UInt64, run: UInt32, offset: Int, length: Int)] = []
  private var data: [UInt8] = []
  private var offsets: [[UInt8]: Int] = [:]  // looked up, never iterated
  private var addressed = 0

  /// Tiles larger than this are not looked for among those before.
  private static let largestShared = 512

  /// An archive without tiles.
  public init(pack: @escaping ([UInt8]) -> [UInt8]) { self.pack = pack }

  /// Adds a tile behind all others.
  ///
  /// - Parameters:
  ///   - id: ``MapGeometry/TileID/archiveID``, above those before.
  ///   - bytes: the tile, compressed with gzip, at least a byte.
  public mutating func add(_ id: UInt64, _ bytes: [UInt8]) {
    addressed += 1
    let shared = bytes.count <= Self.largestShared ? offsets[bytes] : nil
    let offset = shared ?? data.count
    if shared == nil {
      if bytes.count <= Self.largestShared { offsets[bytes] = data.count }
      data += bytes
    }
    if let last = entries.last, last.offset == offset, last.id + UInt64(last.run) == id {
      entries[entries.count - 1].run += 1
    } else {
      entries.append((id, 1, offset, bytes.count))
    }
  }

  /// The whole archive.
  ///
  /// - Parameters:
  ///   - west: the western edge of what they show, in degrees.
  ///   - east: the eastern edge; below the western one across the antimeridian.
  ///   - metadata: a JSON object.
  public func bytes(
    zooms: ClosedRange<Int>, west: Double, south: Double, east: Double, north: Double, metadata: [UInt8]
  ) -> [UInt8] {
    var (root, leaves): ([UInt8], [UInt8]) = (pack(Self.directory(entries[...])), [])
    // Header and root lie within the first request; larger directories are cut into leaves of equal size.
    var size = 4096
    while root.count > PMTilesHeader.firstRequest - PMTilesHeader.size {
      leaves = []
      var roots: [(id: UInt64, run: UInt32, offset: Int, length: Int)] = []
      for start in stride(from: 0, to: entries.count, by: size) {
        let part = entries[start..<min(entries.count, start + size)]
        let leaf = pack(Self.directory(part))
        roots.append((part[start].id, 0, leaves.count, leaf.count))
        leaves += leaf
      }
      root = pack(Self.directory(roots[...]))
      size *= 2
    }
    let packed = pack(metadata)
    var header = Array("PMTiles".utf8) + [3]
    func append<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.littleEndian) { header += $0 }
    }
    var place = PMTilesHeader.size
    for length in [root.count, packed.count, leaves.count, data.count] {
      append(UInt64(place))
      append(UInt64(length))
      place += length
    }
    append(UInt64(addressed))
    append(UInt64(entries.count))
    append(UInt64(Set(entries.map(\.offset)).count))
    // Clustered; directories and tiles in gzip; vector tiles.
    header += [1, 2, 2, 1, UInt8(zooms.lowerBound), UInt8(zooms.upperBound)]
    let crosses = east < west
    let edges = [crosses ? -180 : west, south, crosses ? 180 : east, north]
    for degrees in edges { append(Int32((degrees * 1e7).rounded())) }
    header.append(UInt8(zooms.lowerBound))
    for degrees in [(edges[0] + edges[2]) / 2, (edges[1] + edges[3]) / 2] {
      append(Int32((degrees * 1e7).rounded()))
    }
    return header + root + packed + leaves + data
  }

  private static func directory(
    _ entries: ArraySlice<(id: UInt64, run: UInt32, offset: Int, length: Int)>
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    func append(_ number: UInt64) { PointTile.append(number, to: &bytes) }
    append(UInt64(entries.count))
    var last: UInt64 = 0
    for entry in entries {
      append(entry.id - last)
      last = entry.id
    }
    for entry in entries { append(UInt64(entry.run)) }
    for entry in entries { append(UInt64(entry.length)) }
    var end: Int?
    for entry in entries {
      append(entry.offset == end ? 0 : UInt64(entry.offset + 1))
      end = entry.offset + entry.length
    }
    return bytes
  }
}
