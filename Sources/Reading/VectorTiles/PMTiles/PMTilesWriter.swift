/// Writes the head of a PMTiles 3 archive, before tiles in order of ids. Equal tiles are not merged.
public struct PMTilesWriter {
  private let pack: ([UInt8]) -> [UInt8]
  private var ids: [UInt64] = []
  private var lengths: [UInt32] = []

  /// An archive without tiles.
  public init(pack: @escaping ([UInt8]) -> [UInt8]) { self.pack = pack }

  /// Appends a tile of a greater ``MapGeometry/TileID/archiveID`` and `count` bytes, compressed with gzip.
  public mutating func add(_ id: UInt64, count: Int) {
    ids.append(id)
    lengths.append(UInt32(count))
  }

  /// Bytes before the tiles, with edges in degrees (`east` is below `west` across the antimeridian) and JSON
  /// metadata.
  public func head(
    zooms: ClosedRange<Int>, west: Double, south: Double, east: Double, north: Double, metadata: [UInt8]
  ) -> [UInt8] {
    var (root, leaves): ([UInt8], [UInt8]) = (pack(Self.directory(ids[...], lengths[...], run: 1)), [])
    // Header and root lie within the first request; larger directories are cut into leaves of equal size.
    var size = 4096
    while root.count > PMTilesHeader.firstRequest - PMTilesHeader.size {
      leaves = []
      var (firsts, sizes): ([UInt64], [UInt32]) = ([], [])
      var offset = 0
      for start in stride(from: 0, to: ids.count, by: size) {
        let range = start..<min(ids.count, start + size)
        let leaf = pack(Self.directory(ids[range], lengths[range], run: 1, from: offset))
        firsts.append(ids[start])
        sizes.append(UInt32(leaf.count))
        leaves += leaf
        offset += lengths[range].reduce(0) { $0 + Int($1) }
      }
      root = pack(Self.directory(firsts[...], sizes[...], run: 0))
      size *= 2
    }
    let packed = pack(metadata)
    var header = Array("PMTiles".utf8) + [3]
    func append<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.littleEndian) { header += $0 }
    }
    var position = PMTilesHeader.size
    for length in [root.count, packed.count, leaves.count, lengths.reduce(0) { $0 + Int($1) }] {
      append(UInt64(position))
      append(UInt64(length))
      position += length
    }
    // Tiles, entries of directories, and contents.
    for _ in 0..<3 { append(UInt64(ids.count)) }
    // Clustered; directories and tiles in gzip; vector tiles.
    header += [1, 2, 2, 1, UInt8(zooms.lowerBound), UInt8(zooms.upperBound)]
    let crosses = east < west
    let edges = [crosses ? -180 : west, south, crosses ? 180 : east, north]
    for degrees in edges { append(Int32((degrees * 1e7).rounded())) }
    header.append(UInt8(zooms.lowerBound))
    for degrees in [(edges[0] + edges[2]) / 2, (edges[1] + edges[3]) / 2] {
      append(Int32((degrees * 1e7).rounded()))
    }
    return header + root + packed + leaves
  }

  private static func directory(
    _ ids: ArraySlice<UInt64>, _ lengths: ArraySlice<UInt32>, run: UInt64, from offset: Int = 0
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    func append(_ number: UInt64) { PointTile.append(number, to: &bytes) }
    append(UInt64(ids.count))
    var last: UInt64 = 0
    for id in ids {
      append(id - last)
      last = id
    }
    for _ in ids { append(run) }
    for length in lengths { append(UInt64(length)) }
    // One more than the first offset; 0 for what lies directly behind the one before.
    for index in ids.indices { append(index == ids.startIndex ? UInt64(offset + 1) : 0) }
    return bytes
  }
}
