import JSONDocument

/// The format and size in the first bytes of an image.
public struct PictureHeader: Hashable, Sendable {
  /// The formats that are read or written.
  public enum Format: String, CaseIterable, Sendable {
    /// Portable Network Graphics.
    case png = "PNG"
    /// JPEG, baseline or progressive.
    case jpeg = "JPEG"
    /// WebP.
    case webp = "WebP"
    /// AVIF.
    case avif = "AVIF"
    /// PDF, whose pages are read.
    case pdf = "PDF"

    init?(of bytes: [UInt8]) {
      switch FileSignature(of: bytes) {
      case .png: self = .png
      case .jpeg: self = .jpeg
      case .webp: self = .webp
      default: return nil
      }
    }
  }

  /// The format of the file, by its first bytes.
  public let format: Format
  /// Pixels across, at least 1.
  public let width: Int
  /// Pixels down, at least 1.
  public let height: Int
  /// True if it is a JPEG of four inks.
  let isCMYK: Bool

  init(of bytes: [UInt8]) throws(PictureError) {
    guard !bytes.isEmpty else { throw .empty }
    guard let format = Format(of: bytes) else { throw .notAPicture(looksLike: kind(of: bytes)) }
    var components = 0
    switch format {
    case .png:
      let header = try PNGHeader(of: bytes)
      (width, height) = (header.width, header.height)
    case .jpeg: (width, height, components) = try jpegFrame(bytes)
    case .webp: (width, height) = try webPSize(bytes)
    case .avif, .pdf: throw .notAPicture(looksLike: kind(of: bytes))
    }
    guard width > 0, height > 0 else { throw .damaged(format) }
    (self.format, isCMYK) = (format, components == 4)
  }
}

/// The size and the number of components in the frame header of a JPEG (ITU-T T.81, B.2.2).
private func jpegFrame(_ bytes: [UInt8]) throws(PictureError) -> (width: Int, height: Int, components: Int) {
  func number(at offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
  var offset = 2
  while true {
    guard offset + 4 <= bytes.count else { throw .truncated(.jpeg, bytes: bytes.count) }
    guard bytes[offset] == 0xFF else { throw .damaged(.jpeg) }
    let marker = bytes[offset + 1]
    switch marker {
    case 0xFF:
      offset += 1
      continue
    case 0x01, 0xD0...0xD8:
      offset += 2
      continue
    case 0xD9, 0xDA, 0x00:
      // The end, or pixels, before any size.
      throw .damaged(.jpeg)
    default: break
    }
    let length = number(at: offset + 2)
    guard length >= 2 else { throw .damaged(.jpeg) }
    if 0xC0...0xCF ~= marker, marker != 0xC4, marker != 0xC8, marker != 0xCC {
      guard offset + 10 <= bytes.count else { throw .truncated(.jpeg, bytes: bytes.count) }
      return (number(at: offset + 7), number(at: offset + 5), Int(bytes[offset + 9]))
    }
    offset += 2 + length
  }
}

/// The size of a WebP that is no animation (RFC 9649).
private func webPSize(_ bytes: [UInt8]) throws(PictureError) -> (width: Int, height: Int) {
  guard bytes.count >= 25 else { throw .truncated(.webp, bytes: bytes.count) }
  func number(at offset: Int, bytes count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }
  let promised = number(at: 4, bytes: 4) + 8
  guard bytes.count >= promised else { throw .truncated(.webp, bytes: bytes.count) }
  let kind = String(decoding: bytes[12..<16], as: UTF8.self)
  guard kind == "VP8L" || bytes.count >= 30 else { throw .truncated(.webp, bytes: bytes.count) }
  switch kind {
  case "VP8 ":
    guard bytes[23...25].elementsEqual([0x9D, 0x01, 0x2A]) else { throw .damaged(.webp) }
    return (number(at: 26, bytes: 2) & 0x3FFF, number(at: 28, bytes: 2) & 0x3FFF)
  case "VP8L":
    guard bytes[20] == 0x2F else { throw .damaged(.webp) }
    let bits = number(at: 21, bytes: 4)
    return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
  case "VP8X":
    guard bytes[20] & 0x02 == 0 else { throw .animated(.webp) }
    return (number(at: 24, bytes: 3) + 1, number(at: 27, bytes: 3) + 1)
  default: throw .damaged(.webp)
  }
}
