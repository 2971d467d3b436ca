import JSONDocument
import MapClusters
package import MapFeatures
public import MapSettings
package import MapStyle

/// The decisions of a source's columns about its pictures: colors, sizes, shares and labels, with the values that clusters carry.
public struct DataTheme: Sendable {
  struct Carried {
    /// The rule by which the values of a cluster's points become one.
    package enum Rule {
      case number(ColumnAggregate.Rule)
      /// The category that leads among them.
      case leader
      /// The number or the weight of the points of a category, counted from 0; then of all others, last of empty fields.
      case count(Int)
    }

    package let name: String
    package let column: ColumnValues
    package let rule: Rule
  }

  /// The property that a bubble's text is read from, where it is no count.
  package static let label = "clustersnap:label"

  /// The property that cells are colored by where no column is.
  package static let count = "point_count"

  /// The settings of columns.
  @OutOfLine public private(set) var drawing: ClusterOptions
  /// The mark that stands for a cluster; `nil` for what the style draws.
  package let form: ClusterForm?
  package let color, donut: ColumnValues?
  /// The column whose categories are clustered by themselves; `nil` where all points are clustered together.
  let group: ColumnValues?
  /// The column whose values have a map each; `nil` for one map.
  let facet: ColumnValues?
  package let order: CategoryOrder
  /// So many categories have clusters of their own.
  static func groupCount(_ column: ColumnValues) -> Int {
    max(Palette.categoryCount, column.colorNumbers.count)
  }
  private let size: ColumnValues?
  /// The rule by which a cluster's numbers become the one that colors it; `nil` for categories.
  let colorRule: ColumnAggregate.Rule?
  /// The classes that are the same for all markers: of limits that are set, or of the numbers of all rows, where these are set
  /// or each row is a marker; `nil` elsewhere, and for categories.
  package let rowClasses: MarkerClasses?
  /// The classes of a donut's numbers; `nil` for categories.
  let donutScale: ClassScale?
  /// By point, what it counts in shares and for its category; `nil` where each counts 1.
  package let weights: [Double]?
  /// The properties that markers are colored and sized by.
  package let colorProperty, sizeProperty: String?
  /// True if numbers below 0 size some markers, which are hollow.
  let hasNegativeSizes: Bool
  /// The names in legends of properties that clusters carry.
  package let headings: [String: String]
  /// The columns of what clusters carry under another name.
  package let columnByName: [String: String]
  private let carried: [Carried]
  /// By the property of a share: which of them it is.
  private let shareIndex: [String: Int]
  private let shown: (column: ColumnValues, rule: ColumnAggregate.Rule)?
  /// The columns that hold numbers, be they written as texts.
  private let numericColumns: Set<String>
  /// False where each point is drawn for itself.
  let isClustered: Bool

