import TestSupport

extension Workplace {
  /// A folder for golden cases, three points in it.
  static func ofGoldens() throws -> Workplace {
    try Workplace(["points.csv": "id,lon,lat\na,10,50\nb,10.001,50\nc,12,51\n"])
  }

  /// A request that draws a small map of the points.
  func addCase(_ name: String, _ members: String = "") throws {
    let up = String(repeating: "../", count: name.split(separator: "/").count - 1)
    try write(
      name + ".json",
      #"{"sources": {"points": "\#(up)points.csv"}, "center": [11, 50.5], "zoom": 4, "size": [64, 48], "basemap": "none"\#(members)}"#
    )
  }
}

/// The command in the checkout.
enum Running {
  static func clustersnap(_ words: [String], input: String = "") throws -> Outcome {
    // All goldens of the repository take their time in a debug build.
    try Workplace().start(words, input: input, in: Workplace.checkout).wait(seconds: 600)
  }
}
