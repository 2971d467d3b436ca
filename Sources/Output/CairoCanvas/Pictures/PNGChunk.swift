import CGraphics

struct PNGChunk {
  let offset: Int
  /// Bytes of data as the chunk claims, up to 2^32 - 1.
  let count: Int
  let type: String

  init(at offset: Int, in bytes: [UInt8]) {
    self.offset = offset
    self.count = bytes.bigEndian(at: offset)
    self.type = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
  }

  var end: Int { offset + 12 + count }
  /// Small first letter: readers may leave it out.
  var isAncillary: Bool { type.utf8.first.map { $0 & 0x20 != 0 } ?? false }

  func hasRightChecksum(in bytes: [UInt8]) -> Bool {
    let sum = bytes.withUnsafeBufferPointer { file in
      file.baseAddress.map { graphics_crc32($0 + offset + 4, count + 4) } ?? 0
    }
    return Int(sum) == bytes.bigEndian(at: offset + 8 + count)
  }
}

/// The chunks a picture needs, checked: everything else in the file is passed over.
struct PNGChunks {
  /// Header, palette, transparency, pixels and end, in file order, as stretches of the file.
  private(set) var ranges: [graphics_range] = []
  private(set) var pixelByteCount = 0

  init(of bytes: [UInt8], header: PNGHeader) throws(PictureError) {
    var offset = PNGHeader.signature.count
    var (hasPalette, lastWasPixels, ended) = (false, false, false)
    while !ended {
      guard bytes.count - offset >= 8 else { throw .truncated(.png, bytes: bytes.count) }
      let chunk = PNGChunk(at: offset, in: bytes)
      guard chunk.type.utf8.count == 4, chunk.type.utf8.allSatisfy(isLetter), chunk.count <= 0x7FFF_FFFF
      else { throw .malformed("no chunk at byte \(offset)") }
      guard chunk.end <= bytes.count else { throw .truncated(.png, bytes: bytes.count) }
      offset = chunk.end
      guard !chunk.isAncillary || chunk.type == "tRNS" else { continue }
      guard chunk.hasRightChecksum(in: bytes) else {
        throw .badChecksum(chunk: chunk.type, offset: chunk.offset)
      }
      switch chunk.type {
      case "IHDR" where ranges.isEmpty: break
      case "PLTE":
        guard !hasPalette, pixelByteCount == 0, chunk.count % 3 == 0, (1...256).contains(chunk.count / 3)
        else { throw .malformed("its palette is wrong") }
        hasPalette = true
        if header.colorType != .palette { continue }
      case "tRNS": if pixelByteCount > 0 { throw .malformed("its transparency comes too late") }
      case "IDAT":
        guard hasPalette || header.colorType != .palette else { throw .malformed("its palette is missing") }
        guard pixelByteCount == 0 || lastWasPixels else { throw .malformed("its pixels are interrupted") }
        pixelByteCount += chunk.count
      case "IEND": ended = true
      default: throw .malformed("it has an unknown or misplaced chunk \(chunk.type)")
      }
      lastWasPixels = chunk.type == "IDAT"
      ranges.append(graphics_range(offset: chunk.offset, count: chunk.count + 12))
    }
    guard pixelByteCount > 0 else { throw .malformed("it has no pixels") }
  }
}

private func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

extension [UInt8] {
  func bigEndian(at offset: Int) -> Int { self[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
}