  /// Reads what is set from a table.
  ///
  /// - Parameters:
  ///   - cells: the counts whose rows are those of the table, where rows are cells: they or columns hold what their points'
  ///     numbers come to.
  /// - Throws: ``SnapshotError/noColumn(source:setting:column:known:)`` and
  ///   ``SnapshotError/noNumbers(source:setting:column:)``.
  /// - Complexity: O(*points* · *columns*), and O(*points* log *points*) for classes.
  init(
    _ drawing: ClusterOptions, of features: FeatureTable, rows: [UInt32]?, source: String,
    cells: CellTable? = nil, weights: [Double]? = nil, isClustered: Bool = false
  ) throws(SnapshotError) {
    (self.drawing, form, self.weights) = (drawing, drawing.drawnForm, weights)
    self.isClustered = isClustered
    let takesCategories =
      drawing.classes.map { $0.method == nil } ?? (drawing.palette?.values.isEmpty == false)
    order = CategoryOrder(drawing)
    var reader = ColumnReader(features: features, rows: rows, source: source, order: order)
    let isOfCells = form?.isCell == true
    let aggregate = try reader.aggregate(drawing.aggregate, cells)
    let group = try reader.column(drawing.groupBy, "groupBy", categories: true)
    self.group = group
    facet = try reader.facet(drawing)
    color =
      try reader.column(drawing.colorBy, "colorBy", categories: takesCategories)
      ?? (isOfCells ? aggregate : group)
    let sizing = try reader.column(drawing.sizeBy, "sizeBy", numeric: true)
    // What bubbles show sizes them where nothing else is set.
    let isImplied = color == nil && drawing.donutBy == nil && sizing == nil
    size = isImplied ? aggregate : sizing
    // Texts that are no numbers are categories already: they are read once.
    let donutNumbers = takesCategories ? nil : try reader.column(drawing.donutBy, "donutBy")
    (donut, donutScale) = try DataTheme.donut(
      reader.column(drawing.donutBy, "donutBy", categories: true), of: donutNumbers, drawing)
    // Where all points are counted in cells, none may be left that has properties.
    let isKnown = cells == nil || !features.propertyNames.isEmpty
    if let label = drawing.labelBy, isKnown, !features.hasProperty(label) {
      throw reader.missing(label, "labelBy")
    }
    var carrying = CarriedValues(aggregate: drawing.aggregate)
    if let color, !color.isNumeric {
      carrying.carried.append(Carried(name: color.name, column: color, rule: .leader))
      (colorProperty, colorRule, rowClasses) = (color.name, nil, nil)
    } else if let color {
      let rule = carrying.rule(for: color, or: .mean)
      let name = carrying.carry(color, rule)
      (colorProperty, colorRule) = (name, rule)
      let isByRows = drawing.classBy == .rows || !isClustered
      rowClasses =
        drawing.donutBy != nil
        ? nil
        : MarkerClasses(name, drawing.breaks)
          ?? (isByRows
            ? MarkerClasses(
              source: name, scale: DataTheme.rowScale(drawing, of: color.numbers, summed: rule == .sum),
              basis: isClustered ? .rows : nil) : nil)
    } else {
      (colorProperty, colorRule) = isOfCells ? (DataTheme.count, .sum) : (nil, nil)
      rowClasses = isOfCells ? MarkerClasses(DataTheme.count, drawing.breaks) : nil
    }
    // In data, what only bubbles show is called by its rule.
    hasNegativeSizes = size?.hasNegative == true
    sizeProperty = size.map { carrying.carry($0, carrying.rule(for: $0, or: .sum), isNamed: isImplied) }
    if let donut { carrying.carryShares(of: donut) }
    if let aggregate, let rule = drawing.aggregate?.rule {
      shown = (aggregate, rule)
    } else {
      shown = size.map { ($0, .sum) }
    }
    if let shown {
      carrying.carried.append(Carried(name: DataTheme.label, column: shown.column, rule: .number(shown.rule)))
    }
    let numeric = [color, size, shown?.column].compactMap(\.self).filter { $0.isNumeric && !$0.isCounted }
    var names = Set(numeric.map(\.name))
    if let donut {
      // Its categories stay texts.
      if donutScale == nil { names.remove(donut.name) } else { names.insert(donut.name) }
    }
    numericColumns = names
    (carried, headings) = (carrying.carried, carrying.headings)
    shareIndex = Dictionary(
      carried.compactMap { value in
        if case .count(let index) = value.rule { (value.name, index) } else { nil }
      }, uniquingKeysWith: { first, _ in first })
    columnByName = Dictionary(
      carried.compactMap { value in
        guard case .number = value.rule, value.name != value.column.name, value.name != DataTheme.label else {
          return nil
        }
        return (value.name, value.column.name)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The column of a donut: as it is, or numbers of which there are more than colors, in classes.
  private static func donut(
    _ categories: ColumnValues?, of numbers: ColumnValues?, _ drawing: ClusterOptions
  ) -> (ColumnValues?, ClassScale?) {
    let isClassed = drawing.classes != nil || drawing.breaks != nil
    guard let categories, let numbers, numbers.isNumeric,
      isClassed || categories.categories.count > Palette.categoryCount
    else { return (categories, nil) }
    let classes = drawing.classes ?? .standard
    let scale =
      drawing.breaks.map(ClassScale.init(breaks:))
      ?? ClassScale(
        min(classes.count, Palette.categoryCount), by: classes.method ?? .quantile, of: numbers.numbers,
        isRound: drawing.classes == nil)
    guard !scale.breaks.isEmpty else { return (categories, nil) }
    return (
      ColumnValues(classing: numbers, by: scale) { low, high in
        let (start, end) = (low.map(NumberFormat().whole), high.map(NumberFormat().whole))
        return switch (start, end) {
        case (nil, let end?): "< \(end)"
        case (let start?, nil): "≥ \(start)"
        default: "\(start ?? "") – \(end ?? "")"
        }
      }, scale
    )
  }

  /// The name of the property ``label`` in data, such as `mag (max)`; `nil` where another one of the cluster has the number, or
  /// where bubbles show counts.
  var labelName: String? {
    guard let shown else { return nil }
    let name = "\(shown.column.name) (\(shown.rule.rawValue))"
    let isCarried = carried.contains { value in
      guard case .number(let rule) = value.rule, value.name != DataTheme.label else { return false }
      return value.column.name == shown.column.name && rule == shown.rule
    }
    return isCarried ? nil : name
  }

  /// True if the unit is that of a column, not of counts.
  var hasUnit: Bool { shown != nil || color?.isNumeric == true }

  /// Words for a property's numbers with their unit behind them, where it is theirs.
  package func withUnit(_ words: String, of property: String) -> String {
    let column = columnByName[property] ?? property
    guard let unit = drawing.unit, (shown?.column ?? color)?.name == column else { return words }
    return "\(words), \(unit)"
  }

  /// The text of a row in a column of numbers, and its record; `nil` for a number and for nothing.
  package static func text(ofRow row: Int, of column: String, in features: FeatureTable) -> String? {
    let value = features.property(column, ofPoint: row)
    guard value.columnNumber == nil, let value else { return nil }
    return "\(quotedForMessage(value.text)) (\(features.recordName(ofPoint: row)))"
  }

  /// A note about points without a number that sizes them; `nil` where all have one.
  ///
  /// - Parameter name: what messages call the record of a point.
  func sizeNote(_ name: (Int) -> String) -> String? {
    guard let size, donut == nil, let first = size.numbers.firstIndex(where: \.isNaN) else { return nil }
    return MissingPoints(count: size.numbers.count(where: \.isNaN), first: (first, name(first)))
      .sizeNote(size.name)
  }

  /// The categories that rings of shares distinguish; what follows them is all others.
  package var donutNames: [String] {
    donut?.categories.prefix(donut?.colorNumbers.count ?? 0).map(\.text) ?? []
  }

  /// Notes about texts in columns of numbers, a line a column: they are missing values.
  func textNotes(of features: FeatureTable, rows: [UInt32]?) -> [String] {
    [color, size, shown?.column].compactMap(\.self).distinct(by: \.name).compactMap { column in
      guard let (count, first) = column.texts,
        let example = DataTheme.text(ofRow: rows.row(first), of: column.name, in: features)
      else { return nil }
      return
        "\(counted(count, "value")) of \(escapedForMessage(column.name)) \(count == 1 ? "is no number and is" : "are no numbers and are") missing, such as \(example)"
    }
  }

  /// The category of a single point where shares are drawn; `nil` without one.
  package func donutCategory(of point: any StyleFeature) -> String? {
    guard let donut else { return nil }
    let value = point.property(donut.name)
    if let donutScale {
      return value?.numericValue.map { donut.categories[donutScale.index(of: $0)].text }
    }
    switch value {
    case .string(let text)?: return text
    case .number(let number)?: return javaScriptText(of: number)
    case .bool(let bool)?: return "\(bool)"
    default: return nil
    }
  }

  package var showsValues: Bool { shown != nil }

  var isWeighed: Bool { weights != nil }

  /// True if what bubbles show is a sum, whose classes color them.
  var isColoredBySum: Bool { shown.map { $0.rule == .sum && $0.column === color } ?? false }

  /// True if a property is what bubbles show of a table of cells, which lacks the column itself.
  package func isCounted(_ property: String) -> Bool { property == sizeProperty && size?.isCounted == true }

  /// True if it may give single points a property that is no column of theirs.
  func names(_ property: String) -> Bool {
    [DataTheme.label, SizeScale.property, MarkerClasses.property].contains(property) || isCounted(property)
      || columnByName[property] != nil
  }

  /// True if a column is one of labels that nothing needs as numbers.
  func isLabel(_ name: String) -> Bool { name == drawing.labelBy && !numericColumns.contains(name) }

  /// The value of a single point in a column, a number in one of numbers.
  package func value(_ value: PropertyValue?, of name: String) -> PropertyValue? {
    switch value {
    case .wholeNumber(let digits)? where name == drawing.labelBy:
      // A label that nothing else needs as a number has all its digits.
      let others = [drawing.colorBy, drawing.sizeBy, drawing.donutBy, drawing.aggregate?.column]
      return others.contains(name) ? value : .string(digits)
    case .string? where numericColumns.contains(name):
      return value?.numericValue.map(PropertyValue.number) ?? .null
    default: return value
    }
  }

  /// The number that sizes a single point, in the order of the points that take part.
  package func size(ofPoint index: Int) -> Double? {
    size.flatMap {
      $0.isCounted ? $0.number(.sum, of: [UInt32(truncatingIfNeeded: index)]) : $0.numbers[index]
    }
  }

  /// The scale of points that are not clustered.
  var sizeScaleOfPoints: SizeScale? {
    guard let size, let sizeProperty else { return nil }
    return SizeScale(sizeProperty, of: size.numbers)
  }

  /// The share that a single point has in a ring of its own: all that it weighs of its category.
  package func share(_ name: String, of point: any StyleFeature, weight: Double) -> Double? {
    guard let index = shareIndex[name] else { return nil }
    let own = donutCategory(of: point).map { donutNames.firstIndex(of: $0) ?? donutNames.count }
    return index == own ?? donutNames.count + 1 ? weight : 0
  }

  /// The words for empty fields.
  package static let noValue = "no value"

  /// The property of a ring's share; that of empty fields is called as a category without a text.
  package static func share(_ index: Int, of column: ColumnValues) -> String {
    switch index {
    case column.emptyShare: "\(column.name)="
    case column.colorNumbers.count: "\(column.name)≠"
    default: "\(column.name)=\(column.categories[index].text)"
    }
  }

  /// The limits of classes in the numbers of all points: the same in every view.
  ///
  /// - Parameter summed: whether clusters have sums: classes then have equal ratios, up to the sum of all.
  private static func rowScale(_ drawing: ClusterOptions, of numbers: [Double], summed: Bool) -> ClassScale {
    let classes = drawing.classes ?? .standard
    var numbers = numbers.filter { !$0.isNaN }
    if summed { numbers.append(numbers.reduce(0, +)) }
    return ClassScale(
      classes.count, by: summed ? .log : classes.method ?? .quantile, of: numbers,
      isRound: drawing.classes == nil)
  }

  /// The values that a cluster of some points carries.
  ///
  /// - Complexity: O(*members* · *values*).
  package func values(of members: ArraySlice<UInt32>) -> [StyleMember] {
    var shares: [Double]?
    return carried.map { value in
      let found: StyleValue
      switch value.rule {
      case .number(let rule): found = value.column.number(rule, of: members).map(StyleValue.number) ?? .null
      case .leader:
        switch value.column.leader(of: members, weights: weights) {
        case .category(let text): found = .string(text)
        case .none: found = .string(mixedName)
        case .empty: found = .null
        }
      case .count(let index):
        let all =
          shares ?? value.column.shares(of: members, first: value.column.colorNumbers.count, weights: weights)
        shares = all
        found = .number(all[index])
      }
      return StyleMember(key: value.name, value: found)
    }
  }

  /// The number at a single point whose values bubbles show; `nil` where they show counts.
  package func label(ofRow row: Int, in features: FeatureTable) -> Double? {
    guard let shown else { return nil }
    if shown.column.isCounted {
      return shown.column.number(shown.rule, of: [UInt32(truncatingIfNeeded: row)])
    }
    return features.property(shown.column.name, ofPoint: row)?.numericValue
  }
}
