import Drawing
import TestSupport
import Testing

@testable import MapSettings

@Suite struct `A palette` {
  @Test(arguments: Palette.allCases)
  func `has as many colors as classes, from its first to its last`(palette: Palette) {
    for count in 1...9 {
      let colors = palette.classes(count, isOnDark: false)
      expect(colors.count, equals: count)
      if !palette.isForCategories, count > 1 {
        expect(Set(colors).count, equals: count)
        let onDark = palette.classes(count, isOnDark: true).map(\.hexadecimal)
        let expected = palette.kind == .darkening ? colors.reversed() : colors
        expect(expected.map(\.hexadecimal), equals: onDark)
      }
    }
    expect(Set(palette.categories(isOnDark: true)).count, equals: Palette.categoryCount)
  }

  @Test(arguments: Palette.allCases.filter { $0.kind == .darkening })
  func `from light to dark grows darker with every class, and lighter on dark maps`(palette: Palette) {
    for count in 2...9 {
      let light = palette.classes(count, isOnDark: false).map(\.relativeLuminance)
      #expect(zip(light, light.dropFirst()).allSatisfy { $0 > $1 })
      let dark = palette.classes(count, isOnDark: true).map(\.relativeLuminance)
      #expect(zip(dark, dark.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  @Test(arguments: Palette.allCases.filter { $0.kind == .middle })
  func `about a middle is darkest at both ends`(palette: Palette) {
    let light = palette.classes(5, isOnDark: false).map(\.relativeLuminance)
    expect(light.max(), equals: light[2])
    #expect(light[0] < light[1])
    #expect(light[4] < light[3])
  }

  /// The ends and the middle as matplotlib 3.10 has them.
  @Test(arguments: [
    ("viridis", "#440154", "#21918c", "#fde725"), ("Magma", "#000004", "#b73779", "#fcfdbf"),
    ("viridis-r", "#fde725", "#21918c", "#440154"), ("#fff,#010101", "#ffffff", "#808080", "#010101"),
    ("rgb(255, 0, 0),blue,lime", "#ff0000", "#0000ff", "#00ff00"),
  ])
  func `is known by its name, reversed, or a list`(
    name: String, first: String, middle: String, last: String
  ) throws {
    for isOnDark in [false, true] {
      let palette = try #require(Palette(rawValue: name))
      expect(palette.classes(3, isOnDark: isOnDark).map(\.hexadecimal), equals: [first, middle, last])
    }
  }

  @Test(arguments: ["", "#fee", "viridi", "viridis-r-r", "#fee,", "#fee,#zzz", "red"])
  func `is not one color, nor another word`(text: String) { expect(Palette(rawValue: text), equals: nil) }

  @Test func `for categories has white for black on dark maps`() {
    #expect(Palette.okabeIto.categories(isOnDark: false).contains(.black))
    #expect(!Palette.okabeIto.categories(isOnDark: true).contains(.black))
    #expect(Palette.okabeIto.categories(isOnDark: true).contains(.white))
  }

  @Test func `of one's own has as many colors for categories as it lists`() throws {
    let colors = try #require(Palette(rawValue: "red,lime,blue")).categories(isOnDark: false)
    expect(colors.map(\.hexadecimal), equals: ["#ff0000", "#00ff00", "#0000ff"])
  }

  @Test(arguments: [
    "ok=lime, too late =rgb(255, 0, 0),a=b=blue", ##"{"ok": "lime", "too late": "#f00", "a=b": "blue"}"##,
  ])
  func `has a color for each value, in any number`(text: String) throws {
    let palette = try #require(Palette(rawValue: text))
    expect(palette.values, equals: ["ok", "too late", "a=b"])
    expect(palette.categories(isOnDark: true).map(\.hexadecimal), equals: ["#00ff00", "#ff0000", "#0000ff"])
    let many = try #require(
      Palette(rawValue: (1...12).map { "v\($0)=#00000\($0 % 10)" }.joined(separator: ",")))
    expect(many.categories(isOnDark: false).count, equals: 12)
  }

  @Test(arguments: ["ok=", "=red", "ok=red,late", "ok=red,ok=blue", "{}", #"{"ok": 1}"#, #"{"ok": "red"}, "#])
  func `has no value without a color, and none twice`(text: String) {
    expect(Palette(rawValue: text), equals: nil)
  }
}

@Suite struct `Columns that decide` {
  @Test(arguments: [
    ("jenks", ClassMethod.jenks, 5), ("log:9", .log, 9), ("quantile:2", .quantile, 2),
  ])
  func `are classed by a rule and a number`(text: String, method: ClassMethod, count: Int) {
    expect(ColumnClasses(setting: text), equals: ColumnClasses(method: method, count: count))
  }

  @Test(arguments: ["", "jenks:", "jenks:1", "jenks:10", "jenks:x", "natural", "categories:3", "jenks:3:4"])
  func `have no other classes`(text: String) {
    expect(ColumnClasses(setting: text), equals: nil)
  }

  @Test func `are aggregated by a rule and a name, which may have colons`() {
    expect(ColumnAggregate(setting: "mean:a:b"), equals: ColumnAggregate(.mean, of: "a:b"))
    for text in ["mean", "mean:", ":a", "avg:a", ""] { expect(ColumnAggregate(setting: text), equals: nil) }
  }

  @Test func `are read once each`() {
    var options = ClusterOptions()
    (options.palette, options.classes) = (.blues, .standard)
    #expect(!options.drawsByColumns)
    (options.colorBy, options.sizeBy, options.labelBy) = ("a", "b", "a")
    options.aggregate = ColumnAggregate(.sum, of: "b")
    expect(options.drawnColumns, equals: ["a", "b"])
    #expect(options.drawsByColumns)
  }
}
