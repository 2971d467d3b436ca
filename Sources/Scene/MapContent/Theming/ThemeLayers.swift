import Drawing
import JSONDocument
package import MapSettings
package import MapStyle
import StyleSettings

/// Writes the layers that draw a source by columns of its data, as the part of a style.
struct ThemeLayers {
  let source: String
  let theme: DataTheme
  let isOnDark: Bool
  /// True if the layers stand for all of the source's own, even where columns label markers alone.
  let replacesAll: Bool

  var json: String {
    // Names lie above dots and beneath bubbles, which they keep off.
    let names = theme.drawing.labelBy.map { [self.names(of: $0)] } ?? []
    let layers: [String]
    if !theme.drawing.drawsMarkers, !replacesAll {
      // The style draws the markers.
      layers = names
    } else if let form = theme.form, ![.bubble, .hull, .icon].contains(form) {
      layers = names + (form.isCell ? [dots, cells] : [marks(form)])
    } else if theme.donut != nil {
      layers = [dots] + names + [rings]
    } else if isSized {
      layers = names + [bubbles(filter: nil), texts(filter: nil)]
    } else {
      let isBubble = "[\"has\", \(quoted(bubbleMark))]"
      layers = [dots] + names + [bubbles(filter: isBubble), texts(filter: isBubble)]
    }
    let hulls = theme.form == .hull ? [self.hulls] : []
    let data = #"{"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}"#
    return
      "{\"version\": 8, \"sources\": {\(quoted(source)): \(data)}, \"layers\": [\((hulls + layers).joined(separator: ", "))]}"
  }

  /// True if all markers are bubbles whose sizes stand for a column.
  private var isSized: Bool { theme.donut == nil && theme.sizeProperty != nil }

  /// True if a column is set to size markers; else they are sized by what they show.
  private var isSizedByName: Bool {
    isSized && (theme.drawing.sizeBy != nil || theme.drawing.sizeRange != nil)
  }

  /// True if texts follow the sizes of bubbles, not these the texts.
  private var isFitting: Bool { theme.sizeProperty != nil || theme.drawing.sizeRange != nil }

  /// True if single points stand in bubbles of their own, with what they show.
  private var showsSingles: Bool { theme.showsValues || theme.isWeighed }

  /// The property of markers that are bubbles: clusters, and single points that have what bubbles show.
  private var bubbleMark: String {
    theme.showsValues && theme.donut == nil ? DataTheme.label : CountScale.property
  }

  // MARK: Layers

  private var dots: String {
    layer(
      "dots", "circle", filter: "[\"!\", [\"has\", \(quoted(bubbleMark))]]",
      metadata: #""clustersnap:crowd": true"#,
      paint: [
        ("circle-color", color()), ("circle-radius", "5"), ("circle-stroke-width", "1"),
        ("circle-stroke-color", quoted(stroke)),
      ])
  }

  /// The cells of clusters.
  private var cells: String {
    layer(
      "cells", "circle", filter: #"["has", "point_count"]"#, metadata: #""clustersnap:shape": "cell""#,
      paint: [("circle-color", color()), ("circle-opacity", "0.85"), ("circle-radius", "7")]
        + (theme.form == .area
          ? [
            ("circle-stroke-width", "0.75"),
            ("circle-stroke-color", quoted(isOnDark ? "rgba(13, 18, 24, 0.8)" : stroke)),
          ] : []))
  }

  /// The areas around the members of clusters.
  private var hulls: String {
    layer(
      "hulls", "circle", filter: #"["has", "point_count"]"#, metadata: #""clustersnap:shape": "hull""#,
      paint: [
        ("circle-color", color()), ("circle-opacity", "0.22"), ("circle-stroke-color", color()),
        ("circle-stroke-width", "1.5"),
      ])
  }

