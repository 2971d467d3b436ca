import CSystem
import Drawing
import JSONDocument
import MapSettings
import MapStyle
import StyleSettings

/// Makes the layers that draw a source by columns of its data.
struct ThemeLayers {
  let source: String
  let theme: DataTheme
  let isOnDark: Bool
  /// True if the layers stand for all of the source's own, even where columns label markers alone.
  let replacesAll: Bool
  /// The color of pins that none is set for; `nil` for that of counts.
  let pin: Color?
  /// True for a print in grays, without shadows.
  let isOnPaper: Bool

  var layers: [StyleLayer] {
    // Names lie above dots and beneath bubbles, which they keep off.
    let names = theme.drawing.labelBy.map { [self.names(of: $0)] } ?? []
    let hulls = theme.form == .hull ? [self.hulls] : []
    // Without columns that draw markers, the style draws them.
    if !theme.drawing.drawsMarkers, !replacesAll { return hulls + names }
    if let form = theme.form, ![.bubble, .hull, .icon].contains(form) {
      return form == .pin ? pins + names : names + (form.isCell ? [dots, cells] : [marks])
    }
    if let donut = theme.donut { return hulls + [dots] + names + [rings(donut)] }
    if isSized, isSizedByName || !theme.showsValues {
      return hulls + names + [bubbles(filter: nil), texts(filter: nil)]
    }
    if isSized {
      return hulls + names + [bubbles(filter: nil), texts(filter: [">=", inner, textReach]), besides]
    }
    let isBubble: JSONValue = ["has", .text(bubbleMark)]
    return hulls + [dots] + names + [bubbles(filter: isBubble), texts(filter: isBubble)]
  }

  /// True if all markers are bubbles whose sizes stand for a column.
  private var isSized: Bool { theme.donut == nil && theme.sizeProperty != nil }

  /// True if a column is set to size markers; else they are sized by what they show.
  private var isSizedByName: Bool {
    isSized && (theme.drawing.sizeBy != nil || theme.drawing.sizeRange != nil)
  }

  /// True if texts follow the sizes of bubbles, which stand for numbers, not these the texts.
  private var isFitting: Bool {
    theme.sizeProperty != nil || theme.drawing.sizeRange != nil || theme.isColoredBySum
      || !theme.showsValues && theme.form != .icon
  }

  /// True if bubbles are colored by their counts, not by a column.
  private var isColoredByCount: Bool {
    theme.color == nil && theme.classProperty == nil && theme.sizeProperty == nil
  }

  /// True if single points stand in bubbles of their own, with what they show.
  private var showsSingles: Bool { theme.showsValues || theme.isWeighed }

  /// The property of markers that are bubbles: clusters, and single points that have what bubbles show.
  private var bubbleMark: String {
    theme.showsValues && theme.donut == nil ? DataTheme.label : CountScale.property
  }

  // MARK: Layers

  private var dots: StyleLayer {
    layer(
      "dots", .circle, filter: ["!", ["has", .text(bubbleMark)]],
      [(.circleColor, color()), (.circleRadius, 5), (.circleStrokeWidth, 1), (.circleStrokeColor, stroke)]
    ) { $0.thinsCrowds = setting(true) }
  }

  /// The cells of clusters.
  private var cells: StyleLayer {
    let edges: [(StyleProperty, JSONValue)] = [
      (.circleStrokeWidth, 0.75), (.circleStrokeColor, isOnDark ? "rgba(13, 18, 24, 0.8)" : stroke),
    ]
    return layer(
      "cells", .circle, filter: isCluster,
      [(.circleColor, color()), (.circleOpacity, 0.85), (.circleRadius, 7)]
        + (theme.form == .area ? edges : [])
    ) { ($0.shape, $0.isExplained) = (setting(.cell), true) }
  }

  /// The areas around the members of clusters.
  private var hulls: StyleLayer {
    layer(
      "hulls", .circle, filter: isCluster,
      [
        (.circleColor, color()), (.circleOpacity, 0.22), (.circleStrokeColor, color()),
        (.circleStrokeWidth, 1.5),
      ]
    ) { $0.shape = setting(.hull) }
  }

  /// Marks without counts.
  private var marks: StyleLayer {
    layer(
      "marks", .circle,
      [(.circleColor, color()), (.circleRadius, 6), (.circleStrokeWidth, 1), (.circleStrokeColor, stroke)]
    ) { _ in }
  }

