import CairoCanvas
public import Drawing
import JSONDocument

/// Reads and writes the PNG files of goldens with the canvas: packed as small as possible, because they stay in a
/// repository.
public struct GoldenPNG: PictureCodec {
  /// The codec; it has no state.
  public init() {}

  /// The pixels of a file.
  ///
  /// - Throws: ``GoldenError/damaged(_:)``.
  public func decode(_ bytes: [UInt8]) throws(GoldenError) -> Bitmap {
    try rethrowing(PNG.decode(bytes)) { (error: PictureError) in GoldenError.damaged("\(error)") }
  }

  /// A file of pixels.
  ///
  /// - Throws: ``GoldenError/notWritten(_:)``.
  public func encode(_ bitmap: Bitmap) throws(GoldenError) -> [UInt8] {
    try rethrowing(PNG.encode(bitmap, options: PNGOptions(compression: 9))) { (error: PictureError) in
      GoldenError.notWritten("\(error)")
    }
  }
}
