import Drawing
import Testing

@testable import MapSettings

@Suite struct `A palette` {
  @Test(arguments: Palette.allCases)
  func `has as many colors as classes, from its first to its last`(palette: Palette) {
    for count in 1...9 {
      let colors = palette.classes(count, isOnDark: false)
      #expect(colors.count == count)
      if !palette.isForCategories, count > 1 {
        #expect(Set(colors).count == count)
        let reversed = palette.classes(count, isOnDark: true).map(\.hexadecimal)
        #expect(palette == .blueRed || colors.reversed().map(\.hexadecimal) == reversed)
      }
    }
    #expect(Set(palette.categories(isOnDark: true)).count == Palette.categoryCount)
  }

  @Test(arguments: Palette.allCases.filter { !$0.isForCategories && $0 != .blueRed })
  func `for numbers grows darker with every class on light maps, and lighter on dark ones`(palette: Palette) {
    for count in 2...9 {
      let light = palette.classes(count, isOnDark: false).map(\.relativeLuminance)
      #expect(zip(light, light.dropFirst()).allSatisfy { $0 > $1 })
      let dark = palette.classes(count, isOnDark: true).map(\.relativeLuminance)
      #expect(zip(dark, dark.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  @Test func `about a middle is darkest at both ends`() {
    let light = Palette.blueRed.classes(5, isOnDark: false).map(\.relativeLuminance)
    #expect(light.max() == light[2])
    #expect(light[0] < light[1])
    #expect(light[4] < light[3])
  }

  @Test func `for categories has white for black on dark maps`() {
    #expect(Palette.okabeIto.categories(isOnDark: false).contains(.black))
    #expect(!Palette.okabeIto.categories(isOnDark: true).contains(.black))
    #expect(Palette.okabeIto.categories(isOnDark: true).contains(.white))
  }
}

@Suite struct `Columns that decide` {
  @Test(arguments: [
    ("jenks", ClassMethod.jenks, 5), ("log:9", .log, 9), ("quantile:2", .quantile, 2),
  ])
  func `are classed by a rule and a number`(text: String, method: ClassMethod, count: Int) {
    #expect(ColumnClasses(setting: text) == ColumnClasses(method: method, count: count))
  }

  @Test(arguments: ["", "jenks:", "jenks:1", "jenks:10", "jenks:x", "natural", "categories:3", "jenks:3:4"])
  func `have no other classes`(text: String) {
    #expect(ColumnClasses(setting: text) == nil)
  }

  @Test func `are aggregated by a rule and a name, which may have colons`() {
    #expect(ColumnAggregate(setting: "mean:a:b") == ColumnAggregate(.mean, of: "a:b"))
    for text in ["mean", "mean:", ":a", "avg:a", ""] { #expect(ColumnAggregate(setting: text) == nil) }
  }

  @Test func `are read once each`() {
    let drawing = ColumnDrawing(
      color: "a", size: "b", donut: nil, label: "a", aggregate: ColumnAggregate(.sum, of: "b"))
    #expect(drawing.columns == ["a", "b"])
    #expect(!drawing.isEmpty)
    #expect(ColumnDrawing(palette: .blues, classes: .standard).isEmpty)
  }
}
