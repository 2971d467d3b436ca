import Drawing

extension Color {
  /// The color as Cairo rounds it, down to 16 bits, of which the upper 8 count, and multiplied by its alpha: alpha, red, green,
  /// blue, from the highest byte down.
  var premultiplied: UInt32 {
    let color = clamped
    func channel(_ value: Double) -> UInt32 { min(65535, UInt32(value * 65536)) >> 8 }
    return channel(color.alpha) << 24 | channel(color.red * color.alpha) << 16
      | channel(color.green * color.alpha) << 8 | channel(color.blue * color.alpha)
  }
}

/// A pixel laid over another one, rounded as Pixman does.
func pixel(_ above: UInt32, over below: UInt32) -> UInt32 { above &+ times(below, 255 - above >> 24) }

/// Every channel times a share of 255, rounded as Pixman does, two channels at a time.
func times(_ pixel: UInt32, _ share: UInt32) -> UInt32 {
  func part(_ channels: UInt32) -> UInt32 {
    let product = (channels & 0xFF00FF) * share + 0x800080
    return (product + (product >> 8 & 0xFF00FF)) >> 8 & 0xFF00FF
  }
  return part(pixel) | part(pixel >> 8) << 8
}
