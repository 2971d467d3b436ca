import Drawing
import JSONDocument
import MapClusters
import MapFeatures
import MapGeometry
@testable import MapSettings
import MapStyle
import StyleSettings
import TestSupport
import Testing

@testable import MapContent

@Suite struct `Columns of the data` {
  private static let csv = """
    id,lon,lat,kind,mag,flag
    1,0,0,bar,1.5,true
    2,0,0,cafe,2.5,false
    3,0,0,bar,6,true
    4,40,0,,,true
    5,40,0,park,4,
    6,-40,0,zoo,-3,false
    """

  private func theme(_ drawing: ClusterOptions, _ csv: String = Self.csv) throws(SnapshotError) -> DataTheme {
    try DataTheme(drawing, of: features(csv), rows: nil, source: "places")
  }

  private func features(_ csv: String) -> FeatureTable {
    (try? table(csv)) ?? FeatureTable(points: CoordinateTable())
  }

  private func values(_ theme: DataTheme, _ members: [UInt32]) -> [String: StyleValue] {
    Dictionary(uniqueKeysWithValues: theme.values(of: members[...]).map { ($0.key, $0.value) })
  }

  @Test func `give clusters the category that leads, and none of equal ones`() throws {
    let theme = try theme(ClusterOptions(color: "kind"))
    expect(values(theme, [0, 1, 2]), equals: ["kind": .string("bar")])
    expect(values(theme, [1, 4]), equals: ["kind": .string("mixed")])
    expect(values(theme, [3]), equals: ["kind": .null])
    expect(theme.color?.categories.map(\.text), equals: ["bar", "cafe", "park", "zoo"])
    #expect(theme.rowClasses == nil)
  }

  // a and b and c and empty fields: a leads with more than half of all, or with 1.5 times the next.
  @Test(arguments: [
    ("aab", "a"), ("ab", "mixed"), ("aaabb", "a"), ("aaabbc", "a"), ("aaaabbbc", "mixed"),
    ("aaaabbbccc", "mixed"),
    ("aaabbcccc", "mixed"), ("aaaabbbb", "mixed"), ("aaaaabbb c", "a"), ("a ", "mixed"), ("a  ", nil),
    ("aaa  ", "a"), ("abc       ", nil), ("aaaaaabbbbcc", "a"), ("aaaaabbbbcc", "mixed"),
    ("aaaaaabbbbb", "a"),
  ])
  func `color a cluster only where one is the majority, or has 1.5 times the next`(
    kinds: String, leader: String?
  ) throws {
    let rows = kinds.enumerated().map { "\($0.offset),0,0,\($0.element == " " ? "" : "\($0.element)")" }
    let theme = try theme(ClusterOptions(color: "kind"), "id,lon,lat,kind\n" + rows.joined(separator: "\n"))
    let found = values(theme, (0..<kinds.count).map { UInt32($0) })["kind"]
    expect(found, equals: leader.map(StyleValue.string) ?? .null)
  }

  @Test func `do not call a cluster of none by the name of a category`() throws {
    let csv = "id,lon,lat,kind\n1,0,0,mixed\n2,0,0,b\n"
    expect(
      values(try theme(ClusterOptions(color: "kind"), csv), [0, 1])["kind"],
      equals: .string("mixed (no majority)"))
  }

  @Test(arguments: [
    ([1.0, 2, 1, 1, 1, 1], [0, 1, 2], "mixed"), ([1.1, 2, 1, 1, 1, 1], [0, 1, 2], "bar"),
    ([1, 3, 1, 1, 1, 1], [0, 1, 2], "cafe"),
    ([0, 0, 0, 0, 0, 0], [4, 1], "mixed"), ([1, 1, 1, 1, 1, 2], [1, 4, 5], "zoo"),
    ([0, 0, 0, 0, 0, 0], [4], "park"), ([1, 1.4, 0, 1, 1, 1], [0, 1, 4], "mixed"),
  ])
  func `give clusters the category that leads by weight`(
    weights: [Double], members: [UInt32], kind: String
  ) throws {
    let theme = try DataTheme(
      ClusterOptions(color: "kind"), of: features(Self.csv), rows: nil, source: "places", weights: weights)
    expect(values(theme, members), equals: ["kind": .string(kind)])
  }

