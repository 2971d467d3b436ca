import CCairo
import Drawing
import Parallel

/// Draws a picture in bands, on several threads.
///
/// How many bands there are follows from the picture's size alone, so that it has the same bytes on any number of threads.
enum PictureBands {
  private static let fewestPixels = 1 << 18

  /// Draws a scene upon pixels of its size, from its row `first` on; throws the error of the uppermost band that has
  /// one.
  static func draw(
    _ scene: Scene, from first: Int = 0, on surface: borrowing CairoSurface, threads: Int
  ) throws(CanvasError) {
    let handle = surface.handle
    try surface.withPixels { pixels throws(CanvasError) in
      let count = pixels.width * pixels.height < fewestPixels ? 1 : 2
      let results = concurrentMap(count, threads: threads, worker: CoverageMemory.init) { memory, index in
        let (begin, end) = (pixels.height * index / count, pixels.height * (index + 1) / count)
        // Bands share no pixel, and the picture outlives the drawing.
        let band = SurfacePixels(
          base: pixels.base + begin * pixels.stride, stride: pixels.stride, width: pixels.width,
          height: end - begin, hasAlpha: pixels.hasAlpha)
        return Result { [memory] () throws(CanvasError) in
          let step = "drawing the picture"
          let surface = try CairoSurface(over: band, step)
          try surface.draw(step) { context throws(CanvasError) in
            let rows = first + begin..<first + end
            try ScenePainter(
              context, scene: scene, scale: scene.scale, isRaster: true, rows: rows, memory: memory
            ).paint(scene)
          }
          try surface.finish(step)
        }
      }
      for result in results { try result.get() }
    }
    cairo_surface_mark_dirty(handle)
  }
}

/// The bands of a picture that is too large for memory, drawn one after the other while it is packed.
final class BandsInTurn {
  let rows: Int
  private(set) var failure: CanvasError?
  private let scene: Scene
  private let threads: Int
  // Filled anew for each band.
  private let surface: CairoSurface

  init(
    _ scene: Scene, width: Int, height: Int, bandPixels: Int, isOpaque: Bool, threads: Int
  ) throws(CanvasError) {
    (self.scene, self.threads) = (scene, threads)
    rows = min(height, max(1, bandPixels / width))
    surface = try CairoSurface.picture(width: width, height: rows, hasAlpha: !isOpaque, isCovered: isOpaque)
  }

  var stride: Int {
    (try? surface.withPixels { (pixels: SurfacePixels) throws(CanvasError) in pixels.stride }) ?? 0
  }

  func draw(from first: Int) -> UnsafePointer<UInt8>? {
    do throws(CanvasError) {
      return try surface.withPixels { pixels throws(CanvasError) in
        if pixels.hasAlpha { pixels.base.update(repeating: 0, count: pixels.stride * pixels.height) }
        cairo_surface_mark_dirty(surface.handle)
        try PictureBands.draw(scene, from: first, on: surface, threads: threads)
        return UnsafePointer(pixels.base)
      }
    } catch {
      failure = error
      return nil
    }
  }
}