  /// Pins, 22 points wide and 30 high, larger for more points; with counts in their heads, or with white dots.
  private var pins: [StyleLayer] {
    let color: (StyleProperty, JSONValue) = (.circleColor, pin.map { .text($0.hexadecimal) } ?? color())
    let ink = pin.map { JSONValue.text(MarkSign.ink(on: $0).hexadecimal) }
    let radius = JSONValue.steps(
      over: ["coalesce", countOfMarker, 1], [9, 10.5, 12, 14, 17, 20], from: [2, 10, 100, 1000, 10_000])
    let shape = layer(
      "pins", .circle,
      [
        color, (.circleRadius, radius), (.circleStrokeWidth, 2), (.circleStrokeColor, "#ffffff"),
        (.circleBlur, isOnPaper ? 0 : 1),
      ]
    ) {
      ($0.shape, $0.pair, $0.sign) = (setting(.balloon), setting(id("texts")), setting("circle"))
      $0.isExplained = isColoredByCount
    }
    let texts = layer(
      "texts", .symbol, filter: isCluster,
      [
        (.textField, count), (.textFont, ["Noto Sans Bold"]), (.textSize, 11), (.textAllowOverlap, true),
        (.textIgnorePlacement, true), (.textMaxWidth, 100),
        (.textColor, ink ?? self.color { MarkSign.ink(on: $0) }),
      ]
    ) { $0.textFit = setting(LabelFit(.shrink, smallest: 7, padding: 1)) }
    return [shape, texts]
  }

  /// Clusters, or all markers.
  private func bubbles(filter: JSONValue?) -> StyleLayer {
    let image = icon.image
    let edge = hollow(color(), or: !isStill ? stroke : isOnDark ? "#0d1218" : "#33415c")
    let glass: JSONValue = isOnDark ? "rgba(27, 35, 45, 0.7)" : "rgba(255, 255, 255, 0.7)"
    return layer(
      "bubbles", .circle, filter: filter,
      [
        (.circleSortKey, order), (.circleColor, image == nil ? hollow(glass, or: color()) : paper),
        (.circleRadius, theme.sizeProperty == nil ? radius : inner),
        (.circleStrokeWidth, image == nil ? hollow(hollowRim, or: 1) : 2),
        (.circleStrokeColor, image == nil ? edge : color()),
        (.circleOpacity, isStill ? 0.75 : 0.9),
      ]
    ) {
      ($0.pair, $0.declutter) = (setting(id("texts")), setting(.clear))
      $0.isExplained = theme.showsValues || isColoredByCount && image == nil
      // Where sizes mean something they do not follow the text: it follows them, and is left out of small bubbles.
      if !isFitting { $0.fitText = setting(3) }
      if let sign = icon.sign { $0.sign = setting(sign) }
    }
  }

  /// True if sized marks stay where their points are, one over another: they are translucent then, with dark rims.
  private var isStill: Bool { isSized && !theme.isClustered && icon.image == nil }

  private func texts(filter: JSONValue?) -> StyleLayer {
    layer(
      "texts", .symbol, filter: filter,
      [
        (.textField, theme.showsValues ? label : count), (.textFont, ["Noto Sans Bold"]),
        (
          .textSize,
          theme.showsValues && theme.sizeProperty == nil
            ? 11.5 : ["step", ["coalesce", countOfMarker, 1], 11, 10, 11.5, 100, 12.5, 1000, 14]
        ),
        (.textAllowOverlap, true), (.textMaxWidth, 100),
        // Names keep off numbers.
        (.textIgnorePlacement, theme.drawing.labelBy == nil ? true : false),
        (.textColor, icon.image == nil ? hollow(ink, or: color { MarkSign.ink(on: $0) }) : ink),
      ] + iconLayout
    ) {
      guard isFitting else { return }
      $0.textFit = setting(LabelFit(.hide, smallest: theme.showsValues ? 8 : 5, padding: 1.5))
    }
  }

  /// The numbers that are too wide for their bubbles, beside these.
  private var besides: StyleLayer {
    layer(
      "besides", .symbol, filter: ["<", inner, textReach],
      [
        (.textField, label), (.textFont, ["Noto Sans Bold"]), (.textSize, 10), (.textMaxWidth, 100),
        (.textVariableAnchor, ["left", "right", "top", "bottom"]), (.textOffset, offset(from: reach)),
      ] + haloed
    ) { $0.avoidsBubbles = setting(true) }
  }

  /// The colors of texts beside their marks.
  private var haloed: [(StyleProperty, JSONValue)] {
    [
      (.textColor, isOnDark ? "#e8e8e8" : "#333333"), (.textHaloColor, isOnDark ? "#0e141b" : "#ffffff"),
      (.textHaloWidth, 1.25),
    ]
  }

