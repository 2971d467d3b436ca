import JSONDocument

extension Color {
  /// A color as CSS writes it, to the letter of what MapLibre accepts.
  ///
  /// - `transparent` and the 148 names, in any case;
  /// - `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`;
  /// - `rgb()` and `rgba()` with commas (`rgba(255, 0, 0, 0.5)`) or spaces (`rgb(100% 0% 0% / 50%)`), numbers or
  ///   percentages, not both;
  /// - `hsl()` and `hsla()` likewise, the hue in degrees, with or without `deg`.
  ///
  /// Channels beyond their range are clamped, and a hue turns round.
  ///
  /// - Returns: `nil` for anything else.
  /// - SeeAlso: MapLibre Style Specification, Types: color; CSS Color Module Level 4.
  public init?(css text: some StringProtocol) {
    var characters = Array(text.utf8)
    while characters.last?.isWhiteSpace == true { characters.removeLast() }
    characters.removeFirst(characters.prefix(while: \.isWhiteSpace).count)
    guard !characters.isEmpty, characters.count <= 256 else { return nil }
    for index in characters.indices where (0x41...0x5A).contains(characters[index]) {
      characters[index] |= 0x20
    }
    if characters[0] == 0x23 {
      self.init(hexadecimalDigits: characters.dropFirst())
      return
    }
    guard characters.last == 0x29, let open = characters.firstIndex(of: 0x28) else {
      let name = String(decoding: characters, as: UTF8.self)
      if name == "transparent" {
        self = .transparent
      } else if let number = namedColors[name] {
        self.init(rgb: number)
      } else {
        return nil
      }
      return
    }
    guard let arguments = ColorArguments(characters[(open + 1)..<(characters.count - 1)]) else { return nil }
    switch String(decoding: characters[..<open], as: UTF8.self) {
    case "rgb", "rgba": self.init(rgbArguments: arguments)
    case "hsl", "hsla": self.init(hslArguments: arguments)
    default: return nil
    }
  }

  /// Color of hue (degrees, any number of turns), saturation and lightness (`0...1`); CSS Color Module Level
  /// 4, §7.1.
  public init(hue: Double, saturation: Double, lightness: Double, alpha: Double = 1) {
    let turned = hue.truncatingRemainder(dividingBy: 360)
    let hue = turned < 0 ? turned + 360 : turned
    func channel(_ offset: Double) -> Double {
      let k = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      return lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(k - 3, 9 - k, 1))
    }
    self.init(red: channel(0), green: channel(8), blue: channel(4), alpha: alpha)
  }

  /// An opaque color from red, green and blue in one number: `0xRRGGBB`.
  public init(rgb: UInt32) {
    self.init(
      red: Double(rgb >> 16 & 0xFF) / 255, green: Double(rgb >> 8 & 0xFF) / 255,
      blue: Double(rgb & 0xFF) / 255)
  }

  private init?(hexadecimalDigits text: some Collection<UInt8>) {
    let digits = text.compactMap { $0.hexadecimalValue.map(Double.init) }
    guard digits.count == text.count, [3, 4, 6, 8].contains(digits.count) else { return nil }
    let width = digits.count < 6 ? 1 : 2
    self.init(
      channels: stride(from: 0, to: digits.count, by: width).map { index in
        (digits[index] * 16 + digits[index + width - 1]) / 255
      })
  }

  private init(channels: [Double]) {
    self.init(
      red: channels[0], green: channels[1], blue: channels[2], alpha: channels.count > 3 ? channels[3] : 1)
  }

  private init?(rgbArguments arguments: ColorArguments) {
    let units = arguments.channels.map(\.unit)
    guard units == [.none, .none, .none] || units == [.percent, .percent, .percent] else { return nil }
    let full = units[0] == .percent ? 100.0 : 255
    self.init(channels: arguments.channels.map { unitClamped($0.number / full) } + [arguments.alpha])
  }

  private init?(hslArguments arguments: ColorArguments) {
    let units = arguments.channels.map(\.unit)
    guard units[0] != .percent, units[1] == .percent, units[2] == .percent else { return nil }
    self.init(
      hue: arguments.channels[0].number, saturation: unitClamped(arguments.channels[1].number / 100),
      lightness: unitClamped(arguments.channels[2].number / 100), alpha: arguments.alpha)
  }

  /// The color as CSS writes it: `#rrggbb` where opaque, else `rgba(r,g,b,a)` with at most three decimals of alpha.
  public var css: String {
    let alpha = Int((unitClamped(self.alpha) * 1000).rounded())
    if alpha == 1000 { return hexadecimal }
    let (red, green, blue) = bytes
    var decimals = String(1000 + alpha).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return "rgba(\(red),\(green),\(blue),\(decimals.isEmpty ? "0" : "0.\(decimals)"))"
  }

  /// Red, green and blue as `#rrggbb`; alpha is left out.
  public var hexadecimal: String { "#" + String(0x100_0000 | rgb, radix: 16).dropFirst() }

  /// `0xRRGGBB`, without alpha.
  package var rgb: UInt32 {
    let (red, green, blue) = bytes
    return UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  private var bytes: (UInt8, UInt8, UInt8) {
    func byte(_ channel: Double) -> UInt8 { UInt8((unitClamped(channel) * 255).rounded()) }
    return (byte(red), byte(green), byte(blue))
  }
}

