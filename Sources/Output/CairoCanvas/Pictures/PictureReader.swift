import CGraphics
public import Drawing

/// Reads pictures that come from elsewhere: PNG, JPEG and WebP, recognized by their first bytes.
///
/// JPEG and WebP are read with libjpeg-turbo and libwebp, which are loaded when the first such picture is met and
/// never otherwise.
public enum PictureReader {
  /// The format and size of an image, from its first bytes; nothing is allocated and no library is loaded.
  ///
  /// - Throws: ``PictureError`` when the bytes are no picture that can be read.
  public static func header(of bytes: [UInt8]) throws(PictureError) -> PictureHeader {
    try PictureHeader(of: bytes)
  }

  /// Reads a picture of any of the three formats: gray, CMYK and progressive JPEGs, WebPs with and without loss and
  /// alpha. Color profiles and orientations are passed over: values count as sRGB.
  ///
  /// - Throws: ``PictureError``; a picture that is cut off or broken is one, never half a picture.
  /// - Complexity: O(*n*) in bytes and pixels; four bytes a pixel.
  public static func decode(
    _ bytes: [UInt8], limits: PixelLimits = .standard
  ) throws(PictureError) -> Bitmap {
    let header = try PictureHeader(of: bytes)
    guard limits.allow(width: header.width, height: header.height) else {
      throw .tooLarge(header.format, width: header.width, height: header.height, limits: limits)
    }
    if header.format == .png {
      return try PNG.decode(bytes, limits: limits)
    }
    let (width, height) = (UInt32(header.width), UInt32(header.height))
    return try page(header.format, limits) { result in
      header.format == .jpeg
        ? graphics_jpeg_read(bytes, bytes.count, width, height, header.isCMYK, &result)
        : graphics_webp_read(bytes, bytes.count, width, height, &result)
    }.bitmap
  }

  /// Reads an AVIF, with libavif, which is loaded when the first is met.
  ///
  /// - Throws: ``PictureError``.
  public static func avif(_ bytes: [UInt8], limits: PixelLimits = .standard) throws(PictureError) -> Bitmap {
    try page(.avif, limits) { result in
      graphics_avif_read(bytes, bytes.count, UInt32(limits.side), UInt64(limits.area), &result)
    }.bitmap
  }

  /// Draws a page of a PDF over white, with poppler, which is loaded when the first is met.
  ///
  /// - Parameters:
  ///   - number: the page's, from 0.
  ///   - scale: pixels per point.
  /// - Returns: the page, and the number of pages.
  /// - Throws: ``PictureError``.
  public static func pdf(
    _ bytes: [UInt8], page number: Int, scale: Double, limits: PixelLimits = .standard
  ) throws(PictureError) -> (bitmap: Bitmap, pages: Int) {
    try page(.pdf, limits) { result in
      graphics_pdf_read(
        bytes, bytes.count, UInt32(number), scale, UInt32(limits.side), UInt64(limits.area), &result)
    }
  }

  private static func page(
    _ format: PictureHeader.Format, _ limits: PixelLimits,
    read: (inout graphics_pixels) -> graphics_lossy_status
  ) throws(PictureError) -> (bitmap: Bitmap, pages: Int) {
    var result = graphics_pixels()
    switch read(&result) {
    case graphics_lossy_done: break
    case graphics_lossy_no_library: throw .noLibrary(format)
    case graphics_lossy_no_memory: throw .outOfMemory(format)
    case graphics_lossy_too_large:
      throw .tooLarge(format, width: Int(result.width), height: Int(result.height), limits: limits)
    default: throw .damaged(format)
    }
    defer { graphics_free(result.pixels.bytes) }
    let pixels = Array(UnsafeBufferPointer(start: result.pixels.bytes, count: result.pixels.count))
    guard let bitmap = Bitmap(width: Int(result.width), height: Int(result.height), pixels: pixels) else {
      throw .damaged(format)
    }
    return (bitmap, Int(result.pages))
  }
}
