import Drawing
import MapContent
import MapGeometry
import MapStyle

/// Draws how dense points lie, as color.
struct HeatmapLayer {
  private let layer: ResolvedLayer
  private let radius, weight: BoundProperty<Double>
  /// The peak of a point of weight 1.
  private let peak: Double
  private let opacity: Double
  /// The weight of a point that counts as one; `nil` where points do not weigh, or the style weighs them itself.
  private let unit: Double?
  /// The kernel of every point, where none differs.
  private let common: DensityField.Kernel?
  private var kernels: [DensityField.Kernel] = []

  /// The distance beyond the picture at which points count: the reach of a point of weight 100; `nil` where points differ in it.
  let margin: Double?

  /// The peak of a kernel of weight and intensity 1: that of the normal distribution, as the specification has it.
  private static let peak = 0.398_942_280_401_432_7

  /// - Parameter weights: what its points weigh by where the style does not weigh them: the mean weight counts as one point, so that a map of
  ///   millions has the colors of one of points.
  init(_ layer: ResolvedLayer, weights: HeatmapWeights? = nil, in drawing: inout LayerDrawing) {
    self.layer = layer
    unit = weights?.mean
    (radius, weight) = layer.properties(.heatmapRadius, .heatmapWeight)
    let peak = HeatmapLayer.peak * drawing.value(of: .heatmapIntensity, in: layer)
    self.peak = peak
    opacity = drawing.value(of: .heatmapOpacity, in: layer)
    if let radius = radius.constant {
      let weight = layer.layer.filter == nil ? weight.constant : nil
      common = weight.map { DensityField.Kernel(center: .zero, radius: radius, peak: peak * $0) }
      margin =
        DensityField.Kernel(
          center: .zero, radius: radius,
          peak: max(peak, HeatmapLayer.peak) * max(100, weights.map { $0.greatest / $0.mean } ?? 0)
        ).reach
    } else {
      (common, margin) = (nil, nil)
    }
  }

  /// Counts a point, where it passes the layer's filter.
  ///
  /// - Parameters:
  ///   - feature: asked for only where points differ.
  ///   - own: what it weighs; `nil` where it does not.
  mutating func add(
    _ position: WorldPoint, weighing own: Double? = nil, _ feature: @autoclosure () -> any StyleFeature,
    in drawing: inout LayerDrawing
  ) {
    guard opacity > 0, peak > 0 else { return }
    var kernel: DensityField.Kernel
    if let common {
      kernel = common
    } else {
      let feature = feature()
      guard layer.layer.filter == nil || drawing.passes(feature, layer.layer) else { return }
      let context = drawing.context(for: feature)
      kernel = DensityField.Kernel(
        center: .zero, radius: drawing.value(radius, in: context),
        peak: peak * drawing.value(weight, in: context))
    }
    if let own, let unit { kernel.peak *= own / unit }
    guard kernel.peak > DensityField.Kernel.least else { return }
    let corner = Point(x: drawing.frame.picture.x, y: drawing.frame.picture.y)
    for position in drawing.frame.appearances(of: position, margin: kernel.reach) {
      kernel.center = position - corner
      kernels.append(kernel)
    }
  }

  private func hottest(of field: DensityField) -> Float {
    layer.layer.settings.normalize.map { field.quantile($0.value) } ?? 1
  }

  /// The number or weight of points in one position that have the ramp's last color; `nil` where nothing is seen.
  ///
  /// - Complexity: that of ``marks(in:)``.
  func hottestCount(in drawing: LayerDrawing) -> Double? {
    guard peak > 0, !kernels.isEmpty else { return nil }
    let unit = unit ?? 1
    guard layer.layer.settings.normalize != nil else { return unit / peak }
    return DensityField(kernels, over: drawing.frame.ground.size, scale: drawing.frame.viewport.scale).map {
      Double(hottest(of: $0)) / peak * unit
    }
  }

  /// The pixels that ``marks(in:)`` makes at most, without making them.
  ///
  /// - Complexity: O(*n*) of the points.
  func mostPixels(in drawing: inout LayerDrawing) -> Double {
    let ramp = layer.colors(of: .heatmapColor, in: drawing.context(), noting: &drawing.warnings)
    guard let coldest = ramp?.first, !kernels.isEmpty else { return 0 }
    let picture = drawing.frame.picture
    var (left, right) = (picture.width, 0.0)
    var (top, bottom) = (picture.height, 0.0)
    for kernel in kernels where kernel.reach > 0 {
      (left, right) = (min(left, kernel.center.x - kernel.reach), max(right, kernel.center.x + kernel.reach))
      (top, bottom) = (min(top, kernel.center.y - kernel.reach), max(bottom, kernel.center.y + kernel.reach))
    }
    let isCropped = coldest.alpha == 0
    let width = isCropped ? min(right, picture.width) - max(left, 0) : picture.width
    let height = isCropped ? min(bottom, picture.height) - max(top, 0) : picture.height
    let scale = drawing.frame.viewport.scale
    return max(0, width) * max(0, height) * scale * scale
  }

  /// The picture of the density, as one image; none where nothing of it would be seen.
  func marks(in drawing: inout LayerDrawing) -> [DrawItem] {
    guard !kernels.isEmpty,
      let ramp = layer.colors(of: .heatmapColor, in: drawing.context(), noting: &drawing.warnings)
    else { return [] }
    let (picture, size, scale) = (drawing.frame.picture, drawing.frame.size, drawing.frame.viewport.scale)
    guard let field = DensityField(kernels, over: size, scale: scale),
      var image = field.colored(with: ramp, hottest: hottest(of: field), picture: size, scale: scale)
    else { return [] }
    image.opacity = opacity
    image.rectangle = image.rectangle.offset(by: Point(x: picture.x, y: picture.y))
    return [DrawItem(.image(image))]
  }
}

/// The weights of a heatmap's points.
struct HeatmapWeights {
  /// The mean of all weights that are not 0.
  let mean: Double
  let greatest: Double

  /// `nil` where no point weighs anything.
  ///
  /// - Parameter weights: source by source; none below 0.
  /// - Complexity: O(*points*).
  init?(_ weights: [[Double]]) {
    var (sum, count, greatest) = (0.0, 0, 0.0)
    for weights in weights {
      for weight in weights where weight > 0 {
        sum += weight
        count += 1
        greatest = max(greatest, weight)
      }
    }
    guard count > 0, sum.isFinite else { return nil }
    (mean, self.greatest) = (sum / Double(count), greatest)
  }
}
