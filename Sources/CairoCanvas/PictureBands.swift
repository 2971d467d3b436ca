import CCairo
import Drawing
import Parallel

/// Draws a picture in bands, on several threads.
///
/// How many bands there are follows from the picture's size alone, so that it has the same bytes on any number of threads.
enum PictureBands {
  /// From so many pixels on there are two bands.
  private static let fewestPixels = 1 << 18

  /// A band's pixels. Bands share no pixel, and the picture outlives the drawing.
  private struct Band: @unchecked Sendable {
    let base: UnsafeMutablePointer<UInt8>
    let stride: Int
    let width: Int
    let rows: Range<Int>
    let format: cairo_format_t

    func draw(_ scene: Scene, with memory: CoverageMemory) throws(CanvasError) {
      let step = "drawing the picture"
      guard let width = Int32(exactly: width), let height = Int32(exactly: rows.count),
        let stride = Int32(exactly: stride),
        let handle = cairo_image_surface_create_for_data(
          base + rows.lowerBound * self.stride, format, width, height, stride)
      else { throw .outOfMemory(step: step) }
      let surface = try CairoSurface(owning: handle, step)
      try surface.draw(step) { context throws(CanvasError) in
        try ScenePainter(
          context, scene: scene, scale: scene.scale, isRaster: true, rows: rows, memory: memory
        ).paint(scene)
      }
      try surface.finish(step)
    }
  }

  /// Draws a scene upon pixels of its size.
  ///
  /// - Parameter threads: how many bands are drawn at the same time at most.
  /// - Throws: the error of the uppermost band that has one.
  static func draw(
    _ scene: Scene, on surface: borrowing CairoSurface, threads: Int
  ) throws(CanvasError) {
    let handle = surface.handle
    try surface.withPixels { pixels throws(CanvasError) in
      let count = pixels.width * pixels.height < fewestPixels ? 1 : 2
      let bands = (0..<count).map { index in
        Band(
          base: pixels.base, stride: pixels.stride, width: pixels.width,
          rows: pixels.height * index / count..<pixels.height * (index + 1) / count,
          format: pixels.hasAlpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24)
      }
      let results = concurrentMap(count, threads: threads, worker: CoverageMemory.init) { memory, index in
        Result { [memory] () throws(CanvasError) in try bands[index].draw(scene, with: memory) }
      }
      for result in results { try result.get() }
    }
    cairo_surface_mark_dirty(handle)
  }
}
