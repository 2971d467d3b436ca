public import MapGeometry
import Inflate
import JSONDocument

/// The format of a tile, as its bytes show; metadata and headers are not trusted.
public enum TileFormat: String, Hashable, Sendable, CaseIterable {
  case png, jpeg, webp, vector
  /// Unknown, or damaged at its beginning.
  case unknown

  /// Recognizes an inflated tile. Empty bytes are a vector tile without layers.
  public init(of bytes: [UInt8]) {
    switch FileSignature(of: bytes) {
    case .png: self = .png
    case .jpeg: self = .jpeg
    case .webp: self = .webp
    default: self = bytes.isEmpty || TileFormat.beginsWithLayer(bytes) ? .vector : .unknown
    }
  }

  var isPicture: Bool { self == .png || self == .jpeg || self == .webp }

  var phrase: String {
    switch self {
    case .png: "a PNG"
    case .jpeg: "a JPEG"
    case .webp: "a WebP"
    case .vector: "a vector tile"
    case .unknown: "of an unknown kind"
    }
  }

  /// True if bytes begin with a layer: field 3 with a length, and one of a layer's fields.
  private static func beginsWithLayer(_ bytes: [UInt8]) -> Bool {
    guard bytes[0] == 0x1A, let end = bytes.dropFirst().prefix(10).firstIndex(where: { $0 < 0x80 }) else {
      return false
    }
    // An empty layer, or name, features, keys, values, extent, version.
    return end + 1 == bytes.count || bytes[end] == 0
      || [0x0A, 0x12, 0x1A, 0x22, 0x28, 0x78].contains(bytes[end + 1])
  }

  /// Name of a format that is no tile, with an article.
  static func foreignName(_ bytes: [UInt8]) -> String? {
    let text = bytes.drop {
      $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF
    }
    switch text.first {
    case 0x3C: return "a page of HTML or XML"
    case 0x7B, 0x5B: return "a JSON document"
    default: return nil
    }
  }

  static func isAVIF(_ bytes: [UInt8]) -> Bool { bytes.dropFirst(4).starts(with: Array("ftypavi".utf8)) }
}

/// A tile's bytes, inflated.
public struct TileBytes: Hashable, Sendable {
  /// The id of the tile.
  public let id: TileID
  /// The bytes, at most 32 MB.
  public let bytes: [UInt8]
  /// The format of the bytes.
  public let content: TileFormat
  /// The tile and its source, for messages; without passwords and keys.
  public let name: String

  /// A tile of a host's own.
  public init(id: TileID, bytes: [UInt8], content: TileFormat, name: String) {
    (self.id, self.bytes, self.content, self.name) = (id, bytes, content, name)
  }

  /// Inflates a tile and detects its format.
  ///
  /// - Parameter expected: the metadata's format, if any. Image formats may be mixed, as in many archives.
  init(
    _ id: TileID, stored: [UInt8], name: String, expected: ArchiveDescription.Format? = nil
  ) throws(TileError) {
    let bytes = try rethrowing(inflated(stored, limit: TileLimits.bytes)) {
      (error: InflateError) -> TileError in
      switch error {
      case .tooLarge(let limit): .tooLarge(name: name, limit: limit)
      case .noZstandard, .outOfMemory: .archive(name: name, reason: "\(error)")
      default: .damagedTile(name: name, reason: "\(error)")
      }
    }
    if TileFormat.isAVIF(bytes) { throw .unsupported(name: name, format: "an AVIF picture") }
    let content = TileFormat(of: bytes)
    if content == .unknown, let found = TileFormat.foreignName(bytes) {
      throw .notATile(name: name, found: found)
    }
    switch expected {
    case .mvt where content.isPicture:
      throw .otherContent(name: name, found: content, expected: "vector tiles")
    case .png, .jpeg, .webp:
      guard content == .vector, !bytes.isEmpty else { break }
      throw .otherContent(name: name, found: content, expected: "pictures")
    default: break
    }
    self.init(id: id, bytes: bytes, content: content, name: name)
  }
}

/// Name of an unsupported format; `nil` for all others.
func unread(_ format: ArchiveDescription.Format?) -> String? {
  switch format {
  case .avif: "of type AVIF"
  case .mlt: "of type MLT"
  default: nil
  }
}
