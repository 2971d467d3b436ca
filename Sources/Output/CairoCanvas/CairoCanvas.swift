import CCairo
import CGraphics
public import Drawing
import JSONDocument

/// Draws scenes with Cairo. There is nothing to set up: the scene holds everything.
///
/// In pixels, areas, lines, discs and letters of one color are covered by our own `CoverageRaster`, whose edges are exact;
/// Cairo draws the rest, and paper.
///
/// Equal scenes give equal bytes. Edges are smooth (256 levels of gray), areas are filled by the even-odd rule,
/// letters are filled outlines. Numbers are checked before Cairo sees them, for it draws nonsense from NaN and far
/// coordinates without a word; scenes come clipped, and marks outside the picture cost next to nothing.
public enum CairoCanvas {
  /// Draws a scene to pixels.
  ///
  /// In layers of 1,000 circles and more those whose radius, with the ring, is at most 16 pixels are placed on quarters of
  /// a pixel, at most an eighth of a pixel from where a PDF or an SVG has them. All else is placed exactly.
  ///
  /// - Throws: ``CanvasError`` when the size is beyond ``PixelLimits/standard`` or a number cannot be drawn.
  /// - Complexity: four bytes a pixel twice, once drawn and once straightened.
  ///
  /// - Parameter threads: how many threads draw at most; the pixels are the same with any number.
  public static func bitmap(of scene: Scene, threads: Int = 1) throws(CanvasError) -> Bitmap {
    try bitmap(of: try picture(of: scene, threads: threads))
  }

  /// A surface's pixels, not premultiplied.
  static func bitmap(of surface: borrowing CairoSurface) throws(CanvasError) -> Bitmap {
    try surface.withPixels { pixels throws(CanvasError) in
      let bytes = straightened(pixels)
      guard let bitmap = Bitmap(width: pixels.width, height: pixels.height, pixels: bytes) else {
        throw .failed(step: "reading pixels", reason: "the surface has none")
      }
      return bitmap
    }
  }

  /// Draws a scene to a PNG, straight from the drawing surface: RGB where nothing shines through, else RGBA.
  ///
  /// Beyond ``PixelLimits/standard`` it is drawn in bands that are packed one after the other, up to 16,384 pixels a side: without
  /// a palette, and as RGBA where the background is not opaque.
  ///
  /// - Throws: ``CanvasError``, as ``bitmap(of:)``.
  public static func png(of scene: Scene, options: PNGOptions = .init()) throws(CanvasError) -> [UInt8] {
    let (width, height) = try pixelSize(of: scene, scale: scene.scale, limits: .inBands)
    let bytes =
      PixelLimits.standard.allow(width: width, height: height)
      ? try png(
        of: try picture(of: scene, threads: options.threads), scale: scene.scale / scene.growth,
        options: options)
      : try pngInBands(of: scene, width: width, height: height, options: options)
    return scene.alt.map { PNG.adding($0, to: bytes) } ?? bytes
  }

  /// Writes pixels of a scene that were changed, with the words and the density that the scene's own would have.
  ///
  /// - Throws: ``PictureError``, as ``PNG/encode(_:options:)``.
  public static func png(
    of bitmap: Bitmap, drawnFrom scene: Scene, options: PNGOptions = .init()
  ) throws(PictureError) -> [UInt8] {
    var options = options
    options.pixelsPerMeter = options.pixelsPerMeter ?? 72 / 0.0254 * scene.scale / scene.growth
    let bytes = try PNG.encode(bitmap, options: options)
    return scene.alt.map { PNG.adding($0, to: bytes) } ?? bytes
  }

  /// Draws a PNG in bands of so many pixels: 64 MB.
  static func pngInBands(
    of scene: Scene, width: Int, height: Int, bandPixels: Int = 1 << 24, options: PNGOptions
  ) throws(CanvasError) -> [UInt8] {
    let isOpaque = isOpaque(scene)
    let bands = try BandsInTurn(
      scene, width: width, height: height, bandPixels: bandPixels, isOpaque: isOpaque,
      threads: options.threads)
    let outcome = Result { () throws(CanvasError) in
      try written(
        graphics_png_source(
          pixels: nil, stride: bands.stride, width: UInt32(width), height: UInt32(height),
          format: isOpaque ? graphics_pixel_rgb24 : graphics_pixel_argb32, compression: options.level,
          pixels_per_meter: options.density(scale: scene.scale / scene.growth), may_use_palette: false,
          keeps_alpha: true,
          band_rows: UInt32(bands.rows),
          band: { context, first in
            context.flatMap {
              Unmanaged<BandsInTurn>.fromOpaque($0).takeUnretainedValue().draw(from: Int(first))
            }
          }, context: Unmanaged.passUnretained(bands).toOpaque(), threads: 1))
    }
    if let failure = withExtendedLifetime(bands, \.failure) { throw failure }
    return try outcome.get()
  }

