import JSONDocument
public import MapGeometry

/// The way through an archive's directories to a tile, one directory at a time.
///
/// Whoever reads the archive fetches the directories, from a file or from a server, at once or later:
/// ```swift
/// var lookup = PMTilesLookup(of: tile, in: header)
/// var directory = root
/// while case .leaf(let range) = try lookup.step(in: directory) { directory = try fetchDirectory(range) }
/// ```
public struct PMTilesLookup: Sendable {
  /// The result of looking up a tile in a directory.
  public enum Step: Hashable, Sendable {
    /// The tile's bytes lie here in the file, packed.
    case tile(Range<Int>)
    /// The next directory lies here in the file, packed.
    case leaf(Range<Int>)
    /// The archive has no such tile.
    case missing
  }

  private let tile: TileID
  private let header: PMTilesHeader
  private var depth = 0

  /// The way to a tile, which begins in the root directory.
  public init(of tile: TileID, in header: PMTilesHeader) {
    self.tile = tile
    self.header = header
  }

  /// Looks the tile up in the next directory.
  ///
  /// - Throws: ``VectorTileError/entryOutside(_:)``, or ``VectorTileError/leavesTooDeep(limit:)`` for archives
  ///   whose directories lead in circles.
  public mutating func step(in directory: PMTilesDirectory) throws(VectorTileError) -> Step {
    guard let entry = directory.entry(for: tile) else { return .missing }
    let section = entry.isLeaf ? header.leafDirectories : header.tileData
    let (begin, far) = section.lowerBound.addingReportingOverflow(entry.offset)
    let (end, farther) = begin.addingReportingOverflow(entry.length)
    guard !far, !farther, end <= section.upperBound else {
      throw .entryOutside(entry.isLeaf ? .leafDirectories : .tileData)
    }
    guard entry.isLeaf else { return .tile(begin..<end) }
    depth += 1
    guard depth <= PMTilesDirectory.deepestLeaf else {
      throw .leavesTooDeep(limit: PMTilesDirectory.deepestLeaf)
    }
    return .leaf(begin..<end)
  }
}

extension PMTilesHeader {
  /// The range of a tile's bytes in the file, packed.
  ///
  /// - Parameters:
  ///   - tile: the tile.
  ///   - root: the root directory.
  ///   - failure: makes the caller's error of one of this module.
  ///   - leaf: fetches, inflates and reads the directory that lies in a part of the file.
  /// - Returns: `nil` where the archive has no such tile.
  /// - Throws: What `failure` makes of a damaged directory, and what `leaf` throws.
  public func range<Failure: Error>(
    of tile: TileID, from root: PMTilesDirectory, failure: (VectorTileError) -> Failure,
    leaf: (Range<Int>) throws(Failure) -> PMTilesDirectory
  ) throws(Failure) -> Range<Int>? {
    var lookup = PMTilesLookup(of: tile, in: self)
    var directory = root
    while true {
      switch try rethrowing(lookup.step(in: directory), as: failure) {
      case .tile(let range): return range
      case .missing: return nil
      case .leaf(let range): directory = try leaf(range)
      }
    }
  }
}
