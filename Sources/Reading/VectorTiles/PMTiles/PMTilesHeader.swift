public import MapGeometry

/// The header of a PMTiles archive, version 3: where its parts lie, and what they hold.
public struct PMTilesHeader: Hashable, Sendable {
  /// Bytes of a header.
  public static let size = 127
  /// The header and the root directory lie within so many bytes from the beginning of the file.
  public static let firstRequest = 16_384
  /// The zooms of an archive.
  public static let zooms = 0...26

  /// The packing of bytes.
  public enum Compression: UInt8, Hashable, Sendable {
    case unknown, none, gzip, brotli, zstd

    /// The name for messages.
    public var name: String { ["unknown", "none", "gzip", "Brotli", "zstd"][Int(rawValue)] }
  }

  /// The kind of the tiles.
  public enum TileType: UInt8, Hashable, Sendable {
    case unknown
    /// Mapbox vector tiles.
    case mvt
    case png, jpeg, webp, avif
    /// MapLibre vector tiles.
    case mlt

    /// The name for messages.
    public var name: String { ["unknown", "MVT", "PNG", "JPEG", "WebP", "AVIF", "MLT"][Int(rawValue)] }
  }

  /// Ranges in the file; those of the metadata and leaf directories may be empty.
  public let rootDirectory, metadata, leafDirectories, tileData: Range<Int>
  /// The number of tiles that the archive answers, 0 where the writer did not count.
  public let addressedTiles: UInt64
  /// True if the tiles lie in the order of their ids.
  public let isClustered: Bool
  /// Compression of directories and metadata, and of tiles.
  public let internalCompression, tileCompression: Compression
  /// The kind of the tiles.
  public let tileType: TileType
  /// Zooms of the tiles, `0...26`.
  public let minimumZoom, maximumZoom: Int
  /// The region that has tiles; `nil` where the header's numbers make none, as those of writers that fill in zeros.
  public let bounds: BoundingBox?
  /// The zoom that the archive proposes to be seen at, `0...255`.
  public let centerZoom: Int
  /// The proposed center; `nil` if its numbers are invalid.
  public let center: Coordinate?

  /// - Parameters:
  ///   - bytes: at least the first 127.
  ///   - fileSize: if known, sections must lie inside.
  /// - Throws: ``VectorTileError``.
  public init(_ bytes: [UInt8], fileSize: Int? = nil) throws(VectorTileError) {
    guard bytes.starts(with: Array("PM".utf8)) else { throw .notPMTiles }
    guard bytes.starts(with: Array("PMTiles".utf8)) else {
      // Versions 1 and 2 have two letters and a 16-bit number.
      guard bytes.count >= 4, bytes[3] == 0, (1...2).contains(bytes[2]) else { throw .notPMTiles }
      throw .unsupportedVersion(Int(bytes[2]))
    }
    guard bytes.count >= 8 else { throw .headerCutOff(bytes: bytes.count) }
    guard bytes[7] == 3 else { throw .unsupportedVersion(Int(bytes[7])) }
    guard bytes.count >= PMTilesHeader.size else { throw .headerCutOff(bytes: bytes.count) }
    func number(at offset: Int) -> UInt64 {
      bytes[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    func degrees(at offset: Int) -> Double {
      let bits = bytes[offset..<offset + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return Double(Int32(bitPattern: bits)) / 10_000_000
    }
    func section(_ section: VectorTileError.Section, at offset: Int) throws(VectorTileError) -> Range<Int> {
      guard let begin = Int(exactly: number(at: offset)), let length = Int(exactly: number(at: offset + 8))
      else { throw .outsideFile(section) }
      let end = begin.addingReportingOverflow(length)
      guard !end.overflow, fileSize.map({ end.partialValue <= $0 || length == 0 }) ?? true else {
        throw .outsideFile(section)
      }
      return begin..<end.partialValue
    }
    rootDirectory = try section(.rootDirectory, at: 8)
    metadata = try section(.metadata, at: 24)
    leafDirectories = try section(.leafDirectories, at: 40)
    tileData = try section(.tileData, at: 56)
    if rootDirectory.isEmpty { throw .emptySection(.rootDirectory) }
    addressedTiles = number(at: 72)
    isClustered = bytes[96] == 1
    internalCompression = Compression(rawValue: bytes[97]) ?? .unknown
    tileCompression = Compression(rawValue: bytes[98]) ?? .unknown
    tileType = TileType(rawValue: bytes[99]) ?? .unknown
    (minimumZoom, maximumZoom) = (Int(bytes[100]), Int(bytes[101]))
    guard minimumZoom <= maximumZoom, PMTilesHeader.zooms.contains(maximumZoom) else {
      throw .zoomsOutOfRange(minimum: minimumZoom, maximum: maximumZoom)
    }
    let (west, south, east, north) = (degrees(at: 102), degrees(at: 106), degrees(at: 110), degrees(at: 114))
    bounds =
      west < east && south < north && max(abs(west), abs(east)) <= 180
      ? try? BoundingBox(west: west, south: south, east: east, north: north) : nil
    centerZoom = Int(bytes[118])
    let (longitude, latitude) = (degrees(at: 119), degrees(at: 123))
    center = abs(longitude) <= 180 ? try? Coordinate(checkedLatitude: latitude, longitude: longitude) : nil
  }
}
