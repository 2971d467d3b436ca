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
    if bytes.starts(with: [0x1F, 0x8B]) {
      throw .notAPicture(
        name: name,
        reason: "it is gzip, so perhaps a vector tile, and only PNG, JPEG and WebP tiles are drawn")
    }
    let header: PictureHeader
    do throws(PictureError) {
      header = try PictureReader.header(of: bytes)
    } catch {
      throw .notAPicture(name: name, reason: "\(error)")
    }
    guard header.width == header.height, header.width == size || header.width == 2 * size else {
      throw .wrongSize(name: name, width: header.width, height: header.height, tileSize: size)
    }
    do throws(PictureError) {
      return try PictureReader.decode(bytes)
    } catch {
      throw .notAPicture(name: name, reason: "\(error)")
    }
  }
}
