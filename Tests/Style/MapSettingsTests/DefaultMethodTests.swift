import MapClusters
import MapSettings
import TestSupport
import Testing

@Suite struct `Peaks that a style sets` {
  /// The options of the style.
  private let style = options { $0.method = .peaks }

  private static func options(_ change: (inout ClusterOptions) -> Void) -> ClusterOptions {
    var options = ClusterOptions()
    change(&options)
    return options
  }

  private func settings(_ change: (inout ClusterOptions) -> Void) -> ClusterSettings {
    Self.options(change).over(style).settings
  }

  @Test func `lie 64 points apart`() {
    expect(ClusterSettings.standard(.peaks).radius, equals: 64)
    expect(ClusterSettings.standard(.radius).radius, equals: 40)
    expect(settings { $0.radius = 80 }, equals: ClusterSettings.standard(.peaks).with(radius: 80))
    expect(ClusterSettings(), equals: .standard(.grid))
  }

  @Test func `are found where nobody names a method`() {
    expect(ClusterOptions().settings, equals: .standard(.peaks))
    expect(Self.options { $0.minimumCount = 3 }.settings.method, equals: .peaks)
    expect(Self.options { $0.preset = .tb }.settings.method, equals: .grid)
  }

  @Test func `become a grid beside settings of its cells`() {
    let changes: [(inout ClusterOptions) -> Void] = [
      { $0.cellSize = .points(80) }, { $0.alignsToWorld = false }, { $0.anchor = .view }, { $0.margin = 0.5 },
      { $0.form = .square }, { $0.debugGrid = DebugGridSetting(isShown: true) },
    ]
    for change in changes {
      expect(settings(change).method, equals: .grid)
      expect(Self.options(change).settings.method, equals: .grid)
      // A method beside them stays.
      let named = Self.options {
        change(&$0)
        $0.method = .peaks
      }
      expect(named.over(style).method, equals: .peaks)
    }
  }

  @Test func `give way to cells and nothing else does`() {
    let request = Self.options { ($0.minimumCount, $0.radius) = (3, 80) }.over(style)
    let settings = Self.options { $0.cellSize = .points(90) }.over(request).settings
    #expect((settings.method, settings.minimumCount, settings.cellSize) == (.grid, 3, .points(90)))
  }

  @Test func `become dbscan for hulls, and hexagons of any size`() {
    expect(settings { $0.form = .hull }.method, equals: .dbscan)
    let hexagons = settings { ($0.form, $0.cellSize) = (.hexagon, .points(24)) }
    #expect((hexagons.method, hexagons.cellSize) == (.hex, .points(24)))
    let hulls = Self.options { ($0.form, $0.method) = (.hull, .peaks) }.over(style)
    #expect((hulls.settings.method, hulls.formFault) == (.peaks, nil))
  }
}

extension ClusterSettings {
  fileprivate func with(radius: Double) -> ClusterSettings {
    var settings = self
    settings.radius = radius
    return settings
  }
}
