import Drawing
import JSONDocument
package import MapContent
package import MapStyle
import StyleSettings

/// Reads a legend out of the layers that are drawn.
package enum LegendReader {
  /// A circle layer or a heatmap, what it draws, and what its source is called.
  package struct Layer {
    package let resolved: ResolvedLayer
    package var items: [PointItem]
    package let sourceName: String
    /// The property that its points weigh by; `nil` where they are counted.
    package var weight: String?
    /// The theme of the source's layers by columns; `nil` for none.
    package var theme: DataTheme?
    /// The unit of `point_count`.
    package var unit = 1.0
    /// The classes of the numbers that color its points; `nil` where none do.
    package var classes: MarkerClasses?
    /// The classes of counts that color bubbles.
    package var countClasses = CountClasses.decades
    /// The corners of the cells that it draws, 6 or 4; `nil` for a layer of discs.
    package var cellCorners: Int?
    /// The row of single points, which stands above those of counts; `nil` where none is drawn.
    fileprivate var single: LegendSection.Row?
    /// The sign in its discs; `nil` for none.
    package var sign: MarkSign?
    /// Of a heatmap: how many points in one place have the ramp's last color; `nil` where they have no density.
    package var hottest: Double?

    package var layer: StyleLayer { resolved.layer }

    package init(_ resolved: ResolvedLayer, _ items: [PointItem], sourceName: String) {
      (self.resolved, self.items, self.sourceName) = (resolved, items, sourceName)
    }
  }

  package static func add(_ layers: [Layer], to all: inout [Layer]) {
    for layer in layers {
      guard let place = all.firstIndex(where: { $0.layer.id == layer.layer.id }) else {
        all.append(layer)
        continue
      }
      all[place].items += layer.items
      all[place].hottest = [all[place].hottest, layer.hottest].compactMap(\.self).max()
    }
  }

  /// The sections of all layers, in the order in which layers are drawn.
  ///
  /// A layer that looks the same for all its points is listed only where nothing else of its source is.
  package static func sections(of layers: [Layer], in drawing: inout LayerDrawing) -> [LegendSection] {
    var found: [(layer: Layer, section: LegendSection, isPlain: Bool)] = []
    for var layer in pooled(layers) where !layer.items.isEmpty || layer.layer.type == .heatmap {
      layer.single = single(of: layer, among: layers, in: drawing)
      if layer.layer.type == .heatmap {
        if let section = rampSection(of: layer, in: &drawing) { found.append((layer, section, false)) }
        continue
      }
      let sections = sections(of: layer, in: &drawing)
      if sections.isEmpty {
        // Single points and clusters that look each their own way have a row each.
        let isPart = layers.contains {
          $0.layer.source == layer.layer.source && $0.layer.id != layer.layer.id && !$0.items.isEmpty
        }
        let isOfClusters = layer.items.allSatisfy { $0.feature is ClusterFeature }
        let name = isPart && isOfClusters ? "\(layer.sourceName), clusters" : layer.sourceName
        if let row = row(of: layer.items.first?.feature, layer, name, in: drawing) {
          found.append((layer, LegendSection(heading: "", rows: [row]), true))
        }
      } else {
        found += sections.map { (layer, $0, false) }
      }
    }
    let owners = Set(found.filter { !$0.isPlain }.map(\.layer.layer.source))
    var kept = found.filter { !$0.isPlain || !owners.contains($0.layer.layer.source) }
    for index in kept.indices where kept[index].section.isOfCounts {
      guard let single = kept[index].layer.single else { continue }
      kept[index].section.rows.insert(single, at: 0)
      if kept[index].section.bar?.isSmooth == false { kept[index].section.bar = nil }
    }
    let names = Set(kept.map(\.layer.sourceName))
    if names.count > 1 {
      // Several groups on one map: each is headed by its own name.
      for index in kept.indices where !kept[index].isPlain {
        kept[index].section.heading = kept[index].layer.sourceName
      }
    }
    // Layers that look alike are listed once.
    var listed = Set<LegendSection.Row>()
    var heading = ""
    return kept.map(\.section).compactMap { section in
      var section = section
      section.rows = section.rows.filter { listed.insert($0).inserted }
      section.missing = section.missing.flatMap { listed.insert($0).inserted ? $0 : nil }
      guard !section.rows.isEmpty else { return nil }
      // Sizes and colors of one number stand below one heading.
      defer { heading = section.heading.isEmpty ? heading : section.heading }
      if section.heading == heading { section.heading = "" }
      return section
    }
  }

  /// The row of the single points of a layer's source, where counts are of points.
  private static func single(
    of layer: Layer, among layers: [Layer], in drawing: LayerDrawing
  ) -> LegendSection.Row? {
    guard layer.weight == nil else { return nil }
    for own in layers where own.layer.source == layer.layer.source && own.layer.type == .circle {
      let single = own.items.first {
        !($0.feature is ClusterFeature) && $0.feature.property(CountScale.property) == nil
      }
      if let single { return row(of: single.feature, own, drawing.numbers.whole(1), in: drawing) }
    }
    return nil
  }

  /// The layers, of those that columns decide one alone for each source, which stands for all of its points.
  private static func pooled(_ layers: [Layer]) -> [Layer] {
    var pooled = Set<String?>()
    return layers.compactMap { layer in
      guard layer.theme != nil else { return layer }
      guard pooled.insert(layer.layer.source).inserted else { return nil }
      let own = layers.filter { $0.theme != nil && $0.layer.source == layer.layer.source }
      var explained = own.first { $0.layer.settings.isExplained || $0.sign != nil } ?? layer
      explained.items = own.flatMap(\.items)
      return explained
    }
  }

  private static func sections(of layer: Layer, in drawing: inout LayerDrawing) -> [LegendSection] {
    if let donut = layer.layer.settings.donut {
      let present = segments(of: donut, layer, in: drawing)
      let rows = donut.segments.enumerated().filter { present.contains($0.offset) }.map { index, segment in
        let context = drawing.context(for: layer.items.first?.feature)
        let color = segment.color.value(in: context, noting: &drawing.warnings)
        return LegendSection.Row(
          symbol: .circle(Circle(center: .zero, radius: 6, fill: color)),
          label: segment.label ?? "\(index + 1)")
      }
      return [LegendSection(heading: layer.theme?.donut?.name ?? "", rows: rows)]
    }
    let classes = layer.layer.settings.classes
    let classed = classes.map { [section(of: $0, layer, in: &drawing)] } ?? []
    // What classes leave to the layer may follow a property of its own.
    let color = layer.layer.scale(of: .circleColor)
    let rim = layer.layer.scale(of: .circleStrokeColor)
    let scales = [
      classes.map(\.colors.isEmpty) ?? true ? color : nil,
      classes.map(\.radii.isEmpty) ?? true ? layer.layer.scale(of: .circleRadius) : nil,
      // The rims of hollow bubbles have the colors of others.
      classes == nil && rim != color ? rim : nil,
    ].compactMap { $0 }
    func property(_ scale: PropertyScale) -> String {
      scale.property == CountScale.classProperty ? CountScale.property : scale.property
    }
    let properties = scales.map(property).distinct(by: \.self)
    var sections = properties.map { name in
      section(of: name, scales.filter { property($0) == name }.map(\.domain), layer, in: drawing)
    }
    if classes == nil, properties.allSatisfy({ !LegendReader.isCount($0) }),
      let count = [CountScale.property, "point_count"].first(where: {
        layer.layer.reads($0, for: .circleRadius)
      })
    {
      sections.append(sizeSection(of: count, layer, in: drawing))
    }
    if let property = layer.theme?.sizeProperty, layer.theme?.donut == nil {
      sections += exampleSections(of: property, layer, in: drawing)
    }
    return (sections + classed).filter { !$0.rows.isEmpty }
  }

  /// The segments that occur: those of which some ring has a share, and the categories of single points.
  private static func segments(of donut: Donut, _ layer: Layer, in drawing: LayerDrawing) -> Set<Int> {
    var present: Set<Int> = []
    let names = layer.theme?.donutNames ?? []
    for item in layer.items {
      if !names.isEmpty, item.feature.property(CountScale.property) == nil {
        let category = layer.theme?.donutCategory(of: item.feature)
        present.insert(category.map { names.firstIndex(of: $0) ?? names.count } ?? donut.segments.count - 1)
        continue
      }
      let context = drawing.context(for: item.feature)
      for (index, segment) in donut.segments.enumerated() where !present.contains(index) {
        // What cannot be evaluated was reported when the ring was drawn.
        var ignored = StyleWarnings()
        if segment.value.value(in: context, noting: &ignored) > 0 { present.insert(index) }
      }
    }
    return present
  }

  // MARK: Scales

  private static func section(
    of property: String, _ domains: [PropertyScale.Domain], _ layer: Layer, in drawing: LayerDrawing
  ) -> LegendSection {
    var (steps, ramps, words): (Set<Double>, Set<Double>, [String]) = ([], [], [])
    for domain in domains {
      switch domain {
      case .steps(let stops): steps.formUnion(stops)
      case .ramp(let stops): ramps.formUnion(stops)
      case .categories(let names): words += names.filter { !words.contains($0) }
      }
    }
    let classes = property == MarkerClasses.property ? layer.classes : nil
    let source = classes?.source ?? property
    if let classes { steps = Set(classes.scale.breaks) }
    let isCount = LegendReader.isCount(property)
    let countClasses =
      isCount && layer.layer.scale(of: .circleColor)?.property == CountScale.classProperty
      ? layer.countClasses : nil
    if let countClasses { steps = Set(countClasses.scale.breaks) }
    // Classes of counts have the sizes of their least ones.
    if isCount, !steps.isEmpty { ramps = [] }
    let present = layer.items.compactMap { $0.feature.property(source) }
    let numbers = present.compactMap { if case .number(let number) = $0 { number } else { nil } }
    var rows: [LegendSection.Row] = []
    var bar: LegendSection.Bar?
    let isColorAlone = domains.count == 1 && layer.layer.scale(of: .circleColor)?.property == property
    if !words.isEmpty {
      let texts = Set(present.map(word))
      let hasOthers = !texts.subtracting(words).subtracting([""]).isEmpty
      for word in words where !word.isEmpty && texts.contains(word) || word == "other" && hasOthers {
        let value =
          Decimal.number(of: word).flatMap { numbers.contains($0) ? StyleValue.number($0) : nil }
          ?? .string(word)
        rows += [row(for: property, value, isCluster: false, layer, word, in: drawing)].compactMap(\.self)
      }
    } else if !ramps.isEmpty {
      let stops = LegendReader.samples(ramps.union(steps).sorted(), numbers)
      rows = numberRows(property, at: stops, layer, in: drawing)
      if isColorAlone, rows.count > 1 { bar = smoothBar(property, rows, at: stops, layer, in: drawing) }
    } else if let least = numbers.min(), let most = numbers.max() {
      let isWhole = (numbers + steps).allSatisfy { $0 == $0.rounded() }
      // A cluster has two points at least.
      let start = isCount && isWhole && layer.weight == nil && !steps.isEmpty ? min(2, least) : nil
      let ranges = LegendReader.ranges(steps.sorted(), least: least, most: most, from: start).filter {
        range in
        // Between two classes that are seen none is missing: its color holds in other views.
        classes != nil
          || numbers.contains { number in
            (range.low.map { $0 <= number } ?? true) && (range.high.map { number < $0 } ?? true)
          }
      }
      let unit = LegendReader.unit(of: property, in: layer)
      let limits = ranges.flatMap { [$0.low, $0.high].compactMap(\.self) }.map { $0 * unit }
      let isShort = LegendReader.areShort(limits, drawing.numbers)
      let countsWhole = LegendReader.isCount(source) && layer.weight == nil && isWhole
      let first = countsWhole ? min(layer.cellCorners == nil ? 2 : 1, least) : nil
      for range in ranges {
        let label =
          range == Range(low: nil, high: nil)
          ? LegendReader.labels(of: [(least, most)], drawing.numbers)[0]
          : LegendReader.label(
            of: range.beginning(at: first).times(unit), isWhole: isWhole && unit == 1, drawing.numbers,
            isShort: isShort)
        let sample = range.low ?? min(least, (range.high ?? least).nextDown)
        let colored = countClasses.map {
          StyleMember(key: CountScale.classProperty, value: $0.value(of: sample))
        }
        rows += [
          numberRow(
            property, classes?.code(of: sample) ?? sample, layer, label, colored: colored, in: drawing)
        ].compactMap { $0 }
      }
      if isColorAlone, rows.count == ranges.count, rows.count > 1 {
        let ticks = ranges.dropFirst().enumerated().map { index, range in
          LegendSection.Bar.Tick(
            share: Double(index + 1) / Double(rows.count),
            label: LegendReader.text(of: (range.low ?? 0) * unit, drawing.numbers, isShort: isShort))
        }
        bar = LegendSection.Bar(colors: rows.compactMap(\.symbol.color), ticks: ticks, isSmooth: false)
      }
    }
    let isPlain = layer.cellCorners != nil && LegendReader.isCount(source) && classes?.basis == .markers
    return LegendSection(
      heading: heading(of: source, in: layer), basis: isPlain ? nil : classes?.basis?.legendWords,
      rows: rows, isOfCounts: LegendReader.isCount(source) && layer.weight == nil, bar: bar
    ).addingMissing(isCount ? nil : missingRow(of: source, layer, in: drawing))
  }

  package static func isCount(_ property: String) -> Bool {
    property == "point_count" || property == CountScale.property
  }

  static func unit(of property: String, in layer: Layer) -> Double {
    property == CountScale.property ? layer.unit : 1
  }

  /// The heading of the numbers of a property: points, what they weigh by, or the property.
  static func heading(of property: String, in layer: Layer) -> String {
    if LegendReader.isCount(property) {
      let cell = layer.cellCorners.map {
        layer.theme?.form == .area ? "area" : $0 == 6 ? "hexagon" : "square"
      }
      return layer.weight ?? cell.map { "Points per \($0)" } ?? "Points"
    }
    // Where nothing is clustered there is no sum and no mean.
    let hasClusters = layer.items.contains { $0.feature is ClusterFeature }
    let heading = hasClusters ? layer.theme?.headings[property] : nil
    let words = heading ?? layer.theme?.columnByName[property] ?? property
    return layer.theme?.withUnit(words, of: property) ?? words
  }

  /// A value as `match` names it.
  static func word(_ value: StyleValue) -> String {
    switch value {
    case .string(let text): text
    case .number(let number): javaScriptText(of: number)
    case .bool(let bool): "\(bool)"
    default: ""
    }
  }

  // MARK: Classes

  private static func section(
    of classes: ClassBreaks, _ layer: Layer, in drawing: inout LayerDrawing
  ) -> LegendSection {
    let scale = ClassScale(classes, of: layer.items, in: &drawing)
    var numbers: [[Double]] = Array(repeating: [], count: classes.count)
    for item in layer.items {
      guard let number = classes.value.known(in: drawing.context(for: item.feature)) else { continue }
      numbers[min(classes.count - 1, scale.index(of: number))].append(number)
    }
    let plain = layer.resolved.circle(
      in: drawing.context(for: layer.items.first?.feature), noting: &drawing.warnings)
    var rows: [LegendSection.Row] = []
    // The least and the most number of a class show more than where its neighbors begin.
    let present = numbers.indices.filter { !numbers[$0].isEmpty }
    let unit = classes.label.map { LegendReader.unit(of: $0, in: layer) } ?? 1
    let ends = present.map { (least: (numbers[$0].min() ?? 0) * unit, most: (numbers[$0].max() ?? 0) * unit) }
    for (index, label) in zip(present, LegendReader.labels(of: ends, drawing.numbers)) {
      var circle = plain
      circle.radius = index < classes.radii.count ? classes.radii[index] : min(8, plain.radius)
      if index < classes.colors.count { circle.fill = classes.colors[index] }
      rows.append(.init(symbol: layer.symbol(circle), label: label))
    }
    let heading = classes.label.map { LegendReader.heading(of: $0, in: layer) } ?? ""
    let isOfCounts = classes.label.map(LegendReader.isCount) == true && layer.weight == nil
    return LegendSection(heading: heading, rows: rows, isOfCounts: isOfCounts)
  }
}
