import Foundation
import TestSupport
import Testing

/// How many frames at 20 a second a preset's own transition takes between two snapshots, their still frames aside.
func framesOfTransition(preset: String) throws -> Int {
  let place = try Workplace()
  try place.write(
    "story.json",
    """
    {"sources": {"a": [{"id": "1", "at": [10, 50]}, {"id": "2", "at": [11, 50]}]}, "preset": "\(preset)",
     "basemap": "none", "size": [60, 40], "center": [10, 50], "zoom": 2, "fps": 20, "hold": 0, "camera": "none",
     "steps": [{"add": "1"}, {"snapshot": "one"}, {"add": "2"}, {"zoom": 3}, {"snapshot": "two"}]}
    """)
  try FileManager.default.createDirectory(atPath: place.path("frames"), withIntermediateDirectories: false)
  _ = try place.succeed("animate story.json -o frames --format svg")
  let frames = try FileManager.default.contentsOfDirectory(atPath: place.path("frames"))
    .count { $0.hasSuffix(".svg") }
  // The first snapshot, then the transition; its last frame is the second snapshot.
  return frames - 2
}

/// Counts whose bubbles are measured.
private let counts = [2, 10, 100, 1000]

/// `round(44 / (1 + e^(−0.3 · n^0.4)))` for these counts.
let expectedDiameters = counts.map { (44 / (1 + exp(-0.3 * pow(Double($0), 0.4)))).rounded() }

/// The diameters that a style draws for these counts, its ring included.
func diameters(style: String) throws -> [Double] {
  try counts.map { count in
    let place = try Workplace()
    try place.write("a.csv", "lon,lat\n" + String(repeating: "10,50\n", count: count))
    _ = try place.succeed("render a.csv -o a.svg --style \(style) --basemap none --center 10,50 --zoom 3")
    let svg = place.text("a.svg")
    let circle = try #require(svg.firstMatch(of: /<circle [^>]*r="([0-9.]+)"/))
    let stroke = svg.firstMatch(of: /stroke-width="([0-9.]+)"/).flatMap { Double($0.1) } ?? 0
    return 2 * (try #require(Double(circle.1))) + stroke
  }
}
