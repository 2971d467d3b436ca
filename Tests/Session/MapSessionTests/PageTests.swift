import MapGeometry
import MapSettings
import SessionSupport
import TestSupport
import Testing

@testable import MapSession

/// Sheets before anything is drawn.
@Suite struct `A page` {
  private static let csv =
    "lon,lat,name,kind\n-74,40.7,New York,a\n-118.2,34,Los Angeles,a\n-157.86,21.31,Honolulu,b\n-157.8,21.3,Waikiki,c\n"

  private func map(_ more: String) throws -> LoadedMap {
    let session = MapSession(resources: MemoryResources(["in.csv": Self.csv]))
    let request = #"{"sources": {"in": "in.csv"}, "basemap": "none", \#(more)}"#
    return try session.load(try MapSpecification(json: request), log: SessionLog())
  }

  private func plan(_ more: String) throws -> PicturePlan { try map(more).plan(of: 0) }

  @Test func `of one map is the map`() throws {
    let plan = try plan(#""size": [300, 200], "center": [-100, 40], "zoom": 2"#)
    expect(plan.pages.count, equals: 1)
    expect(plan.page.panels.count, equals: 1)
    expect(plan.page.main.origin, equals: .zero)
    expect(plan.viewport.size, equals: ScreenSize(width: 300, height: 200))
    expect(plan.lines.count, equals: 1)
    #expect(plan.lines[0].hasPrefix("view: center -100,40, zoom 2, size 300x200, scale 1, box "))
  }

  @Test func `with insets gives each its frame and its points`() throws {
    let map = try map(
      #""size": [600, 440], "center": [-100, 38], "zoom": 1, "insets": [{"bbox": [-161, 18, -154, 23], "size": [120, 90], "at": "top-left", "title": "Hawaii"}]"#
    )
    let plan = try map.plan(of: 0)
    let panels = plan.page.panels
    expect(panels.count, equals: 2)
    // Of 600 × 440 points a strip at the left leaves 464 × 440, one at the top 600 × 318.
    expect(panels[0].origin.x, equals: 120 + 2 * 8)
    expect(panels[0].viewport.size, equals: ScreenSize(width: 464, height: 440))
    #expect((panels[1].origin.x, panels[1].origin.y) == (8, 8 + 11 + 5))
    expect(panels[1].viewport.size, equals: ScreenSize(width: 120, height: 90))
    expect(panels.map(\.isFramed), equals: [false, true])
    // What lies far from all other points is in its inset alone.
    let counts = try panels.map { panel in
      try panel.data.map(map.snapshotter).markers(in: panel.viewport).groups[0].markers.markers
        .reduce(0) { $0 + $1.count }
    }
    expect(counts, equals: [2, 2])
    expect(plan.lines.count, equals: 2)
    #expect(plan.lines[1].hasPrefix("map Hawaii at 8,24: center -157.5,"))
    #expect(plan.page.notes.isEmpty)
  }

  @Test func `of facets has as many rows as leave the largest maps`() throws {
    let plan = try plan(#""size": [500, 400], "center": [-100, 40], "zoom": 1, "facets": "kind""#)
    let panels = plan.page.panels
    expect(panels.map(\.facet), equals: ["a", "b", "c"])
    // Three in a row were 156 wide, one above the other 103 high, two and one are 169 high.
    #expect(panels.allSatisfy { $0.viewport.size == ScreenSize(width: 238, height: 169) })
    expect(panels.map(\.origin.x), equals: [8, 254, 8])
    expect(panels.map(\.origin.y), equals: [27, 27, 223])
    expect(plan.page.viewports.count, equals: 1)
    expect(
      plan.lines.map { String($0.prefix { $0 != ":" }) },
      equals: [
        "map a at 8,27", "map b at 254,27", "map c at 8,223",
      ])
  }

  @Test func `of zooms is a row about one center, each map under its letter`() throws {
    let page = try plan(
      #""size": [500, 200], "center": [-100, 40], "zooms": [1, 3], "panelLetters": true, "panelTitles": ["Far"]"#
    ).page
    expect(page.panels.map(\.viewport.zoom), equals: [1, 3])
    expect(page.panels.map(\.title), equals: ["(a) Far", "(b) zoom 3"])
    // (500 − 8) / 2 − 8 across, and 200 − 2 × 8 − 19 down.
    #expect(page.panels.allSatisfy { $0.viewport.size == ScreenSize(width: 238, height: 165) })
    expect(page.viewports.map(\.zoom), equals: [1, 3])
  }

  @Test func `of columns is one for each`() throws {
    let plan = try plan(
      #""size": [300, 200], "center": [-100, 40], "zoom": 2, "columns": ["cch", "clustermap"]"#)
    expect(plan.pages.map(\.caption), equals: ["cch", "clustermap"])
    expect(plan.lines.map { String($0.prefix { $0 != ":" }) }, equals: ["column cch", "column clustermap"])
  }

  @Test func `of a pair of styles names its view once`() throws {
    let plan = try plan(
      #""size": [300, 200], "center": [-100, 40], "zoom": 2, "themes": ["light", "dark"]"#)
    expect(plan.pages.count, equals: 2)
    expect(plan.lines.count, equals: 1)
  }
}
