import JSONDocument
import Drawing
import MapGeometry

/// The advice where something around a map would hide its markers: one for all that stands there.
struct DecorationAdvice {
  /// Everything that stands around the map, each in its forms, in the order in which places are found.
  let pieces: [[DecorationPiece]]
  let picture: Rectangle
  /// The greatest reach of markers from their middles, in points.
  let reach: Double
  /// True if the view is found by all points, so that padding keeps them off its edges.
  let isFitted: Bool

  var text: SettingText {
    guard isFitted else { return "make the picture larger, or show a larger region" }
    guard let padding else { return "make the picture larger" }
    return "keep room with \(setting: "padding", to: padding) or make the picture larger"
  }

  /// The share of the picture that padding may cost.
  private static let mostCost = 0.5
  /// Padding is found to so many points.
  private static let step = 4.0
  /// The growth that a legend may need, in points, as markers become fewer and larger: a row of words, and some letters.
  private static let growth = Size(width: 10, height: 16)

  /// The sides in the order of the option.
  private enum Side: Int, CaseIterable {
    case top, right, bottom, left
  }

  /// The least padding of each side. Markers that give way stand farther out than their points, and may be larger.
  private var least: Double { max(20, 1.5 * reach) }

  /// Padding in points that leaves room for all pieces, top, right, bottom, left: what costs the least of the picture; `nil`
  /// where it would cost more than half of it.
  ///
  /// - Complexity: O(*pieces*); a few hundred layouts.
  private var padding: String? {
    var best: (cost: Double, sides: [Double])?
    let start = Side.allCases.map { most($0) }
    guard isClear(start) else { return nil }
    for order in DecorationAdvice.orders {
      var sides = start
      for side in order { narrow(side, of: &sides) }
      let cost =
        1 - max(0, picture.width - sides[1] - sides[3]) * max(0, picture.height - sides[0] - sides[2])
        / (picture.width * picture.height)
      if cost < best?.cost ?? .infinity { best = (cost, sides) }
    }
    guard let best else { return nil }
    // What every picture pays for its markers is no cost of what stands around them.
    let plain = max(0, picture.width - 2 * least) * max(0, picture.height - 2 * least)
    let share = (1 - best.cost) * picture.width * picture.height / plain
    guard plain > 0, share >= 1 - DecorationAdvice.mostCost else { return nil }
    return best.sides.map { "\(Int($0.rounded(.up)))" }.joined(separator: ",")
  }

  private static let orders: [[Side]] = {
    func orders(of sides: [Side]) -> [[Side]] {
      sides.isEmpty
        ? [[]] : sides.flatMap { side in orders(of: sides.filter { $0 != side }).map { [side] + $0 } }
    }
    return orders(of: Side.allCases)
  }()

  /// The most that one side could take, so that a strip for markers is left.
  private func most(_ side: Side) -> Double {
    let length = side == .top || side == .bottom ? picture.height : picture.width
    return max(least, 0.45 * length)
  }

  /// Takes one side as far back as everything still stands clear, if it does at all.
  private func narrow(_ side: Side, of sides: inout [Double]) {
    let most = sides[side.rawValue]
    let steps = Int(exactly: ((most - least) / DecorationAdvice.step).rounded(.up)) ?? 0
    func tried(_ step: Int) -> [Double] {
      var tried = sides
      tried[side.rawValue] = min(most, least + Double(step) * DecorationAdvice.step)
      return tried
    }
    sides = tried((0..<max(0, steps)).partitioningIndex { isClear(tried($0)) })
  }

  /// True if every piece has a place outside of where markers may be.
  private func isClear(_ sides: [Double]) -> Bool {
    let inner = Rectangle(
      x: picture.x + sides[3], y: picture.y + sides[0], width: max(0, picture.width - sides[1] - sides[3]),
      height: max(0, picture.height - sides[0] - sides[2]))
    var layout = DecorationLayout(picture: picture, discs: [], crowd: inner.expanded(by: 1.5 * reach))
    for forms in pieces where !forms.isEmpty {
      guard let placed = layout.place(forms: forms.map(DecorationAdvice.grown)),
        placed.cover == DecorationLayout.Cover()
      else { return false }
      layout.take(placed)
    }
    return true
  }

  private static func grown(_ piece: DecorationPiece) -> DecorationPiece {
    guard piece.name == "legend" else { return piece }
    var piece = piece
    piece.box.size = Size(width: piece.size.width + growth.width, height: piece.size.height + growth.height)
    return piece
  }
}
