import CairoCanvas
public import Drawing

/// PNG by the canvas: goldens are packed as small as possible, because they stay in a repository.
public struct GoldenPNG: PictureCodec {
  /// The codec.
  public init() {}

  /// The pixels of a file.
  public func decode(_ bytes: [UInt8]) throws(GoldenError) -> Bitmap {
    do throws(PNGError) {
      return try PNG.decode(bytes)
    } catch {
      throw .damaged(error.description)
    }
  }

  /// A file of pixels.
  public func encode(_ bitmap: Bitmap) throws(GoldenError) -> [UInt8] {
    do throws(PNGError) {
      return try PNG.encode(bitmap, options: PNGOptions(compression: 9))
    } catch {
      throw .notWritten(error.description)
    }
  }
}
