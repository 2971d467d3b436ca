import CCairo
public import Drawing
import Parallel

/// Draws the pictures of a film: the lowest layers, where they stay the same, are drawn once and not for every frame.
///
/// Equal scenes give the bytes that ``CairoCanvas`` gives for them, whatever was drawn before. Several threads may draw with one
/// painter: the first that needs the lowest layers draws them while others wait, and all copy the pixels.
public final class FramePainter: Sendable {
  /// The lowest layers as they were drawn: pixels that nobody changes.
  ///
  /// `@unchecked Sendable`: threads read its memory, which lasts as long as the surface; Cairo's own state is not touched again
  /// before the last of them has let go of it.
  private final class Base: @unchecked Sendable {
    private let surface: CairoSurface
    private let pixels: SurfacePixels

    init(_ surface: consuming CairoSurface) throws(CanvasError) {
      pixels = try surface.withPixels { pixels throws(CanvasError) in pixels }
      self.surface = surface
    }

    func copied() throws(CanvasError) -> CairoSurface {
      let copy = try CairoSurface.picture(
        width: pixels.width, height: pixels.height, hasAlpha: pixels.hasAlpha, isCovered: true)
      try copy.withPixels { to throws(CanvasError) in
        for row in 0..<pixels.height { to.row(row).update(from: pixels.row(row), count: pixels.width) }
      }
      cairo_surface_mark_dirty(copy.handle)
      return copy
    }
  }

  private struct State {
    var base: (scene: Scene, pixels: Base)?
    var baseCount = 0
  }

  private let state = Mutex(State())
  var baseCount: Int { state.withLock(\.baseCount) }

  /// A painter that has drawn nothing.
  public init() {}

  /// Draws a frame to pixels, as ``CairoCanvas/bitmap(of:)``, and keeps those of the lowest layers that other frames have as well.
  ///
  /// - Throws: ``CanvasError``.
  /// - Complexity: that of the other layers, where the lowest ones were drawn for the frame before.
  public func bitmap(of scene: Scene, fixedLayerCount count: Int) throws(CanvasError) -> Bitmap {
    try CairoCanvas.bitmap(of: try surface(of: scene, count))
  }

  /// Draws a frame to a PNG, as ``CairoCanvas/png(of:options:)``, and keeps the pixels of the lowest layers that other frames have as well.
  ///
  /// - Throws: ``CanvasError``.
  public func png(
    of scene: Scene, fixedLayerCount count: Int, options: PNGOptions = .init()
  ) throws(CanvasError) -> [UInt8] {
    try CairoCanvas.png(of: try surface(of: scene, count), scale: scene.scale, options: options)
  }

  private func surface(of scene: Scene, _ count: Int) throws(CanvasError) -> CairoSurface {
    guard count > 0, count <= scene.layers.count else { return try CairoCanvas.picture(of: scene) }
    let (lowest, rest) = scene.split(at: count)
    let copy = try pixels(of: lowest).copied()
    try PictureBands.draw(rest, on: copy, threads: 1)
    return copy
  }

  private func pixels(of lowest: Scene) throws(CanvasError) -> Base {
    try state.withLock { state throws(CanvasError) in
      if let base = state.base, base.scene == lowest {
        // Later frames share these layers' storage, so that they are compared without looking into them.
        state.base?.scene = lowest
        return base.pixels
      }
      state.base = nil
      let pixels = try Base(try CairoCanvas.picture(of: lowest))
      state.base = (lowest, pixels)
      state.baseCount += 1
      return pixels
    }
  }
}

extension Scene {
  func split(at count: Int) -> (lowest: Scene, rest: Scene) {
    var (lowest, rest) = (self, self)
    lowest.layers = Array(layers.prefix(count))
    lowest.insets = []
    rest.background = nil
    rest.layers.removeFirst(count)
    return (lowest, rest)
  }
}
