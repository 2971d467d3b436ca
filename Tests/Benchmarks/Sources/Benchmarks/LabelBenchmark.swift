import Foundation
import FileResources
import MapScene
import MapSession
import MapSettings

/// What labels cost in a picture of `san-francisco.mbtiles` in the folder `CLUSTERSNAP_DATA`: the time of a scene with
/// them, less the time of the same scene without. Shapes of letters are known already, as they are to a server.
func benchmarkLabels() throws {
  guard let data = ProcessInfo.processInfo.environment["CLUSTERSNAP_DATA"],
    FileManager.default.fileExists(atPath: data + "/san-francisco.mbtiles")
  else {
    return report("(skipped: CLUSTERSNAP_DATA names no folder with san-francisco.mbtiles)")
  }
  let archive = data + "/san-francisco.mbtiles"
  let size = "1400x1400"  // All twelve tiles of zoom 14: 8,852 lines of 483 names.
  let none = try LabelPicture("transportation_name", "{}", of: archive, size: size)
  let streets = try LabelPicture(
    "transportation_name", #"{"text-field": "{name:latin}", "text-size": 11, "symbol-placement": "line"}"#,
    of: archive, size: size)
  let (base, lines) = (try none.measured(), try streets.measured())
  let (wall, user) = ((lines.best - base.best) * 1000, (lines.user - base.user) * 1000)
  report(
    "line labels of all streets (mark of 2,000 roads: 15 ms): \(rounded(wall, 1)) ms, user \(rounded(user, 1))"
  )
  report("  \(streets.labelCount) labels; the scene \(lines.text), without labels \(base.text)")
  for (name, width) in [("as balanced lines", 6), ("as one line each", 1000)] {
    let places = try LabelPicture(
      "poi", #"{"text-field": "{name:latin}", "text-size": 11, "text-max-width": \#(width)}"#, of: archive,
      size: size)
    let costs = try places.measured()
    report("names of places \(name): \(places.labelCount) labels; the scene \(costs.text)")
  }
}

/// One layer of labels in a view.
private final class LabelPicture {
  private let map: LoadedMap
  private let log = SessionLog()
  private(set) var labelCount = 0

  /// - Parameters:
  ///   - layer: the layer of the tiles.
  ///   - layout: of the symbols, `{}` for a layer that draws none.
  ///   - archive: the tiles.
  ///   - size: of the picture.
  init(_ layer: String, _ layout: String, of archive: String, size: String) throws {
    let path = "\(folder)/labels.json"
    let style = """
      {"version": 8, "center": [-122.405, 37.785], "zoom": 14,
       "metadata": {"clustersnap:output": {"size": "\(size)"}},
       "sources": {"streets": {"type": "vector", "url": "mbtiles://streets.mbtiles"}},
       "layers": [{"id": "labels", "type": "symbol", "source": "streets", "source-layer": "\(layer)",
        "layout": \(layout)}]}
      """
    try Data(style.utf8).write(to: URL(filePath: path))
    var specification = MapSpecification()
    specification.style = path
    specification.tiles = [.init(name: "streets", path: archive)]
    var map = try MapSession(resources: FileLoader()).load(specification, log: log)
    try map.loadPictures(for: map.views.indices.map { try map.plan(of: $0).viewport }, log: log)
    self.map = map
  }

  func measured() throws -> Costs {
    var costs = Costs()
    let shaper = try map.shaper(log: log)
    for number in 0..<12 {
      for view in map.views.indices {
        let picture = try map.plan(of: view, as: .png)
        let (wall, user) = (now(), ownUsage().user)
        let snapshot = try map.snapshot(of: picture, shaper: shaper)
        let cost = Cost(wall: now() - wall, user: ownUsage().user - user, peak: ownUsage().peak)
        // The first one shapes the letters.
        if number > 0 { costs.add(cost) }
        labelCount = snapshot.scene.layers.first { $0.id == "labels" }?.marks.count ?? 0
      }
    }
    return costs
  }
}