private struct ColorArguments {
  enum Unit { case none, percent, degrees }

  var channels: [(number: Double, unit: Unit)] = []
  var alpha = 1.0

  init?(_ text: ArraySlice<UInt8>) {
    var rest = text
    skipWhiteSpace(&rest)
    var separators: [UInt8] = []
    var values: [(number: Double, unit: Unit)] = []
    while true {
      guard values.count < 4, let value = ColorArguments.value(&rest) else { return nil }
      values.append(value)
      let hadSpace = skipWhiteSpace(&rest)
      guard let next = rest.first else { break }
      if next == 0x2C || next == 0x2F {
        separators.append(next)
        rest.removeFirst()
        skipWhiteSpace(&rest)
      } else if hadSpace {
        separators.append(0x20)
      } else {
        return nil
      }
    }
    switch separators {
    case [0x20, 0x20], [0x2C, 0x2C]: break
    case [0x20, 0x20, 0x2F], [0x2C, 0x2C, 0x2C]:
      guard values[3].unit != .degrees else { return nil }
      alpha = unitClamped(values[3].unit == .percent ? values[3].number / 100 : values[3].number)
    default: return nil
    }
    channels = Array(values.prefix(3))
    guard channels.dropFirst().allSatisfy({ $0.unit != .degrees }) else { return nil }
  }

  private static func value(_ rest: inout ArraySlice<UInt8>) -> (number: Double, unit: Unit)? {
    let text = rest.prefix { $0.isDigit || [0x2B, 0x2D, 0x2E, 0x65].contains($0) }
    guard let number = text.withUnsafeBytes(Decimal.number), number.isFinite else { return nil }
    rest = rest.dropFirst(text.count)
    if rest.first == 0x25 {
      rest.removeFirst()
      return (number, .percent)
    }
    // The `e` of an exponent is not the one of `deg`.
    if rest.starts(with: [0x64, 0x65, 0x67]) {
      rest.removeFirst(3)
      return (number, .degrees)
    }
    return (number, .none)
  }
}

@discardableResult private func skipWhiteSpace(_ text: inout ArraySlice<UInt8>) -> Bool {
  let count = text.count
  text = text.drop(while: \.isWhiteSpace)
  return text.count < count
}

/// A channel limited to `0...1`; NaN becomes 0.
private func unitClamped(_ channel: Double) -> Double { channel > 0 ? min(1, channel) : 0 }
