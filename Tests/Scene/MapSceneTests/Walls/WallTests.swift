import CSystem
import CairoCanvas
import Drawing
import MapDecorations
import MapGeometry
import MapScene
import TestSupport
import Testing

/// Areas with a height about 0°, 0° at zoom 16, in a picture of 200 points, so that the camera is 300 points up.
@Suite struct `Walls` {
  private static let distance = 300.0
  /// Points a meter is long at the equator, on MapLibre's sphere.
  private static let pointsPerMeter = 512 * 65536 / (2 * Double.pi * 6_371_008.8)
  private static let middle = Point(x: 100, y: 100)

  /// A ring of points from the picture's middle, as a feature.
  private static func area(_ ring: [(Double, Double)], _ properties: String = "{}") -> String {
    let degrees = 360.0 / (512 * 65536)
    let corners = (ring + ring.prefix(1)).map { "[\($0.0 * degrees), \(-$0.1 * degrees)]" }
    return feature("Polygon", "[[\(corners.joined(separator: ","))]]", properties: properties)
  }

  private static func box(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) -> String {
    area([
      (x.lowerBound, y.lowerBound), (x.upperBound, y.lowerBound), (x.upperBound, y.upperBound),
      (x.lowerBound, y.upperBound),
    ])
  }

  private func snapshot(
    _ paint: String, of geoJSON: String, light: String = "", scale: Double = 1, raises: Bool = true
  ) throws -> Snapshot {
    var options = PictureOptions()
    options.raisesWalls = raises
    return try drawn(
      #"{"id": "l", "type": "fill-extrusion", "source": "a", "paint": {\#(paint)}}"#, of: geoJSON,
      root: light.isEmpty ? "" : #", "light": {\#(light)}"#, zoom: 16, scale: scale, options: options)
  }

  private func fills(_ snapshot: Snapshot) -> [Fill] {
    (snapshot.scene.layers.first?.marks ?? []).compactMap { mark in
      if case .fill(let fill) = mark.shape { fill } else { nil }
    }
  }

  /// A height that is a share of the camera's, in meters.
  private func meters(_ share: Double) -> Double { share * Self.distance / Self.pointsPerMeter }

  @Test func `lean from the picture's middle as far as their height brings them nearer to the camera`() throws
  {
    // A third of the way up all is 1.5 times as large.
    let fills = fills(
      try snapshot(
        #""fill-extrusion-height": \#(meters(1.0 / 3))"#, of: Self.box(20...40, 10...40)))
    expect(fills.count, equals: 3)
    let roof = try #require(fills.last?.path.bounds)
    for (edge, expected) in [(roof.minX, 130.0), (roof.minY, 115), (roof.maxX, 160), (roof.maxY, 160)] {
      #expect(abs(edge - expected) < 0.01)
    }
    // The left and the upper wall face the camera: from the ground to the roof, and a seam's width under it.
    let walls = try fills.dropLast().map { try #require($0.path.bounds) }
    #expect(walls.contains { abs($0.minX - 120) < 0.01 && abs($0.minY - 110) < 0.2 && $0.maxX < 132 })
    #expect(walls.contains { abs($0.minX - 120) < 0.01 && abs($0.minY - 110) < 0.2 && $0.maxY < 117 })
  }

  @Test func `have MapLibre's shade of the light`() throws {
    let fills = fills(
      try snapshot(
        #""fill-extrusion-height": 96, "fill-extrusion-color": "rgb(127.5, 127.5, 127.5)""#,
        of: Self.box(20...40, 10...40)))
    // The light stands in the south-west: 1.15 (-½, √¾) ½ along the ground, 1.15 √¾ up. By the shader of GL JS a gray of ½
    // is 0.53 in full light and half of that without.
    let roof = 0.53 * (0.5 + 0.5 * 1.15 * 0.75.squareRoot())
    let west = 0.53 * (0.5 + 0.5 * 1.15 * 0.25)
    // The north has no light. Its foot is at 0.84, its top at the root of 96/150, which is less.
    let north = 0.53 * 0.5 * 0.84
    let reds = fills.map(\.red)
    expect(reds.count, equals: 3)
    for expected in [roof, west, north] {
      #expect(reds.contains { abs($0 - expected) < 0.002 }, "\(expected) in \(reds)")
    }
  }

  @Test func `are lighter at the top where they are tall, unless the gradient is off`() throws {
    let paint = #""fill-extrusion-height": 121.5, "fill-extrusion-color": "rgb(127.5, 127.5, 127.5)""#
    let north = try fills(snapshot(paint, of: Self.box(-10...10, 10...20))).compactMap { fill in
      if case .gradient(let gradient) = fill.paint { gradient } else { nil }
    }
    let gradient = try #require(north.first)
    // The root of 121.5/150 is 0.9.
    #expect(abs((gradient.stops.first?.color.red ?? 0) - 0.265 * 0.84) < 0.002)
    #expect(abs((gradient.stops.last?.color.red ?? 0) - 0.265 * 0.9) < 0.002)
    #expect((gradient.start.y, gradient.end.x) == (110, gradient.start.x))
    let plain = try fills(
      snapshot(paint + #", "fill-extrusion-vertical-gradient": false"#, of: Self.box(-10...10, 10...20)))
    for fill in plain { if case .gradient = fill.paint { Issue.record("a gradient") } }
  }

  @Test func `are left out where they are flat, and colors are those of the style`() throws {
    let flat = try snapshot(
      ##""fill-extrusion-height": 90, "fill-extrusion-color": "#808080""##, of: Self.box(20...40, 10...40),
      raises: false)
    expect(
      flat.marks("l"),
      equals: ["fill #808080 M 120.00,110.00 L 140.00,110.00 L 140.00,140.00 L 120.00,140.00 Z"])
  }

  @Test(arguments: [false, true])
  func `stand back to back without ground between their roofs`(isTurned: Bool) throws {
    // A row of pixels lies in part on each.
    let (lower, upper) = (Self.box(20...60, 20.25...40), Self.box(20...60, -10...20.25))
    let features = (isTurned ? [upper, lower] : [lower, upper]).joined(separator: ",")
    let picture = try CairoCanvas.bitmap(
      of: snapshot(
        #""fill-extrusion-height": \#(meters(1e-3)), "fill-extrusion-color": "blue""#,
        of: #"{"type": "FeatureCollection", "features": [\#(features)]}"#
      ).scene)
    let roof = picture[140, 130]
    expect(roof.3, equals: 255)
    for y in 118...123 { #expect(picture[140, y] == roof, "\(y)") }
  }

  @Test func `end where the camera is, however high they are`() throws {
    let tall = fills(try snapshot(#""fill-extrusion-height": 1e9"#, of: Self.box(20...40, 10...40)))
    // Two walls without a roof, cut at a fiftieth of the picture from the camera: 75 times as large.
    expect(tall.count, equals: 2)
    let box = try #require(tall.compactMap(\.path.bounds).first)
    #expect(abs(max(box.maxX, box.maxY) - (100 + 40 * 75)) < 3)
    // The camera is in it: its walls face away.
    #expect(
      fills(try snapshot(#""fill-extrusion-height": 1e9"#, of: Self.box(-20...20, -20...20))).isEmpty)
  }

  @Test func `lie on the ground where their height is not a number, and are reported`() throws {
    let picture = try snapshot(
      #""fill-extrusion-height": ["/", 0, ["-", ["length", ["geometry-type"]], 7]]"#,
      of: Self.box(20...40, 10...40),
      light: #""position": [9, 0, 180]"#)
    expect(fills(picture).map(\.path.bounds), equals: [Rectangle(x: 120, y: 110, width: 20, height: 30)])
    expect(picture.reported.count, equals: 1, "\(picture.reported)")
  }

  /// A prism over a convex footprint, and the highest point of it on a line of sight.
  private struct Prism {
    let ring: [Point]
    let low, high: Double

    /// - Parameter place: in the picture, from its middle.
    /// - Returns: the height in points; `nil` where the line misses it.
    func height(at place: Point) -> Double? {
      // Along the line of sight, the foot at a height of z is the place times (1 - z/distance).
      var (least, most) = (low, high)
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        // Inside, clockwise as seen: (b-a) × (p-a) >= 0, which is linear in z.
        let way = b - a
        let (start, slope) = (
          way.x * (place.y - a.y) - way.y * (place.x - a.x),
          -(way.x * place.y - way.y * place.x) / distance
        )
        if slope == 0 {
          if start < 0 { return nil }
        } else if slope > 0 {
          least = max(least, -start / slope)
        } else {
          most = min(most, -start / slope)
        }
      }
      return least <= most ? most : nil
    }
  }

  @Test(arguments: 1...6) func `stand in front of what is behind them`(seed: Int) throws {
    var random = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15
    func next(_ range: ClosedRange<Double>) -> Double {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + (range.upperBound - range.lowerBound) * Double(random >> 40) / Double(1 << 24)
    }
    var (prisms, features): ([Prism], [String]) = ([], [])
    for number in 0..<40 {
      let (x, y, turn) = (next(-90...90), next(-90...90), next(0...1.57))
      let (width, depth) = (next(2...14), next(2...14))
      let low = number % 3 == 0 ? next(0...20) : 0
      let high = low + next(1...80)
      let ring = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { a, b in
        (
          x + a * width * cos(turn) - b * depth * sin(turn), y + a * width * sin(turn) + b * depth * cos(turn)
        )
      }
      prisms.append(Prism(ring: ring.map { Point(x: $0.0, y: $0.1) }, low: low, high: high))
      let (base, height) = (low / Self.pointsPerMeter, high / Self.pointsPerMeter)
      features.append(
        Self.area(
          ring, #"{"h": \#(height), "b": \#(base), "c": "rgb(\#(4 * number), 0, 0)"}"#))
    }
    let paint = """
      "fill-extrusion-height": ["get", "h"], "fill-extrusion-base": ["get", "b"],
      "fill-extrusion-color": ["to-color", ["get", "c"]], "fill-extrusion-vertical-gradient": false
      """
    let collection = #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#
    // Without contrast each prism has one color: its own and 0.03.
    let fills = fills(
      try snapshot(paint, of: collection, light: #""intensity": 0"#, scale: 10))
    func expected(_ place: Point) -> Int? {
      prisms.indices.compactMap { number in prisms[number].height(at: place).map { ($0, number) } }
        .max { $0.0 < $1.0 }?.1
    }
    var seen: Set<Int> = []
    for _ in 0..<600 {
      let place = Point(x: next(-99...99), y: next(-99...99))
      let number = expected(place)
      // Nearer to an edge than seams are wide, both may be seen.
      let around = [(-0.4, 0), (0.4, 0), (0, -0.4), (0, 0.4)]
      guard around.allSatisfy({ expected(place + Point(x: $0.0, y: $0.1)) == number }) else { continue }
      let top = fills.last { $0.path.holds(place + Self.middle) }
      expect(top.map { Int((($0.red - 0.03) * 255 / 4).rounded()) }, equals: number, "at \(place)")
      if let number { seen.insert(number) }
    }
    #expect(seen.count > 15)
  }
}

private let distance = 300.0

extension Fill {
  /// The red of a fill of one color; -1 for others.
  fileprivate var red: Double {
    if case .color(let color) = paint { color.red } else { -1 }
  }
}

extension Path {
  /// True if a point is inside, by the even-odd rule.
  fileprivate func holds(_ point: Point) -> Bool {
    var isInside = false
    var (start, first, next) = (Point.zero, Point.zero, 0)
    func crosses(_ a: Point, _ b: Point) -> Bool {
      (a.y > point.y) != (b.y > point.y) && point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
    }
    for verb in verbs {
      if verb == .close {
        if crosses(start, first) { isInside.toggle() }
      } else {
        let end = points[next]
        next += 1
        if verb == .move { first = end } else if crosses(start, end) { isInside.toggle() }
        start = end
      }
    }
    return isInside
  }
}
