public import Drawing

/// Draws the pictures of a film: the lowest layers, where they stay the same, are drawn once and not for every frame.
///
/// Equal scenes give the bytes that ``CairoCanvas`` gives for them, whatever was drawn before.
public final class FramePainter {
  private struct Base: ~Copyable {
    /// The layers that were drawn, and what is around them.
    var scene: Scene
    let surface: CairoSurface
  }

  private var base: Base?
  /// How often lowest layers were drawn.
  private(set) var baseCount = 0

  /// A painter that has drawn nothing.
  public init() {}

  /// Draws a frame to pixels, as ``CairoCanvas/bitmap(of:)``.
  ///
  /// - Parameters:
  ///   - scene: what is drawn.
  ///   - count: how many of its lowest layers other frames have as well; their pixels are kept for these.
  /// - Throws: ``CanvasError``.
  /// - Complexity: that of the other layers, where the lowest ones were drawn for the frame before.
  public func bitmap(of scene: Scene, fixedLayerCount count: Int) throws(CanvasError) -> Bitmap {
    try CairoCanvas.bitmap(of: try surface(of: scene, count))
  }

  /// Draws a frame to a PNG, as ``CairoCanvas/png(of:options:)``.
  ///
  /// - Parameters:
  ///   - scene: what is drawn.
  ///   - count: how many of its lowest layers other frames have as well; their pixels are kept for these.
  ///   - options: how pixels are packed.
  /// - Throws: ``CanvasError``.
  public func png(
    of scene: Scene, fixedLayerCount count: Int, options: PNGOptions = .init()
  ) throws(CanvasError) -> [UInt8] {
    try CairoCanvas.png(of: try surface(of: scene, count), scale: scene.scale, options: options)
  }

  private func surface(of scene: Scene, _ count: Int) throws(CanvasError) -> CairoSurface {
    guard count > 0, count <= scene.layers.count else { return try CairoCanvas.picture(of: scene) }
    var lowest = scene
    lowest.layers = Array(scene.layers.prefix(count))
    lowest.insets = []
    if base?.scene == lowest {
      // Later frames share these layers' storage, so that they are compared without looking into them.
      base?.scene = lowest
    } else {
      base = nil
      base = Base(scene: lowest, surface: try CairoCanvas.picture(of: lowest))
      baseCount += 1
    }
    var rest = scene
    rest.background = nil
    rest.layers.removeFirst(count)
    guard let copy = try base?.surface.copied() else { return try CairoCanvas.picture(of: scene) }
    try PictureBands.draw(rest, on: copy, threads: 1)
    return copy
  }
}