  /// Marks without counts.
  private func marks(_ form: ClusterForm) -> String {
    layer(
      "marks", "circle", metadata: form == .pin ? #""clustersnap:shape": "pin""# : nil,
      paint: [
        ("circle-color", color()), ("circle-radius", "6"),
        // Heads of pins are lit; on dark ground that is not enough.
        ("circle-stroke-width", form != .pin ? "1" : isOnDark ? "0.75" : "0"),
        ("circle-stroke-color", quoted(stroke)),
      ])
  }

  /// Clusters, or all markers.
  private func bubbles(filter: String?) -> String {
    var metadata =
      "\"clustersnap:pair\": \(quoted(id("texts"))), \"clustersnap:declutter\": \"clear\""
    // Where sizes mean something they do not follow the text: it follows them. It is left out of small bubbles where sizes
    // were asked for, and makes them larger where numbers were.
    if !isFitting { metadata += ", \"clustersnap:fit-text\": 3" }
    let image = icon.image
    if let sign = icon.sign { metadata += ", \"clustersnap:sign\": \(quoted(sign))" }
    return layer(
      "bubbles", "circle", filter: filter, metadata: metadata,
      layout: [("circle-sort-key", order)],
      paint: [
        ("circle-color", image == nil ? color() : quoted(paper)),
        ("circle-radius", theme.sizeProperty == nil ? radius : proportional),
        ("circle-stroke-width", image == nil ? "1.25" : "2"),
        ("circle-stroke-color", image == nil ? quoted(stroke) : color()),
      ])
  }

