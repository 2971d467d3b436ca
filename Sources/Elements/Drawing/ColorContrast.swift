import CSystem

extension Color {
  /// Relative luminance (WCAG 2.2), `0` (black) … `1` (white); ignores alpha.
  public var relativeLuminance: Double {
    0.2126 * linearLight(red) + 0.7152 * linearLight(green) + 0.0722 * linearLight(blue)
  }

  /// Contrast ratio of two opaque colors (WCAG 2.2), `1` … `21`; text needs 4.5, large text and shapes 3.
  public func contrast(to other: Color) -> Double {
    let (a, b) = (relativeLuminance, other.relativeLuminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// Composites this color over another (W3C Compositing and Blending Level 1, §5.1).
  public func over(_ background: Color) -> Color {
    let alpha = self.alpha + background.alpha * (1 - self.alpha)
    guard alpha > 0 else { return .transparent }
    func mixed(_ above: Double, _ below: Double) -> Double {
      (above * self.alpha + below * background.alpha * (1 - self.alpha)) / alpha
    }
    return Color(
      red: mixed(red, background.red), green: mixed(green, background.green),
      blue: mixed(blue, background.blue), alpha: alpha)
  }

  /// Returns the alpha-weighted mix of two colors; `nil` if both are invisible.
  package func blended(with other: Color, share: Double) -> Color? {
    let alpha = self.alpha * (1 - share) + other.alpha * share
    guard alpha > 0 else { return nil }
    func mixed(_ a: Double, _ b: Double) -> Double {
      (a * self.alpha * (1 - share) + b * other.alpha * share) / alpha
    }
    return Color(
      red: mixed(red, other.red), green: mixed(green, other.green), blue: mixed(blue, other.blue),
      alpha: alpha)
  }
}

/// Linear light of an sRGB channel, `0...1` (IEC 61966-2-1).
package func linearLight(_ channel: Double) -> Double {
  channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
}

/// Hermite interpolation from 0 to 1, as in MapLibre's shaders.
@inlinable package func smoothStep(_ value: Double) -> Double {
  let t = min(1, max(0, value))
  return t * t * (3 - 2 * t)
}
