import Drawing
import JSONDocument
import MapStyle

/// What sizes and colors mean, section by section.
struct LegendSection {
  /// One meaning: a bubble or a swatch, and words.
  struct Row {
    let circle: Circle
    let label: String
  }

  /// What the rows have in common; empty for nothing.
  var heading: String
  var rows: [Row]
}

/// Reads a legend out of the layers that are drawn.
struct LegendReader {
  /// A circle layer, what it draws, and what its source is called.
  struct Layer {
    let layer: StyleLayer
    let items: [PointItem]
    let sourceName: String
  }

  var drawing: LayerDrawing

  /// The sections of all layers, in the order in which layers are drawn.
  ///
  /// A layer that looks the same for all its points is told only where nothing else of its source is.
  mutating func sections(of layers: [Layer]) -> [LegendSection] {
    var found: [(layer: Layer, section: LegendSection, isPlain: Bool)] = []
    for layer in layers where !layer.items.isEmpty {
      let resolved = layer.layer.resolved(in: drawing.context(), noting: &drawing.warnings)
      let sections = sections(of: layer, resolved)
      if sections.isEmpty {
        if let row = row(for: "", values: [:], isCluster: false, resolved, layer.sourceName) {
          found.append((layer, LegendSection(heading: "", rows: [row]), true))
        }
      } else {
        found += sections.map { (layer, $0, false) }
      }
    }
    let told = Set(found.filter { !$0.isPlain }.map(\.layer.layer.source))
    var kept = found.filter { !$0.isPlain || !told.contains($0.layer.layer.source) }
    let names = Set(kept.map(\.layer.sourceName))
    if names.count > 1 {
      // Several groups on one map: each is headed by its own name.
      for index in kept.indices where !kept[index].isPlain {
        kept[index].section.heading = kept[index].layer.sourceName
      }
    }
    return kept.map(\.section)
  }

  private mutating func sections(of layer: Layer, _ resolved: ResolvedLayer) -> [LegendSection] {
    if let donut = layer.layer.settings.donut {
      let rows = donut.segments.enumerated().map { index, segment in
        let color = segment.color.value(in: drawing.context(), noting: &drawing.warnings)
        return LegendSection.Row(
          circle: Circle(center: .zero, radius: 6, fill: color), label: segment.label ?? "\(index + 1)")
      }
      return [LegendSection(heading: "", rows: rows)]
    }
    if let classes = layer.layer.settings.classes {
      return [section(of: classes, layer, resolved)].filter { !$0.rows.isEmpty }
    }
    let scales = [
      layer.layer.scale(of: .circleColor), layer.layer.scale(of: .circleRadius),
      layer.layer.scale(of: .circleStrokeColor),
    ].compactMap { $0 }
    var properties: [String] = []
    for scale in scales where !properties.contains(scale.property) { properties.append(scale.property) }
    return properties.map { property in
      section(of: property, scales.filter { $0.property == property }.map(\.domain), layer, resolved)
    }.filter { !$0.rows.isEmpty }
  }

  // MARK: Scales

  private mutating func section(
    of property: String, _ domains: [PropertyScale.Domain], _ layer: Layer, _ resolved: ResolvedLayer
  ) -> LegendSection {
    var (steps, ramps, words): (Set<Double>, Set<Double>, [String]) = ([], [], [])
    for domain in domains {
      switch domain {
      case .steps(let stops): steps.formUnion(stops)
      case .ramp(let stops): ramps.formUnion(stops)
      case .categories(let names): words += names.filter { !words.contains($0) }
      }
    }
    let present = layer.items.compactMap { $0.feature.property(property) }
    let numbers = present.compactMap { if case .number(let number) = $0 { number } else { nil } }
    var rows: [LegendSection.Row] = []
    if !words.isEmpty {
      let texts = Set(present.map(word))
      for word in words where texts.contains(word) {
        let value =
          Double(word).flatMap { numbers.contains($0) ? StyleValue.number($0) : nil } ?? .string(word)
        rows += [row(for: property, values: [property: value], isCluster: false, resolved, word)].compactMap {
          $0
        }
      }
    } else if !ramps.isEmpty {
      for stop in ramps.union(steps).sorted() {
        rows += [numberRow(property, stop, resolved, NumberText.grouped(stop))].compactMap { $0 }
      }
    } else if let least = numbers.min(), let most = numbers.max() {
      let isWhole = (numbers + steps).allSatisfy { $0 == $0.rounded() }
      let ranges = LegendReader.ranges(steps.sorted(), least: least, most: most)
      for range in ranges {
        let label = LegendReader.label(of: range, isWhole: isWhole)
        let sample = range.low ?? min(least, (range.high ?? least).nextDown)
        rows += [numberRow(property, sample, resolved, label)].compactMap { $0 }
      }
    }
    return LegendSection(heading: property == "point_count" ? "Points" : property, rows: rows)
  }

