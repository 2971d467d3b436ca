import JSONDocument
import MapGeometry
import MapSettings
import TestSupport
import Testing

@Suite struct `Sizes of pictures` {
  private func read(_ members: String) throws -> (view: ViewOptions, messages: [String]) {
    let bytes = Array("{\"sources\": {\"a\": \"a.csv\"}, \(members)}".utf8)
    let (request, diagnostics) = SnapshotRequest.parse(try JSONText(parsing: bytes))
    return (request?.views.first?.view ?? ViewOptions(), diagnostics.map(\.message))
  }

  @Test func `are millimeters where they are written so`() throws {
    let size = try #require(try read(#""size": "180x120mm""#).view.size)
    // An inch is 25.4 mm and 72 points.
    #expect(abs(size.width - 510.236_220) < 1e-5)
    #expect(abs(size.height - 340.157_480) < 1e-5)
    try expect(read(#""size": "254x127mm""#).view.size, equals: ScreenSize(width: 720, height: 360))
    for wrong in ["180x120 mm", "mm", "180mmx120mm", "-1x2mm", "1e2x5mm", "180x120cm"] {
      try expect(read("\"size\": \"\(wrong)\"").messages.count, equals: 1, "\(wrong)")
    }
  }

  @Test func `have pixels by inch or by point, not both`() throws {
    try expect(read(#""dpi": 300"#).view.pixelsPerPoint, equals: 300 / 72.0)
    try expect(read(#""scale": 10"#).view.pixelsPerPoint, equals: 10)
    try expect(
      read(#""scale": 2, "dpi": 300"#).messages, equals: ["scale and dpi exclude each other; set one of them"]
    )
    try expect(read(#""dpi": 721"#).messages, equals: ["expected a number in 36…720, found 721"])
  }

  @Test func `replace each other in layers of settings`() {
    var (base, own) = (ViewOptions(), ViewOptions())
    base.scale = 2
    own.dotsPerInch = 144 * 2
    #expect((own.over(base).pixelsPerPoint, own.over(base).scale) == (4, nil))
    #expect((base.over(own).pixelsPerPoint, base.over(own).dotsPerInch) == (2, nil))
    expect(ViewOptions().over(own).pixelsPerPoint, equals: 4)
  }

  @Test func `show the world once where points are fitted`() throws {
    var options = ViewOptions()
    #expect(!options.repeatsWorld)
    options.box = try BoundingBox(west: -10, south: -10, east: 10, north: 10)
    #expect(options.repeatsWorld)
    options.worldCopies = false
    #expect(!options.repeatsWorld)
  }
}
