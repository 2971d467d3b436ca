import Foundation
import TestSupport
import Testing

@Suite struct `A fitted view` {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    let city = (0..<400).map {
      "\(13 + Double($0 * 7919 % 1000) / 1000),\(52 + Double($0 * 104_729 % 1000) / 1000)\n"
    }
    try place.write("city.csv", "lon,lat\n" + city.joined())
    try place.write("far.csv", "lon,lat\n" + city.joined() + "0,0\n")
  }

  private func bbox(_ words: [String]) throws -> (box: [Double], lines: [String]) {
    let run = try place.run(["clusters"] + words + ["--format", "json", "--method", "none"])
    let object = try #require(
      try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    let view = try #require(object["view"] as? [String: Any])
    return (try #require(view["bbox"] as? [Double]), run.lines)
  }

  @Test func `reports what a few far points cost, and leaves them out when asked to`() throws {
    let (all, hints) = try bbox(["far.csv"])
    expect(
      hints,
      equals: [
        "clustersnap: warning: 1 point far from the others costs more than half of the picture; --fit=robust leaves it out"
      ])
    let (robust, notes) = try bbox(["far.csv", "--fit=robust"])
    expect(
      notes,
      equals: [
        "clustersnap: info: 1 point lies far from the others and is not fitted; --fit shows it, too"
      ])
    let (city, silence) = try bbox(["city.csv", "--fit"])
    expect(robust, equals: city)
    #expect(silence.isEmpty)
    #expect(all[2] - all[0] > 10 * (robust[2] - robust[0]))
    try place.write("r.json", #"{"sources": {"p": "far.csv"}, "fit": "robust"}"#)
    try expect(bbox(["--request", "r.json"]).box, equals: robust)
    // Another view needs no such hint.
    #expect(try bbox(["far.csv", "--bbox", "0,0,20,60"]).lines.isEmpty)
    try expect(
      place.run(["clusters", "far.csv", "--fit=rubost"]).lines.first?.contains("all, robust"), equals: true)
  }

  @Test func `leaves one of a few points out where it lies far away, which is no fault under --strict`()
    throws
  {
    let few = (0..<60).map { "\(13 + Double($0 % 8) / 10),\(52 + Double($0 / 8) / 10)\n" }.joined()
    try place.write("few.csv", "lon,lat\n" + few)
    try place.write("few-far.csv", "lon,lat\n" + few + "0,0\n")
    try expect(bbox(["few-far.csv"]).lines.count, equals: 1)
    let robust = try bbox(["few-far.csv", "--fit=robust", "--strict"])
    try expect(robust.box, equals: bbox(["few.csv"]).box)
    expect(robust.lines.count, equals: 1)
    // Of nine points each may be the one that matters.
    try place.write(
      "nine.csv", "lon,lat\n" + few.split(separator: "\n").prefix(8).joined(separator: "\n") + "\n0,0\n")
    #expect(try bbox(["nine.csv"]).lines.isEmpty)
  }

  @Test(arguments: ["light", "donut", "print"])
  func `leaves room for its bubbles`(style: String) throws {
    // Many points in each corner, which become the largest bubbles there are.
    let corners = [(-20, 50), (20, 50), (-20, -50), (20, -50)]
    let rows = corners.flatMap { x, y in
      (0..<2600).map {
        "\(Double(x) + Double($0 % 50) / 1e4),\(Double(y) + Double($0 / 50) / 1e4),1,1,1,1,1\n"
      }
    }
    try place.write("corners.csv", "lon,lat,mag,a,b,c,d\n" + rows.joined())
    let run = try place.run([
      "render", "corners.csv", "-o", "-", "--format", "svg", "--style", style, "--basemap", "none", "--size",
      "600x500", "--quiet",
    ])
    expect(run.status, equals: 0)
    let circles = run.text.matches(of: /cx="([-0-9.]+)" cy="([-0-9.]+)" r="([0-9.]+)"/).map { match in
      (x: Double(match.1) ?? .nan, y: Double(match.2) ?? .nan, r: Double(match.3) ?? .nan)
    }
    #expect(circles.count >= 4)
    for circle in circles {
      #expect(circle.x - circle.r >= 0)
      #expect(circle.x + circle.r <= 600)
      #expect(circle.y - circle.r >= 0)
      #expect(circle.y + circle.r <= 500)
    }
  }
}