  private let hollowRim: JSONValue = 2

  /// A value of the bubbles of numbers below 0, which are hollow, or else of others.
  private func hollow(_ value: JSONValue, or other: JSONValue) -> JSONValue {
    guard isSized, theme.hasNegativeSizes else { return other }
    return ["case", ["<", ["coalesce", ["get", .text(SizeScale.property)], 0], 0], value, other]
  }

  /// The built-in sign in bubbles, or the image.
  private var icon: (sign: String?, image: String?) {
    guard theme.form == .icon, let name = theme.drawing.icon else { return (nil, nil) }
    return MapOverlay.signs.contains(name) ? (name, nil) : (nil, name)
  }

  /// The places of counts beneath the signs, and images above them.
  private var iconLayout: [(StyleProperty, JSONValue)] {
    guard theme.form == .icon else { return [] }
    let below: [(StyleProperty, JSONValue)] = [(.textOffset, [0, 0.75])]
    guard let image = icon.image else { return below }
    return below + [
      (.iconImage, .text(image)), (.iconAnchor, "bottom"), (.iconOffset, [0, 3]), (.iconAllowOverlap, true),
      (.iconIgnorePlacement, true),
    ]
  }

  private func rings(_ column: ColumnValues) -> StyleLayer {
    var donut = Donut()
    let colors = donutColors(column)
    for (index, color) in colors.enumerated() {
      donut.segments.append(segment(index, of: column, color, column.categories[index].text))
    }
    if column.categories.count > colors.count {
      donut.segments.append(segment(colors.count, of: column, Palette.other, "other"))
    }
    if column.hasEmpty {
      donut.segments.append(segment(column.emptyShare, of: column, Palette.missing, DataTheme.noValue))
    }
    donut.textSize = BoundProperty(constant: 12)
    donut.centerColor = BoundProperty(paper, .color, or: .white)
    donut.textColor = BoundProperty(ink, .color, or: .black)
    if theme.showsValues || theme.isWeighed {
      donut.text = BoundProperty(theme.showsValues ? label : count, .formatted, or: FormattedText(""))
    }
    return layer(
      "rings", .circle, filter: ["has", .text(CountScale.property)],
      [(.circleSortKey, order), (.circleColor, "#9e9e9e"), (.circleRadius, ringRadius)]
    ) { ($0.donut, $0.declutter, $0.isExplained) = (donut, setting(.clear), true) }
  }

  private func segment(_ index: Int, of column: ColumnValues, _ color: Color, _ label: String)
    -> Donut.Segment
  {
    let share = DataTheme.share(index, of: column)
    return Donut.Segment(
      value: BoundProperty(["get", .text(share)], .number, or: 0), color: BoundProperty(constant: color),
      label: label)
  }

  private func names(of column: String) -> StyleLayer {
    layer(
      "names", .symbol, filter: ["!", isCluster],
      [
        (.textField, ["to-string", ["coalesce", ["get", .text(column)], ""]]),
        (.textFont, ["Noto Sans Regular"]), (.textSize, 10.5), (.textMaxWidth, 12), (.textJustify, "auto"),
        // Below the head of a pin is its point.
        (
          .textVariableAnchor,
          theme.form == .pin ? ["left", "right", "bottom"] : ["left", "right", "top", "bottom"]
        ),
        (.textOffset, theme.form == .pin ? offset(from: 11) : offset),
      ] + haloed
    ) { $0.avoidsBubbles = setting(true) }
  }

  /// The positions of names: beside the dot or the bubble, as far from its edge whatever its size.
  private var offset: JSONValue {
    guard isSized || showsSingles else { return offset(from: 5) }
    let drawn = isSized ? reach : theme.donut == nil ? radius : ringRadius
    // A bubble holds its text, whose digits are 8 points wide, unless its size stands for a number.
    let text: JSONValue = theme.showsValues ? ["to-string", label] : count
    let whole: JSONValue = isFitting ? drawn : ["max", drawn, ["+", 4, ["*", 4.5, ["length", text]]]]
    return offset(from: ["case", ["has", .text(bubbleMark)], whole, 5])
  }

  /// The radius that a number needs whose letters are 6 points wide, as small as they get.
  private var textReach: JSONValue { ["+", 3, ["*", 3, ["length", ["to-string", label]]]] }
  /// The radius of bubbles within the rims of hollow ones.
  private var inner: JSONValue { hollow(["-", reach, hollowRim], or: reach) }

