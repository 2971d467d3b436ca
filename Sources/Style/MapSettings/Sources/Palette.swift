import BuiltIns
public import Drawing
import JSONDocument

/// Colors for categories and for classes of numbers: by a name that people know, or a list of one's own.
public struct Palette: RawRepresentable, CaseIterable, Hashable, Sendable {
  enum Kind: String {
    case categories
    /// From light to dark; reversed on dark maps, so that high numbers stand out.
    case darkening
    /// In one order on all maps.
    case ramp
    /// Diverging, about a middle.
    case middle
  }

  /// The name, with `-r` behind it where the colors are reversed; of a list of one's own the colors with commas between.
  public let rawValue: String
  let kind: Kind
  /// Word of the table for the colors' source.
  let source: String
  private let colors: [Color]

  /// A palette by its name in any case, such as `viridis` or `blues-r`, or two colors and more, `#fee,#a00`.
  public init?(rawValue: String) {
    let name = rawValue.lowercased()
    if let known = Palette.byName[name] {
      self = known
    } else if name.hasSuffix("-r"), let known = Palette.byName[String(name.dropLast(2))] {
      self.init(name, known.kind, known.source, known.colors.reversed())
    } else {
      let colors = Palette.separated(rawValue).map { Color(css: $0) }
      guard colors.count > 1, colors.allSatisfy({ $0 != nil }) else { return nil }
      self.init(rawValue, .ramp, "own", colors.compactMap(\.self))
    }
  }

  private init(_ name: String, _ kind: Kind, _ source: String, _ colors: [Color]) {
    (rawValue, self.kind, self.source, self.colors) = (name, kind, source, colors)
  }

  /// Splits at commas outside of brackets, as in `rgb(1, 2, 3)`.
  private static func separated(_ text: String) -> [String] {
    var (parts, depth) = ([""], 0)
    for character in text {
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      if character == ",", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts.map { String(Substring($0).trimmingSpaces()) }
  }

  /// True if it has a name, and colors with an order that categories lack.
  public var isOfNumbers: Bool { source != "own" && !isForCategories }

  /// Named palettes. ColorBrewer's have five classes; matplotlib's, Google's and Crameri's are sampled
  /// evenly.
  public static let allCases: [Palette] = BuiltInText.palettes.text.split(separator: "\n").compactMap {
    line in
    let words = line.split(separator: " ")
    guard words.count > 4, let kind = Kind(rawValue: String(words[1])) else { return nil }
    return Palette(
      String(words[0]), kind, String(words[2]), words.dropFirst(3).compactMap { Color(css: "#\($0)") })
  }
  private static let byName = Dictionary(
    allCases.map { ($0.rawValue, $0) }, uniquingKeysWith: { first, _ in first })

  /// Eight clear colors for categories.
  public static let okabeIto = named("okabe-ito")
  /// Eight softer colors for categories.
  public static let muted = named("muted")
  /// From amber to deep violet, as the bubbles of the built-in style `light`.
  public static let sunset = named("sunset")
  /// From violet over green to yellow.
  public static let viridis = named("viridis")
  /// From pale to dark blue.
  public static let blues = named("blues")
  /// From blue over white to red, for numbers below and above a middle.
  public static let blueRed = named("blue-red")

  private static func named(_ name: String) -> Palette {
    byName[name] ?? Palette(name, .categories, "ours", [.black])
  }

  /// True if the colors stand for categories; else they run from low to high.
  public var isForCategories: Bool { kind == .categories }

  /// The use of the colors and where they come from in one line, for help.
  public var summary: String {
    let ends = "\(colors[0].hexadecimal) to \(colors[colors.count - 1].hexadecimal)"
    let use =
      switch kind {
      case .categories: "categories: \(colors.count) colors"
      case .darkening, .ramp: "numbers: \(ends)"
      case .middle: "numbers about a middle: \(ends)"
      }
    let names = [
      "okabe": "Okabe and Ito", "tol": "Tol", "tableau": "Tableau", "brewer": "ColorBrewer",
      "matplotlib": "matplotlib", "google": "Google", "crameri": "Crameri",
    ]
    return use + (names[source].map { ", by \($0)" } ?? "")
  }

  /// The number of categories with a color of their own; the rest share ``other``.
  public static let categoryCount = 8
  /// The color of all further categories.
  public static let other = Color(red: 0.62, green: 0.62, blue: 0.62)
  /// The color of clusters in which no category leads.
  public static let mixed = Color(red: 0.43, green: 0.43, blue: 0.43)

  /// Colors of categories, the most frequent first: ``categoryCount``; shorter lists leave the rest to
  /// ``other``. On dark maps black is white.
  public func categories(isOnDark: Bool) -> [Color] {
    let count = Palette.categoryCount
    if source == "own" {
      return (0..<count).map { $0 < colors.count ? colors[$0] : Palette.other }
    }
    guard isForCategories else { return classes(count, isOnDark: isOnDark) }
    return colors.prefix(count).map { $0 == .black && isOnDark ? .white : $0 }
  }

  /// Colors of classes, from low to high, interpolated; on dark maps from dark to light, so that high numbers
  /// stand out.
  public func classes(_ count: Int, isOnDark: Bool) -> [Color] {
    if isForCategories { return (0..<count).map { colors[$0 % colors.count] } }
    let ramp = isOnDark && kind == .darkening ? colors.reversed() : colors
    guard count > 1 else { return [ramp[ramp.count / 2]] }
    return (0..<count).map { index in
      let place = Double(index) / Double(count - 1) * Double(ramp.count - 1)
      let low = min(ramp.count - 2, Int(place))
      let share = place - Double(low)
      func mixed(_ channel: KeyPath<Color, Double>) -> Double {
        ramp[low][keyPath: channel] * (1 - share) + ramp[low + 1][keyPath: channel] * share
      }
      return Color(red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue))
    }
  }
}

extension SettingType where Value == Palette {
  /// A name, or colors with commas; in documents also a list.
  static var palette: SettingType {
    let fault: @Sendable (String) -> SettingError = { word in
      let name = word.hasSuffix("-r") ? String(word.dropLast(2)) : word
      let advice = nameAdvice(
        name.lowercased(), among: Palette.allCases.map(\.rawValue),
        else: "write viridis, another name, or colors such as #fee,#a00")
      return .malformed(word, fault: "is no palette and no list of two colors or more; \(advice)")
    }
    return SettingType(schema: .either([.text, .list(.text)])) { reader, node in
      let list = node.value.elements.map { $0.map { $0.string ?? "?" }.joined(separator: ",") }
      guard let text = list ?? reader.string(node, "a palette's name or a list of colors") else { return nil }
      return Palette(rawValue: text) ?? reader.fault(fault(text), at: node)
    } word: { word throws(SettingError) in
      guard let palette = Palette(rawValue: word) else { throw fault(word) }
      return palette
    }
  }
}
