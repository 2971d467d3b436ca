import JSONDocument
package import MapFeatures
import MapGeometry

extension ClusterOptions {
  /// True if a form or a column decides something in pictures.
  public var drawsByColumns: Bool { drawsMarkers || labelBy != nil || facetBy != nil }

  /// True if a form or columns decide the look of markers, not their labels alone.
  public var drawsMarkers: Bool {
    colorBy != nil || sizeBy != nil || groupBy != nil || donutBy != nil || aggregate != nil
      || drawnForm ?? .bubble != .bubble || breaks != nil || sizeRange != nil
  }

  /// The settings of columns that are set, by key, what bubbles show last.
  public var columnSettings: [String] {
    [
      ("colorBy", colorBy), ("sizeBy", sizeBy), ("groupBy", groupBy), ("donutBy", donutBy),
      ("labelBy", labelBy), ("facets", facetBy), ("aggregate", aggregate?.column),
    ].compactMap { $0.1 == nil ? nil : $0.0 }
  }

  /// The columns that are drawn by, each once.
  public var drawnColumns: [String] {
    [colorBy, sizeBy, groupBy, facetBy, donutBy, labelBy, aggregate?.column].compactMap(\.self)
      .distinct(by: \.self)
  }

  private static let drawingTraits: SettingTraits = [.outlivesMethod, .readWithData, .clustersNothing]

  private static let classCounts = [
    "fewest": "\(ColumnClasses.counts.lowerBound)", "most": "\(ColumnClasses.counts.upperBound)",
    "mostBreaks": "\(ColumnClasses.counts.upperBound - 1)",
  ]

  static let drawingSettings: [SettingEntry<ClusterOptions>] = [
    .init("form", \.form, .name(), traits: drawingTraits),
    .init("hull", \.hull, .name(), traits: drawingTraits),
    .init("icon", \.icon, .text("a sign"), traits: drawingTraits),
    .init("overlap", \.overlap, .name(), use: .spreading, traits: drawingTraits),
    .init("colorBy", \.colorBy, .text("the name of a column"), traits: drawingTraits),
    .init("sizeBy", \.sizeBy, .text("the name of a column"), traits: drawingTraits),
    .init("sizeRange", \.sizeRange, .rising(2...2, within: 0.5...200, such: "4,30"), traits: drawingTraits),
    .init("groupBy", \.groupBy, .text("the name of a column"), traits: drawingTraits),
    .init("groupAreas", \.groupAreas, .text("a file", form: "file"), traits: drawingTraits),
    .init("facets", \.facetBy, .text("the name of a column"), name: "facetBy", traits: drawingTraits),
    .init("facetEvery", \.facetEvery, .period, use: .facets, traits: drawingTraits),
    .init("facetTimeFormat", \.facetTimeFormat, .timeFormat, use: .facets, traits: drawingTraits),
    .init("donutBy", \.donutBy, .text("the name of a column"), traits: drawingTraits),
    .init("labelBy", \.labelBy, .text("the name of a column"), traits: drawingTraits),
    .init("aggregate", \.aggregate, .aggregate, traits: drawingTraits),
    .init("unit", \.unit, .text("a unit"), use: .units, traits: drawingTraits),
    .init("palette", \.palette, .palette, use: .columns, traits: drawingTraits),
    .init(
      "order", \.order, .names("categories", such: "low,middle,high"), use: .categories, traits: drawingTraits
    ),
    .init("classes", \.classes, .classes, filling: classCounts, use: .columnColors, traits: drawingTraits),
    .init(
      "breaks", \.breaks, .rising(1...(ColumnClasses.counts.upperBound - 1), such: "10,50,100"),
      filling: classCounts, traits: drawingTraits),
    .init("classBy", \.classBy, .name(), use: .columnColors, traits: drawingTraits),
  ]
}

/// One number of many: what a bubble shows of a column.
public struct ColumnAggregate: Hashable, Sendable {
  /// The rule that makes one number of many.
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    case sum
    case mean
    case min
    case max
    /// Of an even count the mean of the two middle numbers.
    case median
  }

  /// The rule that makes one number of many.
  public let rule: Rule
  /// The column of numbers.
  public let column: String

  /// One number of a column.
  public init(_ rule: Rule, of column: String) { (self.rule, self.column) = (rule, column) }

  /// Reads `mean:magnitude`.
  init?(setting text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let rule = Rule(rawValue: String(parts[0])) else { return nil }
    self.init(rule, of: String(parts[1]))
  }
}

