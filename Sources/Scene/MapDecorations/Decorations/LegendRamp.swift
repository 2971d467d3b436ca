import Drawing
import MapContent
import MapStyle
import StyleSettings

extension LegendReader {
  /// The colors of a heatmap, from hardly any points to many: the ramp over white between its ends. A density is called by the points
  /// in one place that have it, or by what they weigh.
  ///
  /// - Returns: `nil` where the layer has no colors.
  static func rampSection(of layer: Layer, in drawing: inout LayerDrawing) -> LegendSection? {
    guard
      let colors = layer.resolved.colors(of: .heatmapColor, in: drawing.context(), noting: &drawing.warnings)
    else { return nil }
    var bytes: [UInt8] = []
    for color in colors { bytes.append(pixel: color.over(.white)) }
    guard let bitmap = Bitmap(width: colors.count, height: 1, pixels: bytes) else { return nil }
    guard let unit = densityUnit(of: layer, in: drawing), let hottest = layer.hottest.map({ $0 * unit.size }),
      hottest > 0,
      hottest.isFinite
    else {
      return LegendSection(
        heading: "Density", rows: [.init(symbol: .ramp(bitmap), lead: "few", label: "many")])
    }
    // Rounded up: so many in one place have the last color. Points are counted whole.
    let rounded = (layer.weight == nil ? hottest.rounded(.up) : hottest).withDigits(2, .up)
    let most = rounded < 10_000 ? drawing.numbers.whole(rounded) : drawing.numbers.count(rounded)
    return LegendSection(
      heading: "Density", basis: "\(unit.name) in one place",
      rows: [.init(symbol: .ramp(bitmap), lead: drawing.numbers.whole(0), label: "≥ \(most)")])
  }

  /// The unit of a density, and its size in the layer's own weight; `nil` where a style weighs points
  /// in a way of its own, whose sums mean nothing to a reader.
  private static func densityUnit(of layer: Layer, in drawing: LayerDrawing) -> (name: String, size: Double)?
  {
    guard layer.layer.sets(.heatmapWeight) else { return (layer.weight ?? "points", 1) }
    let weight = layer.resolved.property(.heatmapWeight)
    if let constant = weight.constant { return constant > 0 ? ("points", 1 / constant) : nil }
    guard let name = layer.weight, layer.layer.reads("clustersnap:weight", for: .heatmapWeight) else {
      return nil
    }
    let isPlain = [1.0, 1000].allSatisfy { number in
      // What goes wrong for made-up points is nobody's concern.
      var ignored = StyleWarnings()
      let feature = MemberFeature([StyleMember(key: "clustersnap:weight", value: .number(number))])
      return weight.value(in: drawing.context(for: feature), noting: &ignored) == number
    }
    return isPlain ? (name, 1) : nil
  }

  /// The colors between numbers that a ramp is shown at, as far from each other as these stand.
  static func smoothBar(
    _ property: String, _ rows: [LegendSection.Row], at stops: [Double], _ layer: Layer,
    in drawing: LayerDrawing
  ) -> LegendSection.Bar? {
    let (steps, parts) = (8, stops.count - 1)
    guard rows.count == stops.count else { return nil }
    let colors = (0...(parts * steps)).compactMap { step in
      let (part, share) = (min(step / steps, parts - 1), Double(step) / Double(steps))
      let number = stops[part] + (stops[part + 1] - stops[part]) * (share - Double(part))
      return numberRow(property, number, layer, "", in: drawing)?.symbol.color
    }
    guard colors.count == parts * steps + 1 else { return nil }
    let ticks = rows.enumerated().map {
      LegendSection.Bar.Tick(share: Double($0.offset) / Double(parts), label: $0.element.label)
    }
    return LegendSection.Bar(colors: colors, ticks: ticks, isSmooth: true)
  }

  /// The section of bubbles that grow with their counts by some formula, at round counts within those in view.
  static func sizeSection(of property: String, _ layer: Layer, in drawing: LayerDrawing) -> LegendSection {
    let counts = layer.items.compactMap { $0.feature.property(property)?.numericValue }
    guard let least = counts.min(), let most = counts.max() else {
      return LegendSection(heading: "", rows: [])
    }
    let rows = numberRows(property, at: LegendReader.roundNumbers(from: least, to: most), layer, in: drawing)
    return LegendSection(heading: heading(of: property, in: layer), rows: rows, isToScale: true)
  }

  /// Two or three round numbers as bubbles whose areas are proportional to them, and a hollow one where some are below 0.
  static func exampleSections(
    of property: String, _ layer: Layer, in drawing: LayerDrawing
  ) -> [LegendSection] {
    var (least, most, greatest) = (Double.infinity, 0.0, 0.0)
    var (hasAbove, hasBelow) = (false, false)
    for item in layer.items {
      guard let number = item.feature.property(property)?.numericValue, number != 0,
        let share = item.feature.property(SizeScale.property)?.numericValue, share != 0
      else { continue }
      least = min(least, number.magnitude)
      if number.magnitude > most { (most, greatest) = (number.magnitude, number / share) }
      if number > 0 { hasAbove = true } else { hasBelow = true }
    }
    let sign = hasAbove ? 1.0 : -1
    // What colors bubbles, too, colors the examples.
    func coloring(_ number: Double) -> StyleMember? {
      guard let classes = layer.classes, classes.source == property else { return nil }
      return StyleMember(key: MarkerClasses.property, value: .number(classes.code(of: number)))
    }
    func rows(to most: Double) -> [LegendSection.Row] {
      let own = layer.theme?.drawing.breaks?.filter { $0 > 0 && $0 <= most }.reversed() ?? []
      let examples = own.isEmpty ? LegendReader.exampleSizes(from: least, to: most) : Array(own)
      let isShort = LegendReader.areShort(examples, drawing.numbers)
      return examples.compactMap { number in
        let label = LegendReader.text(of: sign * number, drawing.numbers, isShort: isShort)
        return numberRow(
          SizeScale.property, sign * number / greatest, layer, label, colored: coloring(sign * number),
          in: drawing)
      }
    }
    // A third of the number has a bubble of little more than half of the radius.
    let sizes = LegendSection(
      heading: heading(of: property, in: layer), rows: rows(to: most), isToScale: true,
      smallRows: most / 3 > least ? rows(to: most / 3) : []
    ).addingMissing(missingRow(of: property, mark: SizeScale.property, layer, in: drawing))
    guard hasAbove, hasBelow,
      let hollow = numberRow(
        SizeScale.property, -0.1, layer, "below 0", colored: coloring(-0.1 * greatest), in: drawing)
    else { return [sizes] }
    return [sizes, LegendSection(heading: "", rows: [hollow])]
  }

  /// The row of points without a value in a column; `nil` where each has one.
  ///
  /// - Parameter mark: the property that points with a value have.
  static func missingRow(
    of property: String, mark: String? = nil, _ layer: Layer, in drawing: LayerDrawing
  ) -> LegendSection.Row? {
    guard layer.theme != nil,
      let item = layer.items.first(where: { item in
        let value = item.feature.property(mark ?? property)
        return value.map { word($0).isEmpty } ?? true
      })
    else { return nil }
    return mark == nil
      ? row(for: property, .null, isCluster: true, layer, "no value", in: drawing)
      : row(of: item.feature, layer, "no value", in: drawing)
  }
}

extension LegendSection {
  /// The section with a row of points without a value.
  func addingMissing(_ row: Row?) -> LegendSection {
    var section = self
    if rows.isEmpty { section.rows = [row].compactMap(\.self) } else { section.missing = row }
    return section
  }
}