  /// The distance of names from the middle of a disc of a radius, in ems of 10.5 points.
  ///
  /// Below and above they need more: there the style language moves them 7/24 em nearer, and the comma of `ș` and the breve of
  /// `ă` reach to the edge of a line.
  private func offset(from reach: JSONValue) -> JSONValue {
    func ems(_ radius: Double) -> JSONValue {
      ["literal", [.number((radius + 3.4) / 10.5), .number((radius + 5.1) / 10.5)]]
    }
    return ["interpolate", ["linear"], reach, 0, ems(0), 100, ems(100)]
  }

  private func layer(
    _ name: String, _ type: LayerType, filter: JSONValue? = nil, _ values: [(StyleProperty, JSONValue)],
    set: (inout LayerSettings) -> Void
  ) -> StyleLayer {
    var settings = LayerSettings()
    set(&settings)
    return StyleLayer(id(name), type, source: source, filter: filter, extra: settings, values)
  }

  private func setting<Value>(_ value: Value) -> Setting<Value> {
    Setting(value: value, location: SourceLocation(path: JSONPath(), position: .start))
  }

  private func id(_ name: String) -> String { "\(source)-\(name)" }

  // MARK: Values

  private let isCluster: JSONValue = ["has", "point_count"]
  private let countOfMarker: JSONValue = ["get", .text(CountScale.property)]
  private let label: JSONValue = ["coalesce", ["get", .text(DataTheme.label)], ""]
  private let count: JSONValue = ["to-string", ["coalesce", ["get", .text(CountScale.text)], ""]]
  private var order: JSONValue { ["coalesce", countOfMarker, 0] }

  /// Areas proportional to magnitudes, up to a radius; the least are seen, too, and those without a number dots.
  private var reach: JSONValue {
    let (least, most) = range(3.5, 32)
    let size = SizeScale.property
    return [
      "case", ["has", .text(size)],
      ["max", .number(least), ["*", .number(most), ["sqrt", ["abs", ["get", .text(size)]]]]],
      .number(least),
    ]
  }
  /// Radii of rings by what they count.
  private var ringRadius: JSONValue { growing(15, 42) }
  /// Radii by what bubbles show.
  private var radius: JSONValue {
    if !theme.showsValues {
      return theme.form == .icon ? growing(16, 34) : growing(10.5, 35)
    }
    // A sum of more is a larger bubble; a mean or the greatest of many numbers is as large as one of them.
    let (least, most) = range(12, 29)
    guard theme.isColoredBySum else {
      return .number(theme.drawing.sizeRange == nil ? 13 : (least + most) / 2)
    }
    return MarkerClasses.expression(theme.classCount) { count in
      (0..<count).map {
        .number(count == 1 ? least + 1 : least + (most - least) * Double($0) / Double(count - 1))
      }
    }
  }
  /// The limits of classes of counts.
  var limits: [Double] { theme.drawing.breaks ?? [10, 100, 1000, 10_000] }

  /// The radii of bubbles of 2, 10, 100, 1,000, 10,000 and 100,000 points in styles.
  private static let radii = [10.5, 13, 17, 22, 28, 35]

  /// Radii that grow with the logarithm of the count, as those of styles do, as an expression.
  private func growing(_ least: Double, _ most: Double) -> JSONValue {
    let (least, most) = range(least, most)
    let stops = ThemeLayers.radii.enumerated().flatMap { power, radius in
      [power == 0 ? log10(2) : Double(power), least + (most - least) * (radius - 10.5) / 24.5]
    }
    return .list(
      ["interpolate", ["linear"], ["log10", ["coalesce", countOfMarker, 1]]] + stops.map(JSONValue.number))
  }

  /// The radii of the smallest bubbles and of the largest: as set, else the usual ones.
  private func range(_ least: Double, _ most: Double) -> (Double, Double) {
    theme.drawing.sizeRange.map { ($0[0], $0[1]) } ?? (least, most)
  }

  /// Values of classes of counts as an expression.
  func countSteps(_ values: [JSONValue]) -> JSONValue {
    let count = theme.drawing.breaks == nil ? ["get", .text(CountScale.classProperty)] : countOfMarker
    return .steps(over: ["coalesce", count, 1], values, from: limits)
  }
}

extension JSONValue {
  /// A `step` expression: the values from minus infinity and from each limit on.
  static func steps(over input: JSONValue, _ values: [JSONValue], from limits: [Double]) -> JSONValue {
    .list(["step", input, values[0]] + zip(limits, values.dropFirst()).flatMap { [.number($0), $1] })
  }
}
