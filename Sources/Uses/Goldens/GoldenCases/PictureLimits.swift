public import ImageDiff
package import JSONDocument
import MapSettings

/// The settings by which two pictures differ, and how much of it may be.
public struct PictureLimits: Hashable, Sendable {
  /// The settings of a comparison.
  public var comparison: DiffOptions
  /// The most pixels that may differ; `nil` where another limit rules.
  public var maximumPixels: Int?
  /// The largest share of all pixels that may differ, `0...1`.
  public var maximumRatio: Double?
  /// The most differing pixels that any square of ``comparison``'s window may hold.
  public var maximumInWindow: Int?

  /// The settings of a comparison; no pixel may differ.
  public init(comparison: DiffOptions) { self.comparison = comparison }

  /// Limits with what options set in place of those of `base`. Where they compare colors as seen, channels are not compared.
  package init(_ options: GoldenOptions, over base: PictureLimits) {
    self = base
    comparison.channelTolerance =
      options.tolerance ?? (options.comparesColors ? nil : comparison.channelTolerance)
    comparison.threshold = options.threshold ?? comparison.threshold
    comparison.includesAntialiased = options.includesAntialiased ?? comparison.includesAntialiased
    comparison.profile = options.profile ?? comparison.profile
    comparison.window = options.window ?? comparison.window
    comparison.masks = options.masks?.filter { $0.view == nil }.compactMap(\.area) ?? comparison.masks
    maximumPixels = options.maximumPixels ?? maximumPixels
    maximumRatio = options.maximumRatio ?? maximumRatio
    maximumInWindow = options.maximumInWindow ?? maximumInWindow
  }

  /// Every channel of every pixel is the same; on Apple's systems, whose mathematics rounds otherwise, within 1 of 255.
  public static let exact = PictureLimits(
    comparison: DiffOptions(window: 32, channelTolerance: mathematicsTolerance))

  #if canImport(Darwin)
    private static let mathematicsTolerance = 1
  #else
    private static let mathematicsTolerance = 0
  #endif

  var text: String? {
    var parts: [String] = []
    if let tolerance = comparison.channelTolerance {
      if tolerance != PictureLimits.exact.comparison.channelTolerance {
        parts.append("tolerance \(tolerance)")
      }
    } else {
      parts.append("threshold \(decimalText(of: comparison.threshold, decimals: 6))")
    }
    if let maximumPixels { parts.append("\(maximumPixels) pixels") }
    if let maximumRatio { parts.append(percentText(of: maximumRatio)) }
    if let maximumInWindow {
      parts.append("\(maximumInWindow) pixels in a square of \(comparison.window ?? 0)")
    }
    parts += comparison.masks.map { "masked \($0.x),\($0.y),\($0.width),\($0.height)" }
    return parts.isEmpty ? nil : "May differ: " + parts.joined(separator: "; ")
  }

  /// True if a difference stays within all limits that are set; without any, no pixel may differ.
  package func allow(_ difference: Difference) -> Bool {
    if maximumPixels == nil && maximumRatio == nil && maximumInWindow == nil { return difference.isEqual }
    if let maximumPixels, difference.diffPixels > maximumPixels { return false }
    if let maximumRatio, difference.ratio > maximumRatio { return false }
    if let maximumInWindow, difference.densestWindow?.pixels ?? 0 > maximumInWindow { return false }
    return true
  }
}

extension Difference {
  /// The number of pixels that differ, and where, in one line: `31 of 49152 pixels differ (0.0631 %), in 14x9 at 120,33`.
  package var text: String {
    var parts = ["no pixel differs"]
    if diffPixels > 0 {
      let area = bounds.map { ", in \($0.width)x\($0.height) at \($0.x),\($0.y)" } ?? ""
      parts = ["\(diffPixels) of \(width * height) pixels differ (\(percentText(of: ratio)))\(area)"]
    }
    if antialiasedPixels > 0 { parts.append("\(antialiasedPixels) only by smoothing") }
    if let window = densestWindow {
      parts.append("\(window.pixels) in the \(window.size)x\(window.size) at \(window.x),\(window.y)")
    }
    return parts.joined(separator: "; ")
  }
}

/// A share in percent with three significant digits.
func percentText(of ratio: Double) -> String {
  let percent = ratio * 100
  var (decimals, bound) = (2, 1.0)
  while percent > 0, percent < bound, decimals < 12 {
    decimals += 1
    bound /= 10
  }
  return decimalText(of: percent, decimals: decimals) + " %"
}

extension Difference {
  /// Writes what was found as members of an object that is open: `width`, `height`, `diffPixels`,
  /// `antialiasedPixels`, `ratio`, `densestWindow` and `bounds`, the last two `null` where nothing differs.
  package func write(to json: inout JSONWriter) {
    json.member("width", width)
    json.member("height", height)
    json.member("diffPixels", diffPixels)
    json.member("antialiasedPixels", antialiasedPixels)
    json.member("ratio", ratio)
    json.key("densestWindow")
    if let window = densestWindow {
      json.object { json in
        json.member("x", window.x)
        json.member("y", window.y)
        json.member("size", window.size)
        json.member("pixels", window.pixels)
      }
    } else {
      json.null()
    }
    json.key("bounds")
    if let bounds {
      json.array { json in
        for number in [bounds.x, bounds.y, bounds.width, bounds.height] { json.number(number) }
      }
    } else {
      json.null()
    }
  }
}