  @Test func `take texts for numbers where all of a column are plainly that`() throws {
    let source = try MapSource(
      id: "places", features: features("id,lon,lat,n,code\n1,0,0,\" 7 \",007\n2,0,0,\"9\",12\n"),
      drawing: ClusterOptions(color: "code", size: "n"))
    expect(source.theme?.color?.categories.map(\.text), equals: ["007", "12"])
    expect(
      source.feature(ofPoint: 0).property("n (sum)") ?? source.feature(ofPoint: 0).property("n"),
      equals: .number(7)
    )
    expect(PropertyValue.string(" 12.5\t").numericValue, equals: 12.5)
    expect(PropertyValue.string("1 2").numericValue, equals: nil)
    expect(PropertyValue.string("007").numericValue, equals: nil)
    #expect(PropertyValue.string(" ").isBlank)
  }

  @Test(arguments: [
    (ColumnAggregate.Rule.sum, 10.0), (.mean, 10 / 3.0), (.min, 1.5), (.max, 6), (.median, 2.5),
  ])
  func `give clusters one number of their points`(rule: ColumnAggregate.Rule, number: Double) throws {
    let theme = try theme(ClusterOptions(color: "mag", aggregate: ColumnAggregate(rule, of: "mag")))
    let found = values(theme, [0, 1, 2, 3])
    expect(found["mag"], equals: .number(number))
    expect(found["clustersnap:label"], equals: .number(number))
    expect(values(theme, [3])["mag"], equals: .null)
    expect(theme.headings["mag"], equals: "mag (\(rule.rawValue))")
  }

  @Test func `have a median of two numbers between them`() throws {
    let theme = try theme(ClusterOptions(aggregate: ColumnAggregate(.median, of: "mag")))
    expect(values(theme, [0, 2])["clustersnap:label"], equals: .number(3.75))
  }

  @Test func `are colored by their mean and sized by their sum where both are asked for`() throws {
    let theme = try theme(ClusterOptions(color: "mag", size: "mag"))
    #expect((theme.colorProperty, theme.sizeProperty) == ("mag", "mag (sum)"))
    let found = values(theme, [0, 2])
    #expect((found["mag"], found["mag (sum)"]) == (.number(3.75), .number(7.5)))
    // A single point is the sum of itself.
    let source = try MapSource(
      id: "places", features: features(Self.csv), drawing: ClusterOptions(color: "mag", size: "mag"))
    expect(source.feature(ofPoint: 2).property("mag (sum)"), equals: .number(6))
    expect(source.feature(ofPoint: 2).property("clustersnap:label"), equals: .string("6"))
    expect(source.feature(ofPoint: 3).property("clustersnap:label"), equals: nil)
  }

  @Test func `have shares by category, beyond eight together`() throws {
    let kinds = (0..<30).map { "\($0),0,0,k\($0 < 10 ? $0 : $0 % 3)" }
    let theme = try theme(ClusterOptions(donut: "kind"), "id,lon,lat,kind\n" + kinds.joined(separator: "\n"))
    let found = values(theme, (0..<30).map(UInt32.init))
    expect(found.count, equals: 9)
    #expect((found["kind=k0"], found["kind=k1"], found["kind=k2"]) == (.number(7), .number(8), .number(8)))
    expect(found["kind≠"], equals: .number(2))
  }

  @Test func `have shares of what their points weigh`() throws {
    let theme = try DataTheme(
      ClusterOptions(donut: "kind"), of: features(Self.csv), rows: nil, source: "places",
      weights: [5, 1, 20, 3, 2, 1])
    let found = values(theme, [0, 1, 2, 3])
    #expect((found["kind=bar"], found["kind=cafe"]) == (.number(25), .number(1)))
    #expect((found["kind=park"], found["kind="]) == (.number(0), .number(3)))
  }

