import CGraphics
public import Drawing

/// Reads and writes PNG files as bytes, with libpng.
public enum PNG {
  /// The header of a file: its size and kind of pixels. Looks at 33 bytes and allocates nothing.
  ///
  /// - Throws: ``PictureError`` when the bytes are no PNG, or promise what the format does not allow.
  public static func header(of bytes: [UInt8]) throws(PictureError) -> PNGHeader { try PNGHeader(of: bytes) }

  /// Reads a picture of any kind: gray, palette, 16 bits a channel, interlaced, with or without alpha.
  ///
  /// Channels of 16 bits are rounded to 8. `gAMA`, `cHRM`, `iCCP` and all text are passed over: values count as
  /// sRGB. Of an animation the still picture is read. Check sums of all chunks that matter are compared, the size
  /// is held against `limits`, and against what so few bytes can unpack to, before anything is allocated.
  ///
  /// - Throws: ``PictureError`` saying what is wrong with the file.
  /// - Complexity: O(*n*) in bytes and pixels; four bytes a pixel.
  public static func decode(_ bytes: [UInt8], limits: PixelLimits = .standard) throws(PictureError) -> Bitmap
  {
    let header = try PNGHeader(of: bytes)
    guard limits.allow(width: header.width, height: header.height) else {
      throw .tooLarge(.png, width: header.width, height: header.height, limits: limits)
    }
    let chunks = try PNGChunks(of: bytes, header: header)
    // Deflate turns a byte into 1032 at most.
    guard header.unpackedByteCount / 1032 <= chunks.pixelByteCount else { throw .damaged(.png) }

    let count = header.width * header.height * 4
    // A packed row of RGBA is a byte longer.
    let capacity = max(count, min(header.unpackedByteCount, count + header.height))
    var status = graphics_png_damaged
    let pixels = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
      bytes.withUnsafeBufferPointer { file in
        chunks.ranges.withUnsafeBufferPointer { ranges in
          status = graphics_png_read(
            file.baseAddress, ranges.baseAddress, ranges.count, UInt32(header.width), UInt32(header.height),
            buffer.baseAddress, capacity)
        }
      }
      initialized = status == graphics_png_done ? count : 0
    }
    switch status {
    case graphics_png_done: break
    case graphics_png_no_memory: throw .outOfMemory(.png)
    case graphics_png_short: throw .damaged(.png)
    case graphics_png_palette_index: throw .malformed("a pixel names a color that its palette lacks")
    default: throw .damaged(.png)
    }
    guard let bitmap = Bitmap(width: header.width, height: header.height, pixels: pixels) else {
      throw .damaged(.png)
    }
    return bitmap
  }

  /// Writes a picture: RGB where it is opaque, RGBA where not, a palette where `options` and its colors allow.
  ///
  /// - Throws: ``PictureError/tooLarge(_:width:height:limits:)``, ``PictureError/outOfMemory(_:)``.
  /// - Complexity: O(*n*) in pixels.
  public static func encode(_ bitmap: Bitmap, options: PNGOptions = .init()) throws(PictureError) -> [UInt8] {
    try encode(bitmap, options: options, keepsAlpha: false)
  }

  /// Writes a picture, as RGBA even where it is opaque if `keepsAlpha` is set.
  static func encode(
    _ bitmap: Bitmap, options: PNGOptions, keepsAlpha: Bool
  ) throws(PictureError) -> [UInt8] {
    guard let width = UInt32(exactly: bitmap.width), let height = UInt32(exactly: bitmap.height),
      max(width, height) <= 1_000_000
    else { throw .tooLarge(.png, width: bitmap.width, height: bitmap.height, limits: .standard) }
    return try bitmap.pixels.withUnsafeBufferPointer { pixels throws(PictureError) in
      try write(
        graphics_png_source(
          pixels: pixels.baseAddress, stride: Int(width) * 4, width: width, height: height,
          format: graphics_pixel_rgba, compression: options.level,
          pixels_per_meter: options.density(scale: nil), may_use_palette: options.palette == .automatic,
          keeps_alpha: keepsAlpha, band_rows: 0, band: nil, context: nil, threads: options.threadCount))
    }
  }

  /// A file with words as `iTXt` chunks behind its header: `Title` and `Description`.
  ///
  /// - SeeAlso: PNG Specification (Third Edition), §11.3.3.4.
  static func adding(_ alt: AltText, to file: [UInt8]) -> [UInt8] {
    let header = PNGChunk(at: PNGHeader.signature.count, in: file).end
    var result = Array(file[..<header])
    for (key, text) in [("Title", alt.title), ("Description", alt.details)] where !text.isEmpty {
      // Neither packed nor translated; zeros end what stands before the text, which has none.
      let parts = [key, "\0\0" + alt.language, "", text.replacing("\0", with: "")]
      result.appendChunk("iTXt", Array(parts.joined(separator: "\0").utf8))
    }
    return result + file[header...]
  }

  static func write(_ source: graphics_png_source) throws(PictureError) -> [UInt8] {
    var source = source
    var result = graphics_bytes()
    switch graphics_png_write(&source, &result) {
    case graphics_png_done:
      defer { graphics_free(result.bytes) }
      return Array(UnsafeBufferPointer(start: result.bytes, count: result.count))
    case graphics_png_no_memory: throw .outOfMemory(.png)
    default: throw .malformed("libpng refused to write it")
    }
  }
}

extension PNGOptions {
  var level: Int32 { Int32(min(9, max(0, compression))) }
  var threadCount: UInt32 { UInt32(min(64, max(1, threads))) }

  /// Pixels per meter in the file; 0 leaves it out.
  func density(scale: Double?) -> UInt32 {
    let wanted = pixelsPerMeter ?? scale.map { 72 / 0.0254 * $0 } ?? 0
    guard wanted.isFinite, wanted >= 1 else { return 0 }
    return UInt32(min(wanted.rounded(), 1e9))
  }
}
