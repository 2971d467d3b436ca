import Foundation

/// A style of our own over OpenMapTiles with as many layers as published ones have, without labels: each class of ground,
/// and each class of road with a casing, in tunnels, on the ground and on bridges.
struct LayeredStyle {
  private(set) var layers: [[String: Any]] = [
    ["id": "paper", "type": "background", "paint": ["background-color": "#f4f1ea"]]
  ]

  init() {
    let colors = ["#d5e8c8", "#c8e2b8", "#e4efd9", "#efe9d8", "#e9e4da", "#e2e6ee"]
    for (number, kind) in ["wood", "grass", "farmland", "sand", "wetland", "ice"].enumerated() {
      addFill("landcover", kind, colors[number])
    }
    for (number, kind) in ["residential", "commercial", "industrial", "school", "hospital", "cemetery"]
      .enumerated()
    {
      addFill("landuse", kind, colors[5 - number])
    }
    addFill("park", nil, "#c8e2b8")
    addFill("aeroway", nil, "#dcdce4")
    addFill("water", nil, "#a8cfe8")
    add("line", "waterway", ["line-color": "#a8cfe8", "line-width": 1.5], id: "waterway")
    addFill("building", nil, "#dcd5c9")
    let roads = ["path", "track", "service", "minor", "tertiary", "secondary", "primary", "motorway"]
    for level in ["tunnel", "", "bridge"] {
      for (isCasing, extra) in [(true, 2.0), (false, 0)] {
        for (rank, road) in roads.enumerated() {
          addRoad(road, level, rank: Double(rank), isCasing: isCasing, extra)
        }
      }
    }
    add("line", "boundary", ["line-color": "#9a8fa8", "line-dasharray": [3, 2]], id: "boundary")
  }

  private mutating func add(
    _ type: String, _ sourceLayer: String, _ paint: [String: Any], id: String, filter: [Any]? = nil
  ) {
    var layer: [String: Any] = [
      "id": id, "type": type, "source": "streets", "source-layer": sourceLayer, "paint": paint,
    ]
    layer["filter"] = filter
    layers.append(layer)
  }

  private mutating func addFill(_ sourceLayer: String, _ kind: String?, _ color: String) {
    add(
      "fill", sourceLayer, ["fill-color": color], id: kind.map { "\(sourceLayer)-\($0)" } ?? sourceLayer,
      filter: kind.map { ["==", ["get", "class"], $0] })
  }

  private mutating func addRoad(
    _ road: String, _ level: String, rank: Double, isCasing: Bool, _ extra: Double
  ) {
    let width: [Any] = [
      "interpolate", ["exponential", 1.5], ["zoom"], 10, 0.3 + rank / 8 + extra / 4, 16,
      2 + rank * 1.5 + extra,
    ]
    var paint: [String: Any] = ["line-color": isCasing ? "#c4bcae" : "#ffffff", "line-width": width]
    if level == "tunnel", isCasing { paint["line-dasharray"] = [2, 1] }
    add(
      "line", "transportation", paint, id: "\(level)-\(road)-\(isCasing ? "casing" : "road")",
      filter: [
        "all", ["==", ["get", "class"], road], ["==", ["coalesce", ["get", "brunnel"], ""], level],
      ])
  }

  /// The document; the tiles are named with `--tiles streets=FILE`.
  func text() throws -> String {
    let document: [String: Any] = [
      "version": 8, "sources": ["streets": ["type": "vector", "tiles": [String]()]], "layers": layers,
    ]
    let bytes = try JSONSerialization.data(withJSONObject: document, options: .sortedKeys)
    return String(decoding: bytes, as: UTF8.self)
  }
}
