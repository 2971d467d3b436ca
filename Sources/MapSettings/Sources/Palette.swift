public import Drawing

/// Colors for categories and for classes of numbers; the color-blind can distinguish all of them.
public enum Palette: String, Hashable, Sendable, CaseIterable {
  /// Eight colors for categories (M. Okabe and K. Ito, "Color Universal Design", 2008).
  case okabeIto = "okabe-ito"
  /// Eight softer colors for categories (P. Tol, "Colour Schemes", 2021: muted).
  case muted
  /// From amber to deep violet, as the bubbles of the built-in style `light`.
  case sunset
  /// From yellow over green to violet (S. van der Walt and N. Smith, matplotlib 2.0, 2015), light to dark.
  case viridis
  /// From pale yellow to dark red (C. Brewer, YlOrRd).
  case ylorrd
  /// From pale to dark blue (C. Brewer, Blues).
  case blues
  /// From light to dark grey.
  case greys
  /// From blue over white to red, for numbers below and above a middle (C. Brewer, RdBu).
  case blueRed = "blue-red"

  /// Whether the colors stand for categories; else they run from low to high.
  public var isForCategories: Bool { self == .okabeIto || self == .muted }

  /// The colors in one line, for help.
  public var summary: String { facts.summary }
  private var words: [Substring] { facts.words.split(separator: " ") }
  private var facts: (summary: String, words: String) {
    switch self {
    case .okabeIto:
      (
        "categories: eight clear colors by Okabe and Ito",
        "#0072b2 #e69f00 #009e73 #d55e00 #56b4e9 #cc79a7 #f0e442 #000000"
      )
    case .muted:
      (
        "categories: eight soft colors by Tol",
        "#332288 #cc6677 #117733 #ddcc77 #88ccee #882255 #44aa99 #999933"
      )
    case .sunset:
      ("numbers: amber to deep violet, as in the style light", "#f9b233 #ee7550 #c43f7c #7f2a9e #3a1583")
    case .viridis: ("numbers: yellow over green to violet", "#fde725 #5ec962 #21918c #3b528b #440154")
    case .ylorrd: ("numbers: pale yellow to dark red", "#ffffb2 #fecc5c #fd8d3c #f03b20 #bd0026")
    case .blues: ("numbers: pale to dark blue", "#eff3ff #bdd7e7 #6baed6 #3182bd #08519c")
    case .greys: ("numbers: light to dark grey", "#f0f0f0 #c8c8c8 #969696 #5e5e5e #252525")
    case .blueRed:
      ("numbers about a middle: blue over white to red", "#0571b0 #92c5de #f7f7f7 #f4a582 #ca0020")
    }
  }

  /// How many categories have a color of their own; the rest share ``other``.
  public static let categoryCount = 8
  /// The color of all further categories.
  public static let other = Color(red: 0.62, green: 0.62, blue: 0.62)
  /// The color of clusters in which no category leads.
  public static let mixed = Color(red: 0.43, green: 0.43, blue: 0.43)

  /// The colors of categories, the most frequent first: ``categoryCount`` of them.
  ///
  /// - Parameter isOnDark: whether the map is dark; black then is white.
  public func categories(isOnDark: Bool) -> [Color] {
    let colors = words.compactMap { Color(css: String($0)) }
    guard isForCategories else { return classes(Palette.categoryCount, isOnDark: isOnDark) }
    return colors.map { $0 == .black && isOnDark ? .white : $0 }
  }

  /// The colors of classes, from low to high: between the palette's own they are mixed evenly.
  ///
  /// - Parameters:
  ///   - count: how many, at least 1.
  ///   - isOnDark: whether the map is dark: high then is light, so that it stands out.
  public func classes(_ count: Int, isOnDark: Bool) -> [Color] {
    var colors = words.compactMap { Color(css: String($0)) }
    if isForCategories { return (0..<count).map { colors[$0 % colors.count] } }
    if isOnDark, self != .blueRed { colors.reverse() }
    guard count > 1 else { return [colors[colors.count / 2]] }
    return (0..<count).map { index in
      let place = Double(index) / Double(count - 1) * Double(colors.count - 1)
      let low = min(colors.count - 2, Int(place))
      let share = place - Double(low)
      func mixed(_ channel: KeyPath<Color, Double>) -> Double {
        colors[low][keyPath: channel] * (1 - share) + colors[low + 1][keyPath: channel] * share
      }
      return Color(red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue))
    }
  }
}
