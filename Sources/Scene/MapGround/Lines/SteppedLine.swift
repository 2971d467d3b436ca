import JSONDocument
import CSystem
import Drawing
import MapContent
import MapStyle

/// The parts of a line that grow from one whole zoom to the next by doubling: its dashes and its picture.
///
/// Their lengths are those of the line's width at the whole zoom below the view's.
struct SteppedLine {
  private let dashes: BoundProperty<[Double]?>
  private let pattern: BoundProperty<ResolvedImage?>
  private let width: BoundProperty<Double>
  private let hasPattern: Bool
  private let ramp: GradientRamp?
  private let mirrored = MirroredBitmaps()
  private let patternLocation: SourceLocation?
  private let zoom: Double
  /// The magnification of the picture against the whole zoom below, `1..<2`.
  private let growth: Double

  /// So many samples of a gradient are taken; a line is seldom more pixels long.
  private static let samples = 1025

  init(_ layer: ResolvedLayer, in drawing: inout LayerDrawing) {
    var context = drawing.context()
    growth = drawing.frame.growth
    context.zoom = context.zoom.rounded(.down)
    zoom = context.zoom
    (dashes, pattern) = layer.properties(.lineDasharray, .linePattern)
    hasPattern = layer.layer.sets(.linePattern)
    patternLocation = layer.layer.location(of: .linePattern)
    width = layer.layer.resolved(in: context, noting: &drawing.warnings).property(.lineWidth)
    ramp =
      hasPattern
      ? nil
      : layer.colors(
        of: .lineGradient, count: SteppedLine.samples, in: drawing.context(), noting: &drawing.warnings
      ).map { GradientRamp($0) }
  }

  var isPlain: Bool { !hasPattern && ramp == nil }

  private func unit(_ context: EvaluationContext, _ drawing: inout LayerDrawing) -> Double {
    var context = context
    context.zoom = zoom
    return drawing.value(width, in: context) * growth
  }

  func dashes(in context: EvaluationContext, _ drawing: inout LayerDrawing) -> DashPattern? {
    guard !hasPattern, let dashes = drawing.value(dashes, in: context) else { return nil }
    return DashPattern(dashes, unit: unit(context, &drawing))
  }

  func filling(
    opacity: Double, in context: EvaluationContext, _ drawing: inout LayerDrawing
  ) -> LineFilling? {
    if let ramp { return .gradient(ramp.multiplyingAlpha(by: opacity)) }
    guard let name = drawing.value(pattern, in: context)?.name,
      let image = drawing.image(name, for: patternLocation)
    else { return nil }
    let length = image.size.width / image.size.height * unit(context, &drawing)
    return .pattern(mirrored.bitmap(image.bitmap, named: name), length: length, opacity: opacity)
  }
}

/// Pictures for lines: MapLibre puts their upper edges on the right side of a line's way.
private final class MirroredBitmaps {
  private var known: [String: Bitmap] = [:]

  func bitmap(_ bitmap: Bitmap, named name: String) -> Bitmap {
    if let known = known[name] { return known }
    let mirrored = bitmap.upsideDown
    known[name] = mirrored
    return mirrored
  }
}

extension Bitmap {
  fileprivate var upsideDown: Bitmap {
    var rows: [UInt8] = []
    rows.reserveCapacity(pixels.count)
    for row in (0..<height).reversed() { rows += pixels[row * width * 4..<(row + 1) * width * 4] }
    return Bitmap(width: width, height: height, pixels: rows) ?? self
  }
}
