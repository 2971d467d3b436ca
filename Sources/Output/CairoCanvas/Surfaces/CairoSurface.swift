import CCairo
import CGraphics

func check(_ status: cairo_status_t, _ step: String) throws(CanvasError) {
  if status == CAIRO_STATUS_SUCCESS { return }
  if status == CAIRO_STATUS_NO_MEMORY { throw .outOfMemory(step: step) }
  throw .failed(step: step, reason: cairo_status_to_string(status).map { String(cString: $0) } ?? "\(status)")
}

struct CairoSurface: ~Copyable {
  let handle: OpaquePointer
  private let memory: UnsafeMutableRawPointer?

  /// Takes over a fresh surface, with the memory of its pixels where nobody else holds it. A failed one shows in its
  /// status; it is freed like any other.
  init(
    owning handle: OpaquePointer, _ step: String, memory: UnsafeMutableRawPointer? = nil
  ) throws(CanvasError) {
    (self.handle, self.memory) = (handle, memory)
    try check(cairo_surface_status(handle), step)
  }

  init(
    over pixels: SurfacePixels, _ step: String, memory: UnsafeMutableRawPointer? = nil
  ) throws(CanvasError) {
    let format = pixels.hasAlpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24
    guard
      let handle = cairo_image_surface_create_for_data(
        pixels.base, format, Int32(pixels.width), Int32(pixels.height), Int32(pixels.stride))
    else {
      graphics_scratch_return(memory)
      throw .outOfMemory(step: step)
    }
    try self.init(owning: handle, step, memory: memory)
  }

  static func pixels(_ format: cairo_format_t, width: Int, height: Int) throws(CanvasError) -> CairoSurface {
    let step = "creating \(width)×\(height) pixels"
    guard let handle = cairo_image_surface_create(format, Int32(width), Int32(height)) else {
      throw .outOfMemory(step: step)
    }
    return try CairoSurface(owning: handle, step)
  }

  /// The pixels of a picture within the limits, each of any color where all are going to be covered.
  ///
  /// Rows lie a cache line farther apart than they are long: where that is a power of two, the pixels of a column displace each
  /// other in a processor's cache.
  static func picture(
    width: Int, height: Int, hasAlpha: Bool, isCovered: Bool
  ) throws(CanvasError) -> CairoSurface {
    let step = "creating \(width)×\(height) pixels"
    let stride = (width * 4 + 63) / 64 * 64 + 64
    guard let memory = graphics_scratch(stride * height, !isCovered) else { throw .outOfMemory(step: step) }
    let pixels = SurfacePixels(
      base: memory.assumingMemoryBound(to: UInt8.self), stride: stride, width: width, height: height,
      hasAlpha: hasAlpha)
    return try CairoSurface(over: pixels, step, memory: memory)
  }

  deinit {
    if memory != nil { cairo_surface_finish(handle) }
    cairo_surface_destroy(handle)
    graphics_scratch_return(memory)
  }

  /// Lends a drawing context. Cairo's status is sticky: it is checked once, at the end.
  func draw(_ step: String, _ body: (OpaquePointer) throws(CanvasError) -> Void) throws(CanvasError) {
    guard let context = cairo_create(handle) else { throw .outOfMemory(step: step) }
    defer { cairo_destroy(context) }
    try check(cairo_status(context), step)
    try body(context)
    try check(cairo_status(context), step)
  }

  func finish(_ step: String) throws(CanvasError) {
    cairo_surface_finish(handle)
    try check(cairo_surface_status(handle), step)
  }

  borrowing func withPixels<Result: ~Copyable>(
    _ body: (SurfacePixels) throws(CanvasError) -> Result
  ) throws(CanvasError) -> Result {
    guard let pixels = SurfacePixels(handle) else {
      throw .failed(step: "reading pixels", reason: "the surface has none")
    }
    return try body(pixels)
  }
}

/// A surface that a collection keeps.
final class KeptSurface {
  let surface: CairoSurface

  init(_ surface: consuming CairoSurface) { self.surface = surface }
}

struct SurfacePixels {
  let base: UnsafeMutablePointer<UInt8>
  /// Bytes from one row to the next.
  let stride: Int
  let width: Int
  let height: Int
  /// Without it the top byte of a pixel means nothing.
  let hasAlpha: Bool

  /// One row as words: alpha, red, green, blue from the top, premultiplied.
  func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(base + y * stride).assumingMemoryBound(to: UInt32.self)
  }
}

extension SurfacePixels {
  /// Flushes the surface; `nil` when it does not lie in memory.
  init?(_ surface: OpaquePointer?) {
    guard let surface, cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_IMAGE else { return nil }
    cairo_surface_flush(surface)
    guard let base = cairo_image_surface_get_data(surface) else { return nil }
    (self.base, stride) = (base, Int(cairo_image_surface_get_stride(surface)))
    width = Int(cairo_image_surface_get_width(surface))
    height = Int(cairo_image_surface_get_height(surface))
    hasAlpha = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32
  }
}

struct PDFSurface: ~Copyable {
  let surface: CairoSurface
  private let sink: Sink

  /// The sink of the bytes. Cairo calls it only while this owner holds both.
  private final class Sink {
    var bytes: [UInt8] = []
  }

  init(width: Double, height: Double) throws(CanvasError) {
    let (sink, step) = (Sink(), "creating the PDF")
    let write: cairo_write_func_t = { closure, data, count in
      guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
      let sink = Unmanaged<Sink>.fromOpaque(closure).takeUnretainedValue()
      sink.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
      return CAIRO_STATUS_SUCCESS
    }
    let closure = Unmanaged.passUnretained(sink).toOpaque()
    guard let handle = cairo_pdf_surface_create_for_stream(write, closure, width, height) else {
      throw .outOfMemory(step: step)
    }
    surface = try CairoSurface(owning: handle, step)
    self.sink = sink
  }

  consuming func bytes(_ step: String) throws(CanvasError) -> [UInt8] {
    try surface.finish(step)
    return sink.bytes
  }
}
