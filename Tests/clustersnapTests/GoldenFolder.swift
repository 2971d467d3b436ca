import Foundation
import TestSupport

/// A folder of golden cases that is gone when the test is over.
final class GoldenFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "goldens-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try write("points.csv", "id,lon,lat\na,10,50\nb,10.001,50\nc,12,51\n")
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ name: String, _ text: String) throws { try write(name, Data(text.utf8)) }

  func write(_ name: String, _ bytes: Data) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: file)
  }

  /// A request that draws a small map of the points.
  func addCase(_ name: String, _ members: String = "") throws {
    let up = String(repeating: "../", count: name.split(separator: "/").count - 1)
    try write(
      name + ".json",
      #"{"sources": {"points": "\#(up)points.csv"}, "center": [11, 50.5], "zoom": 4, "size": [64, 48], "basemap": "none"\#(members)}"#
    )
  }

  func bytes(_ name: String) -> Data? { try? Data(contentsOf: url.appending(path: name)) }

  func has(_ name: String) -> Bool { bytes(name) != nil }

  /// Runs the command in the folder, where nothing marks this as a server.
  func run(_ words: String..., environment: [String: String] = ["CI": ""]) throws -> Outcome {
    try Running.clustersnap(words, in: url, environment: environment)
  }
}
