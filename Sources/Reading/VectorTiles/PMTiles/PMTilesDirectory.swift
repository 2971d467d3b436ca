import JSONDocument
public import MapGeometry

/// An entry of a PMTiles directory: a run of equal tiles, or a further directory.
public struct PMTilesEntry: Hashable, Sendable {
  /// The id of the first tile, as ``MapGeometry/TileID/archiveID``.
  public let tileID: UInt64
  /// The number of tiles from there on that are this one; 0 for a leaf directory.
  public let runLength: UInt32
  /// Bytes from the beginning of the tile data or the leaf directories, and their count, above 0.
  public let offset, length: Int

  /// True if the entry leads to a further directory.
  public var isLeaf: Bool { runLength == 0 }
}

/// A directory of a PMTiles archive, unpacked: which tiles lie where.
public struct PMTilesDirectory: Hashable, Sendable {
  static let deepestLeaf = 4

  /// The entries in the order of their tiles.
  public let entries: [PMTilesEntry]

  /// - Throws: ``VectorTileError`` for truncated or unsorted directories, and impossible entries.
  public init(_ bytes: [UInt8]) throws(VectorTileError) {
    self = try bytes.withUnsafeBufferPointer { bytes throws(VectorTileError) in
      guard let begin = bytes.baseAddress else { throw .directoryCutOff }
      return try PMTilesDirectory(WireReader(begin, count: bytes.count))
    }
  }

  private init(_ columns: consuming WireReader) throws(VectorTileError) {
    let size = columns.count
    func next() throws(VectorTileError) -> UInt64 {
      try rethrowing(columns.varint()) { (_: TileFault.Problem) in VectorTileError.directoryCutOff }
    }
    let announced = try next()
    // Each entry has at least a byte in each of four columns.
    guard announced <= UInt64(size / 4) else { throw .tooManyEntries(announced) }
    let count = Int(announced)
    var ids: [UInt64] = []
    var runs: [UInt32] = []
    var lengths: [Int] = []
    ids.reserveCapacity(count)
    runs.reserveCapacity(count)
    lengths.reserveCapacity(count)
    var id: UInt64 = 0
    for index in 0..<count {
      let delta = try next()
      let next = id.addingReportingOverflow(delta)
      guard !next.overflow, delta > 0 || index == 0, next.partialValue < TileID.archiveIDs else {
        throw .unsortedTiles(entry: index)
      }
      id = next.partialValue
      ids.append(id)
    }
    for index in 0..<count {
      guard let run = UInt32(exactly: try next()) else { throw .brokenEntry(index) }
      runs.append(run)
    }
    for index in 0..<count {
      guard let length = UInt32(exactly: try next()), length > 0 else { throw .brokenEntry(index) }
      lengths.append(Int(length))
    }
    var entries: [PMTilesEntry] = []
    entries.reserveCapacity(count)
    for index in 0..<count {
      let stored = try next()
      let offset: Int
      if stored == 0 {
        // Right behind the entry before.
        guard let former = entries.last else { throw .brokenEntry(index) }
        let end = former.offset.addingReportingOverflow(former.length)
        if end.overflow { throw .brokenEntry(index) }
        offset = end.partialValue
      } else {
        guard let known = Int(exactly: stored - 1) else { throw .brokenEntry(index) }
        offset = known
      }
      entries.append(
        PMTilesEntry(tileID: ids[index], runLength: runs[index], offset: offset, length: lengths[index]))
    }
    self.entries = entries
  }

  /// Entry of a tile or of its leaf directory, in O(log *entries*); `nil` if there is none.
  public func entry(for tileID: UInt64) -> PMTilesEntry? {
    let next = entries.partitioningIndex { $0.tileID > tileID }
    guard next > 0 else { return nil }
    let entry = entries[next - 1]
    return entry.isLeaf || tileID - entry.tileID < UInt64(entry.runLength) ? entry : nil
  }

  /// Entry of a tile or of its leaf directory; `nil` if there is none.
  public func entry(for tile: TileID) -> PMTilesEntry? { tile.archiveID.flatMap { entry(for: $0) } }
}

extension PMTilesHeader {
  /// Range of a tile's compressed bytes in the file; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - failure: makes the caller's error.
  ///   - leaf: reads a leaf directory.
  /// - Throws: `failure`'s result for damaged or circular directories; what `leaf` throws.
  public func range<Failure: Error>(
    of tile: TileID, from root: PMTilesDirectory, failure: (VectorTileError) -> Failure,
    leaf: (Range<Int>) throws(Failure) -> PMTilesDirectory
  ) throws(Failure) -> Range<Int>? {
    var (directory, depth) = (root, 0)
    while let entry = directory.entry(for: tile) {
      let range = try rethrowing(range(of: entry), as: failure)
      guard entry.isLeaf else { return range }
      guard depth < PMTilesDirectory.deepestLeaf else {
        throw failure(.leavesTooDeep(limit: PMTilesDirectory.deepestLeaf))
      }
      directory = try leaf(range)
      depth += 1
    }
    return nil
  }

  func range(of entry: PMTilesEntry) throws(VectorTileError) -> Range<Int> {
    let section = entry.isLeaf ? leafDirectories : tileData
    let (begin, far) = section.lowerBound.addingReportingOverflow(entry.offset)
    let (end, farther) = begin.addingReportingOverflow(entry.length)
    guard !far, !farther, end <= section.upperBound else {
      throw .entryOutside(entry.isLeaf ? .leafDirectories : .tileData)
    }
    return begin..<end
  }
}
