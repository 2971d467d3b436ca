import Foundation
import TestSupport
import Testing

/// Goldens are drawn and judged as `render --request` draws.
@Suite struct `Goldens and render` {
  private func place(_ more: String) throws -> Workplace {
    let place = try Workplace()
    try place.write("in.csv", "id,lon,lat\na,1,1\nb,1.01,1\nc,30,3\n")
    try place.write(
      "case.json", #"{"sources": {"p": "in.csv"}, "basemap": "none", "size": [60, 40]\#(more)}"#)
    return place
  }

  @Test func `list the same members in data`() throws {
    let place = try place(#", "members": true, "golden": {"formats": ["geojson"]}"#)
    let dumped = try place.run([
      "render", "--request", "case.json", "-o", "out.png", "--dump", "case.geojson",
    ])
    #expect(dumped.status == 0 && dumped.errors == "", "\(dumped.errors)")
    #expect(place.text("case.geojson").contains("members"))
    let verified = try place.run(["verify", "case.json", "--strict"])
    #expect(verified.status == 0, "\(verified.outputLines)\(verified.errors)")
    let listed = try place.run(["clusters", "--request", "case.json"])
    #expect(listed.output == place.read("case.geojson"))
  }

  @Test(arguments: ["", #", "views": [{"bbox": [100, 1, 101, 2]}]"#])
  func `report the same of a strict request`(view: String) throws {
    let place = try place(view.isEmpty ? #", "compression": 9, "golden": {"formats": ["svg"]}"# : view)
    let drawn = try place.run(["render", "--request", "case.json", "-o", "out.svg", "--strict"])
    let verified = try place.run(["verify", "case.json", "--strict"])
    #expect(drawn.status == 2 && verified.status == 2)
    let line = try #require(drawn.lines.first)
    #expect(
      line.contains(view.isEmpty ? "compression belongs to PNG" : "none of the 3 points lies in the picture"))
    let found = verified.outputLines.first { $0.contains(line) }
    #expect(found?.hasPrefix("not comparable") == true, "\(verified.outputLines)")
    // Otherwise the picture is drawn; it has no golden.
    let plain = try place.run(["verify", "case.json"])
    #expect(plain.outputLines.first?.hasPrefix("missing") == true, "\(plain.outputLines)")
  }

  @Test func `refuse members of cells`() throws {
    let place = try Workplace()
    try place.write(
      "cells.csv", "cell_x,cell_y,n,point_count,lon_e8,lat_e8\n1,1,8,3,-30000000000,21000000000\n")
    let words = ["--cells", "cells.csv", "--center", "0,0", "--zoom", "0", "--size", "512x512", "--members"]
    for command in [["render", "-o", "out.svg"], ["clusters"]] {
      let outcome = try place.run(command + words)
      #expect(outcome.status == 2)
      #expect(
        outcome.errors
          == "clustersnap: error: --members: the members of cells are counted and not listed; leave it out\n")
    }
  }
}
