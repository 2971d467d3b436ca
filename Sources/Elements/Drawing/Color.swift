/// A colour in sRGB with straight (not premultiplied) alpha; every channel `0...1`.
public struct Color: Hashable, Sendable {
  /// Channels of sRGB, `0...1`, not multiplied by alpha.
  public var red, green, blue: Double
  /// 0 is invisible, 1 opaque.
  public var alpha: Double

  /// A colour from channels in `0...1`.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Black that nothing is seen through.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// White that nothing is seen through.
  public static let white = Color(red: 1, green: 1, blue: 1)
  /// Black with an alpha of 0, which is not seen.
  public static let transparent = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// The colour with its alpha multiplied.
  public func multiplyingAlpha(by factor: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha * factor)
  }
}
