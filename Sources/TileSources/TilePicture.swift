import CairoCanvas
import Drawing

/// What every tile must be, wherever it comes from.
enum TilePicture {
  /// No tile has more bytes.
  static let byteLimit = 8 << 20

  /// Reads a tile; what it is, its bytes say.
  ///
  /// - Parameter size: pixels a side; a tile may have twice as many.
  static func decode(_ bytes: [UInt8], name: String, size: Int) throws(TileError) -> Bitmap {
    if let format = otherFormat(bytes) {
      throw .notAPicture(
        name: name, reason: "it is \(format), and only PNG tiles are drawn; convert them, or ask for PNG")
    }
    let header: PNGHeader
    do throws(PNGError) {
      header = try PNG.header(of: bytes)
    } catch {
      throw .notAPicture(name: name, reason: "\(error)")
    }
    guard header.width == header.height, header.width == size || header.width == 2 * size else {
      throw .wrongSize(name: name, width: header.width, height: header.height, tileSize: size)
    }
    do throws(PNGError) {
      return try PNG.decode(bytes)
    } catch {
      throw .notAPicture(name: name, reason: "\(error)")
    }
  }

  /// Pictures of other kinds that tile servers send.
  private static func otherFormat(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "a JPEG" }
    if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      return "a WebP"
    }
    if bytes.starts(with: [0x1F, 0x8B]) { return "gzip, so perhaps a vector tile" }
    return nil
  }
}
