import Drawing
import MapContent
import StyleSettings
import MapStyle

// Sections of sizes.
extension LegendReader {
  /// The section of bubbles that grow with their counts by some formula, at round counts within those in view.
  mutating func sizeSection(of property: String, _ layer: Layer) -> LegendSection {
    let counts = layer.items.compactMap { $0.feature.property(property)?.numericValue }
    guard let least = counts.min(), let most = counts.max() else {
      return LegendSection(heading: "", rows: [])
    }
    let rows = numberRows(property, at: LegendReader.roundNumbers(from: least, to: most), layer)
    return LegendSection(heading: heading(of: property, in: layer), rows: rows, isToScale: true)
  }

  /// Two or three round numbers as bubbles whose areas are proportional to them.
  mutating func exampleSection(of property: String, _ layer: Layer) -> LegendSection {
    var (least, most, greatest) = (Double.infinity, 0.0, 0.0)
    for item in layer.items {
      guard let number = item.feature.property(property)?.numericValue, number > 0,
        let share = item.feature.property(SizeScale.property)?.numericValue, share > 0
      else { continue }
      least = min(least, number)
      if number > most { (most, greatest) = (number, number / share) }
    }
    // What colors bubbles, too, colors the examples.
    func coloring(_ number: Double) -> StyleMember? {
      guard let classes = layer.classes, classes.source == property else { return nil }
      return StyleMember(key: MarkerClasses.property, value: .number(classes.code(of: number)))
    }
    func rows(to most: Double) -> [LegendSection.Row] {
      let own = layer.theme?.drawing.breaks?.filter { $0 > 0 && $0 <= most }.reversed() ?? []
      let examples = own.isEmpty ? LegendReader.exampleSizes(from: least, to: most) : Array(own)
      let isShort = LegendReader.areShort(examples, drawing.numbers)
      let rows = examples.compactMap { number in
        let label = LegendReader.text(of: number, drawing.numbers, isShort: isShort)
        return numberRow(SizeScale.property, number / greatest, layer, label, colored: coloring(number))
      }
      // Bubbles that hold their numbers may be larger than these ask for: no example is smaller than any of them.
      return rows.enumerated().filter { $0.offset == 0 || $0.element.radius >= layer.smallestRadius - 0.01 }
        .map(\.element)
    }
    // A third of the number has a bubble of little more than half of the radius.
    return LegendSection(
      heading: heading(of: property, in: layer), rows: rows(to: most), isToScale: true,
      smallRows: most / 3 > least ? rows(to: most / 3) : [])
  }
}
