import Drawing
import MapStyle

/// Draws how dense points lie, as color.
struct HeatmapLayer {
  private let layer: ResolvedLayer
  private let radius: BoundProperty<Double>
  private let weight: BoundProperty<Double>
  private let intensity: BoundProperty<Double>
  private let opacity: BoundProperty<Double>

  /// The peak of a kernel of weight 1: that of the normal distribution, as the specification has it.
  private static let peak = 0.398_942_280_401_432_7

  init(_ layer: ResolvedLayer) {
    self.layer = layer
    radius = layer.property(.heatmapRadius)
    weight = layer.property(.heatmapWeight)
    intensity = layer.property(.heatmapIntensity)
    opacity = layer.property(.heatmapOpacity)
  }

  /// The picture of the density, as one image; none where nothing of it would be seen.
  func marks(of items: [PointItem], in drawing: inout LayerDrawing) -> [Mark] {
    let view = drawing.context()
    let opacity = opacity.value(in: view, noting: &drawing.warnings)
    let peak = HeatmapLayer.peak * intensity.value(in: view, noting: &drawing.warnings)
    guard opacity > 0, peak > 0,
      let ramp = layer.colors(of: .heatmapColor, in: view, noting: &drawing.warnings)
    else { return [] }
    var kernels: [DensityField.Kernel] = []
    kernels.reserveCapacity(items.count)
    var context = view
    for item in items {
      context.feature = item.feature
      var kernel = DensityField.Kernel(
        center: .zero, radius: radius.value(in: context, noting: &drawing.warnings),
        peak: peak * weight.value(in: context, noting: &drawing.warnings))
      let reach = kernel.reach
      guard reach > 0 else { continue }
      for place in drawing.frame.appearances(of: item.place, margin: reach) {
        kernel.center = place
        kernels.append(kernel)
      }
    }
    let viewport = drawing.frame.viewport
    let size = Size(width: viewport.size.width, height: viewport.size.height)
    guard let field = DensityField(kernels, over: size),
      var image = field.colored(
        with: ramp, hottest: layer.layer.settings.normalize.map { field.quantile($0.value) } ?? 1,
        picture: size, scale: viewport.scale)
    else { return [] }
    image.opacity = opacity
    return [Mark(.image(image))]
  }

  /// How far beyond the picture points count: the reach of a point of weight 100; `nil` where features differ in it.
  func margin(in drawing: inout LayerDrawing) -> Double? {
    guard radius.isConstant else { return nil }
    let view = drawing.context()
    let intensity = intensity.value(in: view, noting: &drawing.warnings)
    let kernel = DensityField.Kernel(
      center: .zero, radius: radius.value(in: view, noting: &drawing.warnings),
      peak: HeatmapLayer.peak * max(1, intensity) * 100)
    return kernel.reach
  }
}