  @Test func `have shares of classes where a column has many numbers`() throws {
    let rows = (0..<20).map { "\($0),0,0,\($0 * 10)" }
    let theme = try theme(
      ClusterOptions(donut: "mag", classes: ColumnClasses(method: .equal, count: 2)),
      "id,lon,lat,mag\n" + rows.joined(separator: "\n"))
    // Two classes from 0 to 190, parted at 95.
    expect(theme.donutScale?.breaks, equals: [95])
    expect(theme.donut?.categories.map(\.count), equals: [10, 10])
    expect(theme.values(of: [9, 10, 11]).map(\.value), equals: [.number(1), .number(2)])
  }

  @Test func `may be numbers and Booleans that are categories`() throws {
    try expect(theme(ClusterOptions(color: "flag")).color?.categories.map(\.text), equals: ["false", "true"])
    let mag = try theme(ClusterOptions(color: "mag", classes: ColumnClasses(method: nil)))
    expect(mag.color?.isNumeric, equals: false)
    expect(mag.color?.categories.map(\.text), equals: ["-3", "1.5", "2.5", "4", "6"])
  }

  @Test(arguments: [
    (["Zone 10", "Zone 2", "zone 1"], ["zone 1", "Zone 2", "Zone 10"]),
    (["100+", "10-20", "< 0", "0-5", "20-100"], ["< 0", "0-5", "10-20", "20-100", "100+"]),
    (["1,000-5,000", "500-1,000", "0.25", "0.5"], ["0.25", "0.5", "500-1,000", "1,000-5,000"]),
    (["-1 to 0", "-10 to -1", "0 to 3"], ["-10 to -1", "-1 to 0", "0 to 3"]),
    (["Mar", "Dec.", "Jan", "Sept"], ["Jan", "Mar", "Sept", "Dec."]),
    (["April", "March", "May"], ["March", "April", "May"]), (["mardi", "lundi"], ["lundi", "mardi"]),
    (["Mo", "Fr", "Di", "So"], ["Mo", "Di", "Fr", "So"]), (["Mon", "Maria"], ["Maria", "Mon"]),
    (["Sun", "Sat", "Wed"], ["Wed", "Sat", "Sun"]),
  ])
  func `order categories as people do`(names: [String], ordered: [String]) throws {
    // The first is the most frequent.
    let rows = (names + [names[0]]).enumerated().map { "\($0.offset),0,0,\"\($0.element)\"\n" }.joined()
    let theme = try theme(ClusterOptions(color: "kind"), "id,lon,lat,kind\n" + rows)
    expect(theme.color?.categories.map(\.text), equals: ordered)
  }

  @Test func `give the most frequent categories the colors, by name, and the rest one`() throws {
    // i and j are the least frequent of ten.
    let kinds = "jjihgfedcba" + "hgfedcba" + "hgfedcba"
    let rows = kinds.enumerated().map { "\($0.offset),0,0,\($0.element)\n" }.joined()
    let theme = try theme(ClusterOptions(color: "kind"), "id,lon,lat,kind\n" + rows)
    expect(theme.color?.categories.map(\.text).joined(), equals: "abcdefghji")
    expect(theme.color?.colorNumbers, equals: Array(0..<8))
    expect(theme.crowdedCategories?.colored, equals: 8)
  }

  @Test func `have the colors that a palette gives their values, and others none`() throws {
    let own = ClusterOptions(color: "kind", palette: Palette(rawValue: "zoo=red,inn=lime,bar=blue"))
    let theme = try theme(own)
    expect(theme.color?.categories.map(\.text), equals: ["zoo", "bar", "cafe", "park"])
    expect(theme.color?.colorNumbers, equals: [0, 2])
    #expect(theme.crowdedCategories == nil)
    #expect(theme.hasCategory(among: ["inn", "bar"]) && !theme.hasCategory(among: ["inn"]))
    // Numbers that have colors are categories.
    let numbers = try self.theme(ClusterOptions(color: "mag", palette: Palette(rawValue: "6=red,-3=blue")))
    expect(numbers.color?.categories.map(\.text), equals: ["6", "-3", "1.5", "2.5", "4"])
  }

  @Test func `have the order that is set, and its colors whether they occur or not`() throws {
    var options = ClusterOptions(color: "kind", palette: Palette(rawValue: "red,lime,blue,black"))
    options.order = ["zoo", "inn", "bar"]
    let theme = try theme(options)
    expect(theme.color?.categories.map(\.text), equals: ["zoo", "bar", "cafe", "park"])
    // Of the other two the first has the fourth color.
    expect(theme.color?.colorNumbers, equals: [0, 2, 3])
  }

