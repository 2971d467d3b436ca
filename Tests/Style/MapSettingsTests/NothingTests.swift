import JSONDocument
import MapClusters
import TestSupport
import Testing

@testable import MapSettings

/// The word `none` on the command line: a value of its own where documents have it, and hides a preset's or a method's; elsewhere it
/// takes back what is set beneath.
@Suite struct `The word none` {
  /// The keys of a table for which the word is a value.
  private func valued<Values: SettingValues>(_ table: SettingTable<Values>) -> [String] {
    table.entries.filter { entry in
      var values = Values()
      entry.takeBack(from: &values)
      return entry.option != nil && entry.isSet(values)
    }.map(\.key)
  }

  @Test func `is a value of what presets, methods and scenarios set`() {
    expect(
      valued(ClusterOptions.table),
      equals: [
        "method", "clusterMaxZoom", "title", "subtitle", "singleTitle", "singleSubtitle", "overlap",
      ])
    expect(valued(FilmSettings.table), equals: ["animator", "camera"])
  }

  @Test func `takes back what is set beneath everywhere else`() {
    for entry in ClusterOptions.table.entries
    where entry.option != nil && !valued(ClusterOptions.table).contains(entry.key) {
      var values = ClusterOptions()
      entry.takeBack(from: &values)
      expect(values.cleared, equals: [entry.key], "\(entry.key)")
    }
  }

  @Test(arguments: [ClusterPreset.amap, .clustermap, .supercluster])
  func `lets clusters of a preset be at all zooms`(preset: ClusterPreset) throws {
    var options = ClusterOptions()
    options.preset = preset
    #expect((options.engine.settings.maximumZoom ?? 99) < 24)
    let entry = try #require(ClusterOptions.table["clusterMaxZoom"])
    entry.takeBack(from: &options)
    #expect((options.engine.settings.maximumZoom ?? 99) >= 24)
    // As a document's word does.
    let text = try JSONText(parsing: #"{"preset": "\#(preset.rawValue)", "clusterMaxZoom": "none"}"#)
    expect(ClusterOptions.parse(text.root, at: JSONPath()).0, equals: options)
  }

  @Test func `hides the titles and the camera of a preset`() throws {
    for key in ["title", "subtitle", "singleTitle", "singleSubtitle"] {
      var options = ClusterOptions()
      let entry = try #require(ClusterOptions.table[key])
      try entry.take(word: "none", into: &options)
      let set = [options.title, options.subtitle, options.singleTitle, options.singleSubtitle]
      expect(set.compactMap(\.self), equals: [""], "\(key)")
    }
    var film = FilmSettings()
    try #require(FilmSettings.table["camera"]).takeBack(from: &film)
    expect(film.camera, equals: CameraMotion.none)
  }

  @Test func `is a method beside presets`() throws {
    let columns = try PictureColumn.presets("none,pablo")
    expect(columns.map(\.caption), equals: ["none", "pgclustering"])
    expect(columns[0].options.method, equals: ClusterMethod.none)
    expect(columns[1].options.preset, equals: .pablo)
  }

  @Test(arguments: [
    ("scatter:3m", CoLocated.scatter(.meters(3))), ("scatter:30", .scatter(.meters(30))),
    ("scatter:20pt", .scatter(.points(20))), ("scatter", .scatter(.fitting)), ("ring:3", .ring(.meters(3))),
    ("ring:3m", .ring(.meters(3))), ("legs", .ring(.legs)), ("merge", .merge),
  ])
  func `rules of points in one place are read`(word: String, rule: CoLocated) {
    expect(CoLocated(setting: word), equals: rule)
  }

  @Test(arguments: ["scatter:", "merge:3", "legs:3m", "ring:x", "scatter:3mm", "ring:3:4", ""])
  func `no other rules are`(word: String) { expect(CoLocated(setting: word), equals: nil) }
}
