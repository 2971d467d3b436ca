import JSONDocument

/// The size and kind of pixels in the first 33 bytes of a PNG.
public struct PNGHeader: Hashable, Sendable {
  enum ColorType: UInt8 {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6

    var channels: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    /// Bits a value may have (PNG specification, table 12).
    var depths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgba: [8, 16]
      }
    }
  }

  /// Pixels across, at least 1.
  public let width: Int
  /// Pixels down, at least 1.
  public let height: Int
  let bitDepth: Int
  let colorType: ColorType
  let isInterlaced: Bool

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  static let byteCount = 33

  init(of bytes: [UInt8]) throws(PictureError) {
    guard !bytes.isEmpty else { throw .emptyPNG }
    let start = bytes.prefix(Self.signature.count)
    guard Self.signature.starts(with: start) else { throw .notPNG(looksLike: kind(of: bytes)) }
    guard bytes.count >= Self.byteCount else { throw .truncated(.png, bytes: bytes.count) }
    let chunk = PNGChunk(at: 8, in: bytes)
    guard chunk.type == "IHDR", chunk.count == 13 else { throw .malformed("it does not begin with its size") }
    guard chunk.hasRightChecksum(in: bytes) else { throw .badChecksum(chunk: "IHDR", offset: 8) }
    let (width, height) = (bytes.bigEndian(at: 16), bytes.bigEndian(at: 20))
    guard (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height) else {
      throw .malformed("a size of \(width)×\(height) pixels is no picture")
    }
    guard let colorType = ColorType(rawValue: bytes[25]), colorType.depths.contains(Int(bytes[24])) else {
      throw .malformed("there is no color type \(bytes[25]) of \(bytes[24]) bits")
    }
    guard bytes[26] == 0, bytes[27] == 0, bytes[28] <= 1 else {
      throw .malformed("its way of packing (\(bytes[26]), \(bytes[27]), \(bytes[28])) is unknown")
    }
    (self.width, self.height, isInterlaced) = (width, height, bytes[28] == 1)
    (self.colorType, bitDepth) = (colorType, Int(bytes[24]))
  }

  /// Bytes the pixels unpack to, at least; interlacing adds some.
  var unpackedByteCount: Int {
    let (bits, overflow) = width.multipliedReportingOverflow(by: bitDepth * colorType.channels)
    let row = overflow ? Int.max / 16 : (bits + 7) / 8 + 1
    let (all, tooMany) = row.multipliedReportingOverflow(by: height)
    return tooMany ? Int.max : isInterlaced ? all / 2 : all
  }
}

func kind(of bytes: [UInt8]) -> String? {
  switch FileSignature(of: bytes) {
  case .jpeg: return "a JPEG"
  case .gif: return "a GIF"
  case .pdf: return "a PDF"
  case .tiff: return "a TIFF"
  case .bmp: return "a BMP"
  case .webp: return "a WebP"
  case .gzip: return "gzip"
  case .zip: return "a ZIP archive"
  case .gitPointer: return "a Git LFS pointer"
  case .png where bytes.dropFirst(4).first == 0x0A: return "a PNG changed by text conversion"
  default: break
  }
  switch bytes.first {
  case UInt8(ascii: "<"): return bytes.starts(with: Array("<svg".utf8)) ? "an SVG" : "HTML or XML"
  case UInt8(ascii: "{"): return "JSON"
  default: return nil
  }
}