  @Test func `have classes of all points, the same for every view`() throws {
    let theme = try theme(ClusterOptions(color: "mag", classes: ColumnClasses(method: .equal, count: 3)))
    expect(theme.rowClasses?.scale.breaks, equals: [0, 3])
  }

  @Test(arguments: [
    (ClusterOptions(color: "knd"), "colorBy: source places has no column knd; did you mean kind?"),
    (
      ClusterOptions(size: "population"),
      "sizeBy: source places has no column population; there are id, lon, lat, kind, mag, flag"
    ),
    (
      ClusterOptions(size: "kind"),
      "sizeBy: source places has texts in column kind, such as \"bar\" (record 1, in line 2); name a column of numbers"
    ),
    (
      ClusterOptions(aggregate: ColumnAggregate(.sum, of: "flag")),
      "aggregate: source places has texts in column flag, such as \"true\" (record 1, in line 2); name a column of numbers"
    ),
  ])
  func `must be there, and hold what is drawn`(drawing: ClusterOptions, message: String) {
    let error = #expect(throws: SnapshotError.self) { try theme(drawing) }
    expect(error?.description, equals: message)
  }

  @Test(arguments: [
    (0.0, "0"), (3.333, "3.33"), (12.34, "12.3"), (128.4, "128"), (999.4, "999"), (999.6, "999"),
    (1234, "1.23k"),
    (12_345, "12.3k"), (999_499, "999k"), (10_178_000, "10.2M"), (-2.5, "−2.5"), (7.5e9, "7.5B"),
    (0.001, "0.001"), (0.00012, "0.00012"), (0.12345, "0.123"), (0.9999, "0.999"), (1.5e12, "1.5T"),
    (1e15, "1e15"),
  ])
  func `are written with three digits at most`(number: Double, text: String) {
    expect(NumberFormat().value(number), equals: text)
  }

  @Test(arguments: [
    ClusterOptions(color: "kind"), ClusterOptions(color: "mag", label: "kind"), ClusterOptions(size: "mag"),
    ClusterOptions(color: "kind", size: "mag", label: "id"), ClusterOptions(donut: "kind"),
    ClusterOptions(aggregate: ColumnAggregate(.max, of: "mag")),
    ClusterOptions(color: "flag", palette: .muted), ClusterOptions(color: "mag", palette: .blueRed),
    ClusterOptions(donut: "mag", aggregate: ColumnAggregate(.mean, of: "mag")),
  ])
  func `make layers that stand in no document, with all that they set`(drawing: ClusterOptions) throws {
    let theme = try theme(drawing)
    for isOnDark in [false, true] {
      let layers = ThemeLayers(
        source: "a\"b", theme: theme, isOnDark: isOnDark, replacesAll: false, pin: nil, isOnPaper: false
      ).layers
      #expect(!layers.isEmpty)
      for layer in layers {
        #expect(layer.location == nil && layer.location(of: .circleColor, .textField) == nil)
        // A value that is none of its property's would be left out.
        let properties: [StyleProperty] =
          layer.type == .circle
          ? [.circleColor, .circleRadius]
          : [.textField, .textFont, .textSize, .textMaxWidth, .textColor]
        #expect(properties.allSatisfy(layer.sets), "\(layer.id)")
      }
      expect(Set(layers.map(\.id)).count, equals: layers.count)
      #expect(layers.filter(\.settings.isExplained).count <= 1)
    }
  }
}

extension ClusterOptions {
  /// Options of columns alone.
  fileprivate init(
    color: String? = nil, size: String? = nil, donut: String? = nil, label: String? = nil,
    aggregate: ColumnAggregate? = nil, palette: Palette? = nil, classes: ColumnClasses? = nil
  ) {
    self.init()
    (colorBy, sizeBy, donutBy, labelBy) = (color, size, donut, label)
    (self.aggregate, self.palette, self.classes) = (aggregate, palette, classes)
  }
}
