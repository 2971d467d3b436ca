import BuiltIns
public import Drawing
import JSONDocument
import MapGeometry

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
  /// The values that have the colors, one each; empty where colors go by order.
  public let values: [String]

  /// A palette by its name in any case, such as `viridis` or `blues-r`, two colors and more, `#fee,#a00`, or values with
  /// their colors, `ok=#0a0,late=#c00`, or as a JSON object.
  public init?(rawValue: String) {
    let name = rawValue.lowercased()
    if let known = Palette.byName[name] {
      self = known
    } else if name.hasSuffix("-r"), let known = Palette.byName[String(name.dropLast(2))] {
      self.init(name, known.kind, known.source, known.colors.reversed())
    } else if let pairs = Palette.pairs(rawValue) {
      let colors = pairs.compactMap(\.color)
      guard !colors.isEmpty, colors.count == pairs.count else { return nil }
      self.init(rawValue, .categories, "own", colors, values: pairs.map(\.value))
    } else {
      let colors = Palette.separated(rawValue).map { Color(css: $0) }
      guard colors.count > 1, colors.allSatisfy({ $0 != nil }) else { return nil }
      self.init(rawValue, .ramp, "own", colors.compactMap(\.self))
    }
  }

  private init(_ name: String, _ kind: Kind, _ source: String, _ colors: [Color], values: [String] = []) {
    (rawValue, self.kind, self.source, self.colors) = (name, kind, source, colors)
    self.values = values
  }

  /// Values with their colors, each value once, a color `nil` where it is none; `nil` for a text of another form.
  fileprivate static func pairs(_ text: String) -> [(value: String, color: Color?)]? {
    if text.hasPrefix("{") {
      return (try? JSONText(parsing: text))?.root.members?.map {
        ($0.key, $0.value.string.flatMap { Color(css: $0) })
      }
    }
    let pairs = separated(text).map { part -> (value: String, color: Color?)? in
      guard let mark = part.lastIndex(of: "="), mark > part.startIndex else { return nil }
      return (
        String(part[..<mark].trimmingSpaces()),
        Color(css: String(part[part.index(after: mark)...].trimmingSpaces()))
      )
    }
    let found = pairs.compactMap(\.self)
    return found.count == pairs.count && found.distinct(by: \.value).count == found.count ? found : nil
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
  /// From pale to dark gray.
  public static let greys = named("greys")
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

  /// The color of markers without a value.
  public static let missing = Color(red: 0.78, green: 0.78, blue: 0.78)

  /// Colors of categories: at most ``categoryCount``, or those of ``values``; the rest have ``other``. On dark maps
  /// black is white.
  public func categories(isOnDark: Bool) -> [Color] {
    let count = Palette.categoryCount
    if source == "own" { return values.isEmpty ? Array(colors.prefix(count)) : colors }
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
  /// A name, colors with commas, or values with theirs; in documents also a list or an object.
  static var palette: SettingType {
    let fault: @Sendable (String) -> SettingError = { word in
      if let bare = Palette.pairs(word)?.first(where: { $0.color == nil }) {
        return .malformed(
          word, fault: "has no color for \(quotedForMessage(bare.value)); write ok=#0a0,late=#c00")
      }
      let name = word.hasSuffix("-r") ? String(word.dropLast(2)) : word
      let advice = nameAdvice(
        name.lowercased(), among: Palette.allCases.map(\.rawValue),
        else: "write viridis, another name, colors such as #fee,#a00, or ok=#0a0,late=#c00")
      return .malformed(word, fault: "is no palette and no list of two colors or more; \(advice)")
    }
    return SettingType(schema: .either([.text, .list(.text), .dictionary(.color, atLeast: 1)])) {
      reader, node in
      var text = node.value.elements.map { $0.map { $0.string ?? "?" }.joined(separator: ",") }
      if node.value.members != nil {
        var json = JSONWriter()
        json.value(node.value)
        text = json.text
      }
      guard let text = text ?? reader.string(node, "a palette's name, a list of colors or an object of them")
      else { return nil }
      return Palette(rawValue: text) ?? reader.fault(fault(text), at: node)
    } word: { word throws(SettingError) in
      guard let palette = Palette(rawValue: word) else { throw fault(word) }
      return palette
    }
  }
}