  private func texts(filter: String?) -> String {
    let label = "[\"coalesce\", [\"get\", \(quoted(DataTheme.label))], \"\"]"
    return layer(
      "texts", "symbol", filter: filter,
      metadata: isFitting
        ? "\"clustersnap:text-fit\": {\"method\": \"\(isSized && !isSizedByName ? "shrink" : "hide")\", \"smallest\": 8, \"padding\": 1.5}"
        : nil,
      layout: [
        ("text-field", theme.showsValues ? label : count), ("text-font", #"["DejaVu Sans Bold"]"#),
        (
          "text-size",
          theme.showsValues && theme.sizeProperty == nil
            ? "11.5"
            : #"["step", ["coalesce", ["get", "clustersnap:count"], 1], 11, 10, 11.5, 100, 12.5, 1000, 14]"#
        ),
        ("text-allow-overlap", "true"), ("text-max-width", "100"),
        // Names keep off numbers.
        ("text-ignore-placement", theme.drawing.labelBy == nil ? "true" : "false"),
      ] + iconLayout,
      paint: [("text-color", icon.image == nil ? color { MarkSign.ink(on: $0) } : quoted(ink))])
  }

  /// The built-in sign in bubbles, or the image.
  private var icon: (sign: String?, image: String?) {
    guard theme.form == .icon, let name = theme.drawing.icon else { return (nil, nil) }
    return MapOverlay.signs.contains(name) ? (name, nil) : (nil, name)
  }

  /// The places of counts beneath the signs, and images above them.
  private var iconLayout: [(String, String)] {
    guard theme.form == .icon else { return [] }
    let below = [("text-offset", "[0, 0.75]")]
    guard let image = icon.image else { return below }
    let above = [("icon-image", quoted(image)), ("icon-anchor", quoted("bottom")), ("icon-offset", "[0, 3]")]
    return below + above + ["icon-allow-overlap", "icon-ignore-placement"].map { ($0, "true") }
  }

  private var rings: String {
    guard let donut = theme.donut else { return "" }
    let colors = donutColors(donut)
    var segments: [String] = []
    for index in 0...min(donut.categories.count, Palette.categoryCount) {
      let isOther = index == Palette.categoryCount
      guard isOther ? donut.categories.count > index : index < donut.categories.count else { continue }
      let label = isOther ? "other" : donut.categories[index].text
      segments.append(
        "{\"property\": \(quoted(DataTheme.share(index, of: donut))), \"color\": \(text(of: isOther ? Palette.other : colors[index])), \"label\": \(quoted(label))}"
      )
    }
    var words = "\"segments\": [\(segments.joined(separator: ", "))], \"hole\": 0.6, \"textSize\": 12"
    words +=
      ", \"centerColor\": \"\(paper)\", \"textColor\": \"\(ink)\""
    if theme.showsValues {
      words += ", \"text\": [\"coalesce\", [\"get\", \(quoted(DataTheme.label))], \"\"]"
    } else if theme.isWeighed {
      words += ", \"text\": \(count)"
    }
    return layer(
      "rings", "circle", filter: "[\"has\", \(quoted(CountScale.property))]",
      metadata: "\"clustersnap:donut\": {\(words)}, \"clustersnap:declutter\": \"clear\"",
      layout: [("circle-sort-key", order)],
      paint: [
        ("circle-color", quoted("#9e9e9e")),
        ("circle-radius", ringRadius),
      ])
  }

  private func names(of column: String) -> String {
    layer(
      "names", "symbol", filter: #"["!", ["has", "point_count"]]"#,
      metadata: #""clustersnap:avoid-bubbles": true"#,
      layout: [
        ("text-field", "[\"to-string\", [\"coalesce\", [\"get\", \(quoted(column))], \"\"]]"),
        ("text-font", #"["DejaVu Sans"]"#), ("text-size", "10.5"), ("text-max-width", "12"),
        ("text-justify", #""auto""#),
      ] + places,
      paint: [
        ("text-color", quoted(isOnDark ? "#e8e8e8" : "#333333")),
        ("text-halo-color", quoted(isOnDark ? "#0e141b" : "#ffffff")), ("text-halo-width", "1.25"),
      ])
  }

  /// The positions of names: beside the dot or the bubble, as far from its edge whatever its size. In ems of 10.5 points.
  private var places: [(String, String)] {
    let anchors = ("text-variable-anchor", #"["left", "right", "top", "bottom"]"#)
    guard isSized || showsSingles else { return [anchors, offset(from: "5")] }
    let drawn = isSized ? proportional : theme.donut == nil ? radius : ringRadius
    // A bubble holds its text, whose digits are 8 points wide, or 5.6 where texts shrink.
    let text = theme.showsValues ? "[\"to-string\", [\"get\", \(quoted(DataTheme.label))]]" : count
    let (padding, digit) = isSized ? (2.5, 2.9) : (4, 4.5)
    let least = "[\"+\", \(padding), [\"*\", \(digit), [\"length\", \(text)]]]"
    let whole = isSizedByName ? drawn : "[\"max\", \(drawn), \(least)]"
    return [anchors, offset(from: "[\"case\", [\"has\", \(quoted(bubbleMark))], \(whole), 5]")]
  }

  /// The distance of names from the middle of a disc of a radius.
  ///
  /// Below and above they need more: there the style language moves them 7/24 em nearer, and the comma of `ș` and the breve of
  /// `ă` reach to the edge of a line.
  private func offset(from reach: String) -> (String, String) {
    func ems(_ radius: Double) -> String {
      "[\"literal\", [\((radius + 3.4) / 10.5), \((radius + 5.1) / 10.5)]]"
    }
    return ("text-offset", "[\"interpolate\", [\"linear\"], \(reach), 0, \(ems(0)), 100, \(ems(100))]")
  }

  private func layer(
    _ name: String, _ type: String, filter: String? = nil, metadata: String? = nil,
    layout: [(String, String)] = [], paint: [(String, String)]
  ) -> String {
    var words = "\"id\": \(quoted(id(name))), \"type\": \"\(type)\", \"source\": \(quoted(source))"
    if let filter { words += ", \"filter\": \(filter)" }
    if let metadata { words += ", \"metadata\": {\(metadata)}" }
    for (key, values) in [("layout", layout), ("paint", paint)] where !values.isEmpty {
      words += ", \"\(key)\": {\(values.map { "\"\($0)\": \($1)" }.joined(separator: ", "))}"
    }
    return "{\(words)}"
  }

  private func id(_ name: String) -> String { "\(source)-\(name)" }

  // MARK: Values

  private let order = #"["coalesce", ["get", "clustersnap:count"], 0]"#
  private let count =
    #"["to-string", ["coalesce", ["get", "clustersnap:count_abbreviated"], ""]]"#
  /// Areas proportional to numbers, up to a radius; the least are seen, too, and those without a number dots.
  private var proportional: String {
    let (least, most) = range(3.5, 32)
    let size = #"["sqrt", ["get", "clustersnap:size"]]"#
    return #"["case", ["has", "clustersnap:size"], ["max", \#(least), ["*", \#(most), \#(size)]], \#(least)]"#
  }
  /// Radii of rings by what they count.
  private var ringRadius: String { steps([16, 19, 24, 30, 38]) }
  /// Radii by what bubbles show.
  private var radius: String {
    let isIcon = theme.form == .icon
    if !theme.showsValues { return steps(isIcon ? [17, 19, 22, 26, 31] : [12, 14.5, 18, 23, 29]) }
    // A sum of more is a larger bubble; a mean or the greatest of many numbers is as large as one of them.
    let (least, most) = range(12, 29)
    guard theme.isColoredBySum else { return "\(theme.drawing.sizeRange == nil ? 13 : (least + most) / 2)" }
    return MarkerClasses.expression(theme.classCount) { count in
      (0..<count).map {
        "\(count == 1 ? least + 1 : least + (most - least) * Double($0) / Double(count - 1))"
      }
    }
  }
  /// The limits of classes of counts.
  private var limits: [Double] { theme.drawing.breaks ?? [10, 100, 1000, 10_000] }

  /// Radii by count as an expression.
  ///
  /// - Parameter usual: those of five classes; of others the radii from the first to the last in even steps.
  private func steps(_ usual: [Double]) -> String {
    let (least, most) = range(usual[0], usual[usual.count - 1])
    let radii =
      theme.drawing.breaks == nil && theme.drawing.sizeRange == nil
      ? usual : (0...limits.count).map { least + (most - least) * Double($0) / Double(limits.count) }
    return countSteps(radii.map(javaScriptText(of:)))
  }

  /// The radii of the smallest bubbles and of the largest: as set, else the usual ones.
  private func range(_ least: Double, _ most: Double) -> (Double, Double) {
    theme.drawing.sizeRange.map { ($0[0], $0[1]) } ?? (least, most)
  }

  /// Values of classes of counts as an expression.
  private func countSteps(_ values: [String]) -> String {
    "[\"step\", [\"coalesce\", [\"get\", \"clustersnap:count\"], 1], \(values[0])"
      + zip(limits, values.dropFirst()).map { ", \(javaScriptText(of: $0)), \($1)" }.joined() + "]"
  }

  private var paper: String { isOnDark ? "#1b232d" : "#ffffff" }
  private var ink: String { isOnDark ? "#ffffff" : "#222222" }
  private var stroke: String { isOnDark ? "rgba(255, 255, 255, 0.85)" : "#ffffff" }

  private func palette(for column: ColumnValues) -> Palette {
    theme.drawing.palette ?? (column.isNumeric ? .sunset : .okabeIto)
  }

  private func donutColors(_ column: ColumnValues) -> [Color] {
    guard theme.donutScale != nil else { return palette(for: column).categories(isOnDark: isOnDark) }
    return (theme.drawing.palette ?? .sunset).classes(column.categories.count, isOnDark: isOnDark)
  }

  /// The color of markers as an expression.
  ///
  /// - Parameter change: what becomes of each color, such as that of letters on it.
  private func color(_ change: (Color) -> Color = { $0 }) -> String {
    guard let column = theme.donut ?? theme.color else {
      if theme.classProperty != nil { return classColors(theme.drawing.palette ?? .sunset, change) }
      guard theme.sizeProperty == nil else {
        let colors = (theme.drawing.palette ?? .sunset).classes(5, isOnDark: isOnDark)
        return text(of: change(colors[isOnDark ? 3 : 1]))
      }
      let colors = (theme.drawing.palette ?? .sunset).classes(limits.count + 1, isOnDark: isOnDark)
      return countSteps(colors.map { text(of: change($0)) })
    }
    let property = quoted(theme.donut == nil ? theme.colorProperty ?? column.name : column.name)
    let other = text(of: change(Palette.other))
    if let scale = theme.donutScale, theme.donut != nil {
      let colors = donutColors(column).map(change)
      let steps = zip(scale.breaks, colors.dropFirst()).map { ", \(javaScriptText(of: $0)), \(text(of: $1))" }
      let classed = "[\"step\", [\"get\", \(property)], \(text(of: colors[0]))\(steps.joined())]"
      return "[\"case\", [\"==\", [\"typeof\", [\"get\", \(property)]], \"number\"], \(classed), \(other)]"
    }
    guard !column.isNumeric else {
      return classColors(palette(for: column), change)
    }
    let colors = palette(for: column).categories(isOnDark: isOnDark).map(change)
    var pairs = zip(column.categories, colors).map { (quoted($0.text), text(of: $1)) }
    guard !pairs.isEmpty else { return other }
    if column.categories.count > pairs.count,
      !column.categories.prefix(pairs.count).contains(where: { $0.text == "other" })
    {
      pairs.append((quoted("other"), other))
    }
    if theme.donut == nil { pairs.append((quoted(theme.mixedName), text(of: change(Palette.mixed)))) }
    return "[\"match\", [\"to-string\", [\"get\", \(property)]], "
      + pairs.map { "\($0), \($1), " }.joined() + other + "]"
  }

  private func classColors(_ palette: Palette, _ change: (Color) -> Color) -> String {
    let colors = MarkerClasses.expression(theme.classCount) { count in
      palette.classes(count, isOnDark: isOnDark).map { text(of: change($0)) }
    }
    let other = text(of: change(Palette.other))
    return "[\"case\", [\"has\", \(quoted(MarkerClasses.property))], \(colors), \(other)]"
  }

  private func text(of color: Color) -> String { quoted(color.hexadecimal) }

  private func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.string(text)
    return json.text
  }
}

