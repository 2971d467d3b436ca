import CGraphics
public import Drawing

/// Writes pictures as JPEG, WebP and AVIF, with libjpeg-turbo, libwebp and libavif, which are loaded when the first such
/// picture is written and never otherwise.
public enum PictureWriter {
  /// A picture as a file's bytes.
  ///
  /// - Parameters:
  ///   - format: JPEG, which has no alpha and keeps what is below it out of view, WebP or AVIF.
  ///   - quality: `1...100`; `nil` for 90 of JPEG, 80 of AVIF, and for WebP without loss.
  /// - Throws: ``PictureError/noWriter(_:)`` where the library is missing, ``PictureError/tooLargeToWrite(_:side:)``,
  ///   ``PictureError/outOfMemory(_:)``.
  /// - Complexity: O(*n*) in pixels.
  public static func encode(
    _ bitmap: Bitmap, as format: PictureHeader.Format, quality: Int? = nil
  ) throws(PictureError) -> [UInt8] {
    if format == .png { return try PNG.encode(bitmap) }
    let side = format == .webp ? 16_383 : format == .avif ? 16_384 : 65_500
    guard bitmap.width <= side, bitmap.height <= side else { throw .tooLargeToWrite(format, side: side) }
    let (width, height) = (UInt32(bitmap.width), UInt32(bitmap.height))
    let quality = quality.map { Int32(min(100, max(1, $0))) }
    var result = graphics_bytes()
    let status = bitmap.pixels.withUnsafeBufferPointer { pixels in
      switch format {
      case .jpeg: graphics_jpeg_write(pixels.baseAddress, width, height, quality ?? 90, &result)
      case .avif: graphics_avif_write(pixels.baseAddress, width, height, quality ?? 80, &result)
      case .webp: graphics_webp_write(pixels.baseAddress, width, height, quality ?? -1, &result)
      case .png, .pdf: graphics_lossy_no_library
      }
    }
    switch status {
    case graphics_lossy_done:
      defer { graphics_free(result.bytes) }
      return Array(UnsafeBufferPointer(start: result.bytes, count: result.count))
    case graphics_lossy_no_library: throw .noWriter(format)
    default: throw .outOfMemory(format)
    }
  }
}
