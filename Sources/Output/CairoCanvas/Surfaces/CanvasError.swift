/// Why a scene cannot be drawn.
public enum CanvasError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The picture's sides or its scale are not positive finite numbers, or less than a pixel comes of them.
  case noArea(width: Double, height: Double, scale: Double)
  /// The picture has more pixels than the limits allow.
  case tooLarge(width: Int, height: Int, limits: PixelLimits)
  /// A number of a layer is NaN or infinite.
  case notFinite(layer: String, what: String)
  /// A number of a layer lies beyond what can be drawn right; visible shapes must be clipped before.
  case outOfRange(layer: String, what: String, value: Double, limit: Double)
  /// Memory gave out during a step.
  case outOfMemory(step: String)
  /// A library reported a failure during a step.
  case failed(step: String, reason: String)

  /// The fault and its remedy, in one line.
  public var description: String {
    switch self {
    case .noArea(let width, let height, let scale):
      "a picture of \(width)×\(height) points at scale \(scale) has no pixels; give positive numbers"
    case .tooLarge(let width, let height, let limits):
      "a picture of \(width)×\(height) pixels is too large; at most \(limits.side) a side"
        + (limits.area < limits.side * limits.side ? " and \(limits.area) in all" : "")
    case .notFinite(let layer, let what):
      "layer \(layer): \(what) is not a finite number; check the style's numbers"
    case .outOfRange(let layer, let what, let value, let limit):
      "layer \(layer): \(what) of \(value) is beyond \(limit) pixels; clip or shrink it"
    case .outOfMemory(let step): "out of memory while \(step); draw a smaller picture"
    case .failed(let step, let reason): "\(step) failed: \(reason)"
    }
  }
}

/// The greatest number of pixels of a picture, so that no small file and no slip of a size takes all memory.
public struct PixelLimits: Hashable, Sendable {
  /// Most pixels in one direction.
  public var side: Int
  /// Most pixels in all.
  public var area: Int

  /// Limits of one's own.
  public init(side: Int, area: Int) {
    (self.side, self.area) = (side, area)
  }

  /// 16,384 a side, 64 million in all.
  public static let standard = PixelLimits(side: 16_384, area: 64_000_000)

  /// 16,384 a side: a PNG that is drawn in bands.
  static let inBands = PixelLimits(side: 16_384, area: 16_384 * 16_384)

  func allow(width: Int, height: Int) -> Bool {
    width <= side && height <= side && width <= area / max(1, height)
  }
}