extension SettingType where Value == ColumnAggregate {
  static var aggregate: SettingType {
    worded(
      schema: .pattern("^(sum|mean|min|max|median):.+$"), "a rule and a column, such as \"mean:magnitude\"",
      {
        .malformed(
          $0,
          fault:
            "is no rule with a column; write sum, mean, min, max or median, a colon and the column's name")
      }, ColumnAggregate.init(setting:))
  }
}

/// The numbers of a column that classes of color are of.
public enum ClassBasis: String, Hashable, Sendable, CaseIterable {
  /// Numbers of markers; of clusters the mean, or another aggregate.
  case markers
  case rows
}

/// Rules by which numbers become classes.
public enum ClassMethod: String, Hashable, Sendable, CaseIterable {
  /// Equal counts; natural breaks; equal widths; equal ratios.
  case quantile, jenks, equal, log
}

/// The classes of color of numbers.
public struct ColumnClasses: Hashable, Sendable {
  /// By which rule; `nil` where each value stands for itself.
  public let method: ClassMethod?
  /// The number of classes, `2...9`.
  public let count: Int

  static let counts = 2...9

  /// The classes where nothing is set.
  public static let standard = ColumnClasses(method: .quantile, count: 5)

  /// Classes by a rule.
  public init(method: ClassMethod?, count: Int = 5) { (self.method, self.count) = (method, count) }

  /// Reads `jenks`, `jenks:4` or `categories`.
  init?(setting text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if text == "categories" {
      self.init(method: nil)
    } else if let method = ClassMethod(rawValue: String(parts[0])) {
      guard let count = parts.count == 1 ? 5 : Int(parts[1]), ColumnClasses.counts.contains(count) else {
        return nil
      }
      self.init(method: method, count: count)
    } else {
      return nil
    }
  }
}

extension SettingType where Value == [Double] {
  /// Ascending numbers.
  ///
  /// - Parameter such: an example for messages.
  static func rising(
    _ counts: ClosedRange<Int>, within range: ClosedRange<Double> = -.infinity ... .infinity,
    such example: String
  ) -> SettingType {
    @Sendable func fault(_ numbers: [Double]) -> SettingError? {
      let isRising = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
      let text = numbers.map(javaScriptText(of:)).joined(separator: ",")
      guard isRising else {
        return .malformed(
          text, fault: "does not rise; write each number once, from the least to the greatest")
      }
      guard counts.contains(numbers.count) else {
        let wanted =
          counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
        return .malformed(text, fault: "has \(numbers.count) numbers; write \(wanted), such as \(example)")
      }
      return numbers.first { !range.contains($0) }.map { .outside(javaScriptText(of: $0), range) }
    }
    return SettingType(schema: .list(.number(range), count: counts)) { reader, node in
      let count = node.elements.count
      guard let numbers = reader.numbers(node, count: count, "a list of numbers") else { return nil }
      if let fault = fault(numbers) { return reader.fault(fault, at: node) }
      return numbers
    } word: { word throws(SettingError) in
      let numbers = try decimals(word: word)
      if let fault = fault(numbers) { throw fault }
      return numbers
    } fault: {
      fault($0)
    }
  }
}

extension SettingType where Value == TimePeriod {
  private static var wanted: String {
    "\(TimePeriod.Unit.allCases.map(\.rawValue).joined(separator: ", ")), several such as 10years, or a number above 0"
  }

  package static var period: SettingType<TimePeriod> {
    worded(
      schema: .text, "a period: \(wanted)",
      { .malformed($0, fault: "is no period; write \(wanted)") }, TimePeriod.init
    )
  }
}

extension SettingType where Value == TimeFormat {
  package static var timeFormat: SettingType<TimeFormat> {
    worded(
      schema: .text, "a form of dates, such as \"%d/%m/%Y\"",
      {
        .malformed(
          $0, fault: "is no form of dates; write a year and other directives, such as %d/%m/%Y %H:%M")
      }, { TimeFormat($0) })
  }
}

extension SettingType where Value == ColumnClasses {
  static var classes: SettingType {
    let (least, most) = (ColumnClasses.counts.lowerBound, ColumnClasses.counts.upperBound)
    return worded(
      schema: .pattern("^(categories|(quantile|jenks|equal|log)(:[\(least)-\(most)])?)$"),
      "\"quantile\", \"jenks\", \"equal\" or \"log\", perhaps with a number of classes (\"jenks:4\"), or \"categories\"",
      {
        .malformed(
          $0,
          fault:
            "is no rule of classes; write quantile, jenks, equal or log, perhaps with :\(least) to :\(most), or categories"
        )
      }, ColumnClasses.init(setting:))
  }
}
