import CairoCanvas
public import Drawing

/// Reads and writes the PNG files of goldens with the canvas: packed as small as possible, because they stay in a
/// repository.
public struct GoldenPNG: PictureCodec {
  /// The codec; it has no state.
  public init() {}

  /// The pixels of a file.
  ///
  /// - Throws: ``GoldenError/damaged(_:)``.
  public func decode(_ bytes: [UInt8]) throws(GoldenError) -> Bitmap {
    do throws(PNGError) {
      return try PNG.decode(bytes)
    } catch {
      throw .damaged(error.description)
    }
  }

  /// A file of pixels.
  ///
  /// - Throws: ``GoldenError/notWritten(_:)``.
  public func encode(_ bitmap: Bitmap) throws(GoldenError) -> [UInt8] {
    do throws(PNGError) {
      return try PNG.encode(bitmap, options: PNGOptions(compression: 9))
    } catch {
      throw .notWritten(error.description)
    }
  }
}