  private static func isOpaque(_ scene: Scene) -> Bool { scene.background.map { $0.alpha >= 1 } ?? false }

  private static func written(_ source: graphics_png_source) throws(CanvasError) -> [UInt8] {
    try rethrowing(PNG.write(source)) { (error: PictureError) in
      let step = "writing the PNG"
      return error == .outOfMemory(.png)
        ? CanvasError.outOfMemory(step: step) : .failed(step: step, reason: error.description)
    }
  }

  static func png(
    of surface: borrowing CairoSurface, scale: Double, options: PNGOptions
  ) throws(CanvasError) -> [UInt8] {
    try surface.withPixels { pixels throws(CanvasError) in
      try written(
        graphics_png_source(
          pixels: pixels.base, stride: pixels.stride, width: UInt32(pixels.width),
          height: UInt32(pixels.height),
          format: pixels.hasAlpha ? graphics_pixel_argb32 : graphics_pixel_rgb24, compression: options.level,
          pixels_per_meter: options.density(scale: scale),
          may_use_palette: options.palette == .automatic, keeps_alpha: false, band_rows: 0, band: nil,
          context: nil, threads: options.threadCount))
    }
  }

  /// Draws a scene to a PDF page, a point being 1/72 inch; `Scene.scale` is not used.
  ///
  /// Its dates are fixed, so that equal scenes give equal bytes.
  ///
  /// - Throws: ``CanvasError`` when a number cannot be drawn, or memory gives out.
  public static func pdf(of scene: Scene, options: PDFOptions = PDFOptions()) throws(CanvasError) -> [UInt8] {
    let bytes = try SystemFonts.apart { () throws(CanvasError) in try document(of: scene, options) }
    guard isWholePDF(bytes) else { throw .outOfMemory(step: "writing the PDF") }
    return bytes
  }

  private static func document(of scene: Scene, _ options: PDFOptions) throws(CanvasError) -> [UInt8] {
    _ = try pixelSize(of: scene, scale: scene.growth)
    let size = Size(width: scene.size.width * scene.growth, height: scene.size.height * scene.growth)
    let document = try PDFSurface(width: size.width, height: size.height)
    cairo_pdf_surface_set_metadata(
      document.surface.handle, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z")
    for (fact, text, limit) in [
      (CAIRO_PDF_METADATA_TITLE, scene.alt?.title ?? scene.title, 1_000),
      (CAIRO_PDF_METADATA_SUBJECT, scene.alt?.details, 10_000),
      (CAIRO_PDF_METADATA_AUTHOR, options.author, 1_000),
    ] {
      if let text {
        cairo_pdf_surface_set_metadata(document.surface.handle, fact, drawable(text, limit: limit))
      }
    }
    try document.surface.draw("drawing the PDF") { context throws(CanvasError) in
      var painter = ScenePainter(context, scene: scene, scale: scene.growth, isRaster: false)
      painter.shaper = options.shaper
      try painter.paint(scene)
      cairo_show_page(context)
    }
    return try document.bytes("writing the PDF")
  }

  /// Draws to a surface in memory, without alpha where the background is opaque.
  static func picture(of scene: Scene, threads: Int = 1) throws(CanvasError) -> CairoSurface {
    let (width, height) = try pixelSize(of: scene, scale: scene.scale)
    let isOpaque = isOpaque(scene)
    let surface = try CairoSurface.picture(
      width: width, height: height, hasAlpha: !isOpaque, isCovered: isOpaque)
    try PictureBands.draw(scene, on: surface, threads: threads)
    return surface
  }

  private static func pixelSize(
    of scene: Scene, scale: Double, limits: PixelLimits = .standard
  ) throws(CanvasError) -> (Int, Int) {
    let (width, height) = ((scene.size.width * scale).rounded(), (scene.size.height * scale).rounded())
    guard width >= 1, height >= 1, scale > 0, width.isFinite, height.isFinite else {
      throw .noArea(width: scene.size.width, height: scene.size.height, scale: scale)
    }
    let pixels = (Int(min(width, 1e9)), Int(min(height, 1e9)))
    guard limits.allow(width: pixels.0, height: pixels.1) else {
      throw .tooLarge(width: pixels.0, height: pixels.1, limits: limits)
    }
    return pixels
  }
}