  /// A value as `match` names it.
  private func word(_ value: StyleValue) -> String {
    switch value {
    case .string(let text): text
    case .number(let number): javaScriptText(of: number)
    default: ""
    }
  }

  /// From a number on, and below another; `nil` for no end.
  struct Range: Hashable {
    let low: Double?
    let high: Double?
  }

  /// The ranges between steps from the one that holds the least number to the one that holds the most.
  static func ranges(_ stops: [Double], least: Double, most: Double) -> [Range] {
    let bounds: [Double?] = [nil] + stops.map { $0 } + [nil]
    return zip(bounds, bounds.dropFirst()).map { Range(low: $0, high: $1) }.filter { range in
      (range.high.map { least < $0 } ?? true) && (range.low.map { most >= $0 } ?? true)
    }
  }

  static func label(of range: Range, isWhole: Bool) -> String {
    switch (range.low, range.high) {
    case (nil, let high?): "< \(NumberText.grouped(high))"
    case (let low?, nil): "≥ \(NumberText.grouped(low))"
    case (let low?, let high?):
      isWhole && high - low <= 1
        ? NumberText.grouped(low)
        : "\(NumberText.grouped(low))–\(NumberText.grouped(isWhole ? high - 1 : high))"
    case (nil, nil): ""
    }
  }

  // MARK: Classes

  private mutating func section(
    of classes: ClassBreaks, _ layer: Layer, _ resolved: ResolvedLayer
  ) -> LegendSection {
    let scale = ClassScale(classes, of: layer.items, in: &drawing)
    var numbers: [[Double]] = Array(repeating: [], count: classes.count)
    for item in layer.items {
      let number = classes.value.value(in: drawing.context(for: item.feature), noting: &drawing.warnings)
      numbers[min(classes.count - 1, scale.index(of: number))].append(number)
    }
    let context = drawing.context(for: layer.items.first?.feature)
    let plain = resolved.value(.circleRadius, in: context, noting: &drawing.warnings)
    let color = resolved.value(.circleColor, in: context, noting: &drawing.warnings)
    var rows: [LegendSection.Row] = []
    for (index, members) in numbers.enumerated() {
      // The least and the most number of a class say more than where its neighbors begin.
      guard let least = members.min(), let most = members.max() else { continue }
      let circle = Circle(
        center: .zero, radius: index < classes.radii.count ? classes.radii[index] : min(8, plain),
        fill: index < classes.colors.count ? classes.colors[index] : color)
      let label =
        least == most
        ? NumberText.grouped(least) : "\(NumberText.grouped(least))–\(NumberText.grouped(most))"
      rows.append(.init(circle: circle, label: label))
    }
    let heading = classes.label.map { $0 == "point_count" ? "Points" : $0 } ?? ""
    return LegendSection(heading: heading, rows: rows)
  }

  // MARK: Rows

  private mutating func numberRow(
    _ property: String, _ number: Double, _ resolved: ResolvedLayer, _ label: String
  ) -> LegendSection.Row? {
    row(for: property, values: [property: .number(number)], isCluster: true, resolved, label)
  }

  /// How the layer draws a point with these properties; `nil` where nothing is seen.
  private mutating func row(
    for property: String, values: [String: StyleValue], isCluster: Bool, _ resolved: ResolvedLayer,
    _ label: String
  ) -> LegendSection.Row? {
    var members = values.map { StyleMember(key: $0.key, value: $0.value) }
    if isCluster {
      members.append(StyleMember(key: "cluster", value: .bool(true)))
      if property != "point_count" { members.append(StyleMember(key: "point_count", value: .number(2))) }
    }
    let context = drawing.context(for: MemberFeature(members))
    // What goes wrong for made-up points is nobody's concern.
    var ignored = StyleWarnings()
    let opacity = resolved.value(.circleOpacity, in: context, noting: &ignored)
    let fill = resolved.value(.circleColor, in: context, noting: &ignored).multiplyingAlpha(by: opacity)
    let stroke = resolved.value(.circleStrokeColor, in: context, noting: &ignored)
      .multiplyingAlpha(by: resolved.value(.circleStrokeOpacity, in: context, noting: &ignored))
    let circle = Circle(
      center: .zero, radius: min(100, resolved.value(.circleRadius, in: context, noting: &ignored)),
      fill: fill, strokeWidth: resolved.value(.circleStrokeWidth, in: context, noting: &ignored),
      stroke: stroke)
    guard circle.radius > 0, fill.alpha > 0 || circle.strokeWidth > 0 && stroke.alpha > 0 else { return nil }
    return LegendSection.Row(circle: circle, label: label)
  }
}