extension Style {
  /// The style with the rule for bubbles of a source that would overlap, where its layers have one.
  package func overlapping(_ source: String, by overlap: BubbleOverlap) -> Style {
    let rule: LayerSettings.Declutter? =
      switch overlap {
      case .none: .clear
      case .shift: .shift
      case .allow: nil
      }
    return with(layers.map { $0.source == source ? $0.decluttering(rule) : $0 })
  }

  /// The style with the point layers of a source replaced by those that draw it by columns of its data; where these are
  /// labels alone, which no heat map has, they lie beneath the style's own.
  ///
  /// - Complexity: O(*layers* + *categories*).
  package func drawing(_ source: String, by theme: DataTheme) -> Style {
    var ignored = StyleWarnings()
    let view = context(zoom: 0)
    let background =
      layers.first { $0.type == .background }.map {
        $0.value(.backgroundColor, in: view, noting: &ignored)
      } ?? .white
    let isOnDark = background.alpha > 0.5 && background.relativeLuminance < 0.18
    let hasHeat = self.layers.contains { $0.source == source && $0.type == .heatmap }
    let text = ThemeLayers(source: source, theme: theme, isOnDark: isOnDark, replacesAll: hasHeat).json
    let layers = Style.parseWithSettings(Array(text.utf8)).style?.layers ?? []
    guard theme.drawing.drawsMarkers || hasHeat else {
      return inserting(layers, beneathBubblesOf: source)
    }
    // Beneath names lie the dots of other sources, too.
    let low = theme.drawing.labelBy == nil ? layers[...] : layers.prefix { $0.type == .circle }
    return replacingPoints(of: source, with: Array(low), above: Array(layers[low.endIndex...]))
  }
}
