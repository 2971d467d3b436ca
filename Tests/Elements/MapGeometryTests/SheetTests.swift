import Foundation
import MapGeometry
import TestSupport
import Testing

@Suite struct `A sheet` {
  private static let sheets: [Sheet] = {
    func sheet(_ projection: Projection, _ longitude: Double, _ latitude: Double) throws -> Sheet {
      try Sheet(
        projection, center: Coordinate(latitude: latitude, longitude: longitude),
        parallels: projection.isConic ? (20, 50) : nil, distance: 2.5)
    }
    let turned = try? Projection.allCases.filter { $0 != .mercator }.map { try sheet($0, 150, 35) }
    // The place opposite to the center lies on the edges of rings that end at the antimeridian.
    let plain = try? [Projection.equalEarth, .orthographic, .lambertAzimuthal].map { try sheet($0, 0, 0) }
    let poles = try? [Projection.orthographic, .lambertAzimuthal].map { try sheet($0, 30, -90) }
    return (turned ?? []) + (plain ?? []) + (poles ?? [])
  }()

  /// Sheets of systems, which are those of ours: a cap, a whole world, a part of one, a cap about a pole, and a box.
  private static let systems: [Sheet] = {
    let own = try? [
      Sheet(.orthographic, center: Coordinate(latitude: 35, longitude: 150)),
      Sheet(.equalEarth, center: Coordinate(latitude: 0, longitude: 150)),
      Sheet(.albers, center: Coordinate(latitude: 40, longitude: -96), parallels: (29.5, 45.5)),
      Sheet(.lambertAzimuthal, center: Coordinate(latitude: -90, longitude: 0)),
      Sheet(.lambertAzimuthal, center: Coordinate(latitude: 52, longitude: 10)),
    ]
    let areas = try? [
      nil, nil, nil, BoundingBox(west: -180, south: -90, east: 180, north: -60),
      BoundingBox(west: -35, south: 24, east: 45, north: 84),
    ]
    return zip(own ?? [], areas ?? []).compactMap { sheet, area in
      try? Sheet(OwnSystem(sheet: sheet, area: area))
    }
  }()

  /// Equal Earth's equator reaches 2√3 · π / (3 · 1.340264) radii to either side (Šavrič, Patterson, Jenny 2018).
  @Test func `boxes what it shows of lines and rings with what lies between their positions`() throws {
    let sheet = try Sheet(.equalEarth, center: Coordinate(latitude: 0, longitude: 11))
    let radii: Double = 2 * 3.0.squareRoot() * Double.pi / (3 * 1.340264)
    let half = radii / (2 * Double.pi) * 360
    func line(_ places: [(Double, Double)]) -> [Coordinate] {
      places.map { Coordinate(latitude: $0.1, longitude: $0.0) }
    }
    let equator = try #require(sheet.box(ofLines: [line([(-180, 0), (180, 0)])], rings: []))
    #expect(abs(equator.longitudes.width - 2 * half) < 1e-6)
    #expect(abs(equator.south) < 1e-9 && abs(equator.north) < 1e-9)
    let world = line([(-180, -60), (180, -60), (180, 70), (-180, 70), (-180, -60)])
    let box = try #require(sheet.box(ofLines: [], rings: [world]))
    // Its edges are followed to a ten thousandth of the world.
    #expect(abs(box.longitudes.width - 2 * half) < 0.036)
    // A globe shows a hemisphere of it, whose edge is one radius from the middle.
    let globe = try Sheet(.orthographic, center: Coordinate(latitude: 0, longitude: 20))
    let disc = try #require(globe.box(ofLines: [line([(-180, 0), (180, 0)])], rings: []))
    #expect(abs(disc.longitudes.width - 360 / .pi) < 0.01)
    expect(globe.box(ofLines: [line([(-170, 5), (-165, 5)])], rings: []), equals: nil)
  }

  @Test func `shows of a system what comes back from its plane, about its area of use`() throws {
    let sheets = Self.systems
    try #require(sheets.count == 5)
    func shows(_ sheet: Sheet, _ places: [(Double, Double)]) -> [Bool] {
      places.map { sheet.worldPoint(Coordinate(latitude: $0.1, longitude: $0.0)) != nil }
    }
    // Nearly all of a hemisphere, all of the world, and of the cone all but what is torn at the pole.
    expect(
      shows(sheets[0], [(150, 35), (150, -54), (150, -56), (-30, -35)]), equals: [true, true, false, false])
    expect(shows(sheets[1], [(-29, 10), (-31, -80), (0, 90), (10, -90)]), equals: [true, true, true, true])
    expect(shows(sheets[2], [(-96, 40), (-150, 60), (-60, 10)]), equals: [true, true, true])
    expect(shows(sheets[3], [(0, -90), (180, -51), (77, -49)]), equals: [true, true, false])
    expect(
      shows(sheets[4], [(-44, 50), (-46, 50), (54, 15), (56, 15), (0, 89), (0, 13)]),
      equals: [
        true, false, true, false, true, false,
      ])
    for sheet in sheets {
      for place in [(150.0, 35.0), (-100, 40), (0, -80), (10, 52)] {
        let place = Coordinate(latitude: place.1, longitude: place.0)
        guard let point = sheet.worldPoint(place) else { continue }
        let back = try #require(sheet.coordinate(point))
        #expect(abs(back.latitude - place.latitude) < 1e-8)
        #expect(abs(back.longitude - place.longitude) < 1e-8)
      }
    }
  }

  @Test func `has of a system an edge that is smooth to a tolerance`() throws {
    for sheet in Self.systems {
      let edge = SheetCutter(sheet, tolerance: 1e-4).outline.points
      let fine = SheetCutter(sheet, tolerance: 1e-7).outline.points
      for point in fine {
        let nearest = zip(edge, edge.dropFirst()).map { a, b in
          let (x, y) = (b.x - a.x, b.y - a.y)
          let length = x * x + y * y
          let share = length > 0 ? min(1, max(0, ((point.x - a.x) * x + (point.y - a.y) * y) / length)) : 0
          return hypot(point.x - a.x - share * x, point.y - a.y - share * y)
        }.min()
        #expect(nearest ?? 1 < 2e-4)
      }
    }
  }

  @Test func `gives cells back as rings in degrees`() throws {
    var random = Seeded(seed: 33)
    var count = 0
    for sheet in Self.sheets {
      for _ in 0..<20 {
        let (x, y) = (random.number(in: 0.1...0.9), random.number(in: 0.1...0.9))
        let side = random.number(in: 0.01...0.15)
        let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map {
          WorldPoint(x: x + $0.0 * side, y: y + $0.1 * side)
        }
        let ring = sheet.ring(of: corners)
        guard let first = ring.first else { continue }
        let closed = EvenOddRings([(ring + [first]).map { SIMD2($0.longitude, $0.latitude) }])
        for _ in 0..<40 {
          let share = (random.number(in: -0.6...1.6), random.number(in: -0.6...1.6))
          // What is near the edges is cut a little off: each is followed in eight steps.
          guard [share.0, share.1].allSatisfy({ abs($0) > 0.06 && abs($0 - 1) > 0.06 }),
            let place = sheet.coordinate(WorldPoint(x: x + share.0 * side, y: y + share.1 * side)),
            abs(place.latitude) < 80
          else { continue }
          let isInside = [share.0, share.1].allSatisfy((0...1).contains)
          let isHeld = (-2...2).contains {
            closed.holds(place.longitude + 360 * Double($0), place.latitude) == true
          }
          expect(isHeld, equals: isInside, "\(sheet.projection) \(x) \(y) \(side) \(share) \(ring)")
          count += 1
        }
      }
    }
    #expect(count > 1000)
  }

  /// Stars about places, rings that hold a pole as data has them, and the whole Earth.
  private func rings(_ random: inout Seeded) -> [[Coordinate]] {
    var rings: [[Coordinate]] = [
      [(-180, -90), (180, -90), (180, -60), (40, -75), (-60, -62), (-180, -60), (-180, -90)],
      [(-180, 90), (-180, 55), (-20, 70), (100, 40), (180, 55), (180, 90), (-180, 90)],
      [(-180, -90), (180, -90), (180, 90), (-180, 90), (-180, -90)],
    ].map { $0.map { Coordinate(latitude: Double($0.1), longitude: Double($0.0)) } }
    for _ in 0..<12 {
      let (longitude, latitude) = (random.number(in: -180...180), random.number(in: -50...50))
      let corners = (0..<9).map { corner in
        let (angle, reach) = (Double(corner) * 0.698, random.number(in: 3...38))
        return Coordinate(
          latitude: latitude + reach * sin(angle), longitude: longitude + 2 * reach * cos(angle))
      }
      rings.append(corners + corners.prefix(1))
    }
    return rings
  }

  @Test(arguments: sheets + systems)
  func `is filled by a ring where that holds the place`(sheet: Sheet) throws {
    var random = Seeded(seed: 7)
    let cutter = SheetCutter(sheet, tolerance: 1e-6)
    for (number, ring) in rings(&random).enumerated() {
      let cut = EvenOddRings(cutter.rings(of: ring).map { $0.points.map { SIMD2($0.x, $0.y) } })
      let plane = EvenOddRings(
        (-2...2).map { turn in ring.map { SIMD2($0.longitude + 360 * Double(turn), $0.latitude) } })
      for _ in 0..<150 {
        let place = Coordinate(
          latitude: random.number(in: -89...89), longitude: random.number(in: -180...180))
        // Beside an edge both answers may be right.
        let answers = [(0.0, 0.0), (0.3, 0), (-0.3, 0), (0, 0.3), (0, -0.3)].map {
          plane.holds(place.longitude + $0.0, place.latitude + $0.1)
        }
        guard let point = sheet.worldPoint(place), Set(answers).count == 1 else { continue }
        expect(
          cut.holds(point.x, point.y), equals: answers[0],
          "ring \(number), \(place.longitude) \(place.latitude)")
      }
    }
  }

  @Test(arguments: sheets + systems)
  func `has no edge of an area or line that runs across it`(sheet: Sheet) throws {
    var random = Seeded(seed: 11)
    let cutter = SheetCutter(sheet, tolerance: 1e-4)
    for ring in rings(&random) {
      for path in cutter.rings(of: ring) + cutter.pieces(of: ring) {
        let lengths = zip(path.points, path.points.dropFirst()).map { hypot($1.x - $0.x, $1.y - $0.y) }
        // Meridians of a conformal cone are straight, and infinitely long toward the other pole.
        guard sheet.projection != .lambertConformal else { continue }
        #expect(lengths.allSatisfy { $0 < 0.13 }, "\(lengths.max() ?? 0)")
      }
    }
  }

  @Test(arguments: [Projection.equalEarth, .mollweide, .albers, .lambertAzimuthal])
  func `keeps areas to a millionth`(projection: Projection) throws {
    let sheet = try Sheet(
      projection, center: Coordinate(latitude: 40, longitude: 5),
      parallels: projection == .albers ? (29.5, 45.5) : nil)
    for corners in [
      [(10.0, 20.0), (11, 20), (11, 21), (10, 21)], [(-60, -10), (40, 5), (80, 60), (-20, 75)],
    ] {
      var (area, onGlobe) = (0.0, 0.0)
      for (from, to) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
        let count = Int(max(abs(to.0 - from.0), abs(to.1 - from.1)) / 0.01)
        func place(_ step: Int) -> Coordinate {
          let share = Double(step) / Double(count)
          return Coordinate(
            latitude: from.1 + (to.1 - from.1) * share, longitude: from.0 + (to.0 - from.0) * share)
        }
        for step in 0..<count {
          let (a, b) = (place(step), place(step + 1))
          let (one, other) = (try #require(sheet.worldPoint(a)), try #require(sheet.worldPoint(b)))
          area += ((other.x - one.x) * (one.y + other.y - 1)) / 2 * 4 * .pi * .pi
          let (south, north) = (a.latitude * .pi / 180, b.latitude * .pi / 180)
          // Simpson's rule for the integral of the sine.
          let sine = (sin(south) + 4 * sin((south + north) / 2) + sin(north)) / 6
          onGlobe -= sine * (b.longitude - a.longitude) * .pi / 180
        }
      }
      #expect(abs(abs(area) / abs(onGlobe) - 1) < 1e-6)
    }
  }

  @Test(arguments: [Projection.equirectangular, .equalEarth, .naturalEarth, .robinson, .mollweide, .albers])
  func `finds many places as it finds each`(projection: Projection) throws {
    let sheet = try Sheet(
      projection, center: Coordinate(latitude: 40, longitude: 150),
      parallels: projection.isConic ? (20, 50) : nil)
    var random = Seeded(seed: 3)
    let places = CoordinateTable(
      (0..<70_000).map { _ in
        Coordinate(latitude: random.number(in: -90...90), longitude: random.number(in: -180...180))
      })
    let found = sheet.planar(places, rows: 0..<places.count, by: sheet.lookup(for: places.count)).table
    try #require(found.count == places.count)
    var farthest = 0.0
    for row in 0..<places.count {
      let exact = try #require(sheet.planar(places[row]))
      let (east, north) = (found[row].longitude - exact.longitude, found[row].latitude - exact.latitude)
      farthest = max(farthest, abs(east), abs(north))
    }
    #expect(farthest < 1e-9)
  }

  @Test func `shows lines that cross the antimeridian at both of its ends`() throws {
    let sheet = try Sheet(.equalEarth, center: Coordinate(latitude: 0, longitude: 0))
    let line = [Coordinate(latitude: 0, longitude: 170), Coordinate(latitude: 10, longitude: 190)]
    let pieces = SheetCutter(sheet, tolerance: 1e-5).pieces(of: line)
    try #require(pieces.count == 2)
    // Where the line is cut lies 5° north on both sides.
    let ends = [pieces[0].points.last, pieces[1].points.first].compactMap { $0.flatMap(sheet.coordinate) }
    try #require(ends.count == 2)
    #expect(abs(ends[0].latitude - 5) < 1e-6)
    #expect(abs(ends[1].latitude - 5) < 1e-6)
  }

  @Test(arguments: [(-30.0, 30.0), (40, 20), (95, 98)])
  func `is none with parallels that make no cone`(south: Double, north: Double) {
    #expect(throws: GeometryError.noCone(south: south, north: north)) {
      try Sheet(.albers, center: Coordinate(latitude: 0, longitude: 0), parallels: (south, north))
    }
  }

  @Test func `goes over from a globe to Mercator's plane`() throws {
    let center = Coordinate(latitude: 52, longitude: 13)
    func sheet(_ flatness: Double) throws -> Sheet {
      // The eye is as far away as at zoom 11 from a picture 768 points high.
      try Sheet(
        .verticalPerspective, center: center, distance: 1.0068, magnification: 1 / cos(52 * Double.pi / 180),
        flatness: flatness)
    }
    let (globe, flat, half) = (try sheet(0), try sheet(1), try sheet(0.5))
    let middle = WorldPoint(center)
    for east in stride(from: -0.5, through: 0.5, by: 0.125) {
      for north in stride(from: -0.3, through: 0.3, by: 0.1) {
        let place = Coordinate(latitude: 52 + north, longitude: 13 + east)
        let points = try [globe, flat, half].map { try #require($0.worldPoint(place)) }
        let plane = WorldPoint(place)
        #expect(abs(points[1].x - 0.5 - (plane.x - middle.x)) < 1e-14)
        #expect(abs(points[1].y - 0.5 - (plane.y - middle.y)) < 1e-14)
        #expect(abs(points[2].x - (points[0].x + points[1].x) / 2) < 1e-15)
        #expect(abs(points[2].y - (points[0].y + points[1].y) / 2) < 1e-15)
        let back = try #require(half.coordinate(points[2]))
        #expect(abs(back.latitude - place.latitude) < 1e-9)
        #expect(abs(back.longitude - place.longitude) < 1e-9)
        // A pixel of a picture 1024 points wide at zoom 11.
        let jump = hypot(points[0].x - points[1].x, points[0].y - points[1].y) * 512 * 2048
        if abs(east) < 0.175, abs(north) < 0.1 { #expect(jump < 1.5) }
      }
    }
    expect(half.coordinate(WorldPoint(x: 0.9, y: 0.5)), equals: nil)
  }

  @Test func `is none of a globe from near about a pole`() {
    #expect(throws: GeometryError.centerAtPole("vertical-perspective")) {
      try Sheet(.verticalPerspective, center: Coordinate(latitude: 90, longitude: 0))
    }
  }

  /// The equator of Equal Earth is 5.41 radii long, 0.861 of the square; a band across half a turn takes all of it.
  @Test(arguments: [0.0, 11, 150, -100]) func `takes boxes across its edge whole`(meridian: Double) throws {
    let sheet = try Sheet(.equalEarth, center: Coordinate(latitude: 0, longitude: meridian))
    let boxes = [(-180.0, 180.0, -90.0, 90.0), (meridian + 170, meridian - 170, -60, 60)]
    for (west, east, south, north) in boxes {
      let box = try BoundingBox(west: west, south: south, east: east, north: north)
      let planar = try #require(sheet.planar(box))
      #expect(abs(planar.longitudes.width / 360 - 0.8615) < 0.001, "\(planar)")
    }
  }
}

@Suite struct `A turned view of a sheet` {
  private let size = ScreenSize(width: 1024, height: 768)

  private func fitted(_ sheet: Sheet, _ bearing: Double, to box: BoundingBox? = nil) throws -> Viewport {
    let world = try BoundingBox(west: -180, south: -90, east: 180, north: 90)
    let box = try #require(box ?? sheet.planar(world))
    return try .fitting(
      box, size: size, padding: Padding(20), bearing: bearing, around: sheet.outline(in: box))
  }

  @Test(
    arguments: [Projection.equalEarth, .winkelTripel, .mollweide, .albers], [20.0, 50, 90, 130, 200, 315])
  func `shows its whole outline, and no more than that`(projection: Projection, bearing: Double) throws {
    let sheet = try Sheet(
      projection, center: Coordinate(latitude: 40, longitude: 11),
      parallels: projection.isConic ? (20, 50) : nil)
    let view = try fitted(sheet, bearing)
    var (least, greatest) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    for point in SheetCutter(sheet, tolerance: 1e-5).outline.points {
      let place = view.project(point)
      (least, greatest) = (
        pointwiseMin(least, SIMD2(place.x, place.y)), pointwiseMax(greatest, SIMD2(place.x, place.y))
      )
    }
    // A quarter of a point for the curve between the outline's points.
    #expect(least.min() > 19.7, "\(least) \(greatest)")
    #expect(greatest.x < 1004.3, "\(least) \(greatest)")
    #expect(greatest.y < 748.3, "\(least) \(greatest)")
    #expect(abs(least.x - 20) < 0.3 || abs(least.y - 20) < 0.3)
    #expect(abs(least.x + greatest.x - 1024) < 0.5)
    #expect(abs(least.y + greatest.y - 768) < 0.5)
  }

  @Test(arguments: [10.0, 45, 50, 123, 270]) func `of a disc is as close as with north up`(bearing: Double)
    throws
  {
    for projection in [Projection.lambertAzimuthal, .stereographic, .orthographic] {
      let sheet = try Sheet(projection, center: Coordinate(latitude: 30, longitude: 11))
      let outline = SheetCutter(sheet, tolerance: 1e-5).outline.points
      let planar = CoordinateTable(outline.map(\.coordinate))
      let box = try #require(Sheet.box(ofPlanar: planar))
      let (upright, turned) = (try fitted(sheet, 0, to: box), try fitted(sheet, bearing, to: box))
      #expect(abs(upright.zoom - turned.zoom) < 0.003, "\(projection)")
    }
  }

  @Test func `shows a box within the sheet whole`() throws {
    let sheet = try Sheet(.equalEarth, center: Coordinate(latitude: 0, longitude: 0))
    let box = try #require(sheet.planar(BoundingBox(west: -10, south: 20, east: 30, north: 50)))
    let view = try fitted(sheet, 30, to: box)
    let plain = try Viewport.fitting(box, size: size, padding: Padding(20), bearing: 30)
    #expect(abs(view.zoom - plain.zoom) < 1e-9)
    #expect(abs(view.center.longitude - plain.center.longitude) < 1e-9)
  }
}

/// A sheet of ours in place of a system of PROJ.
private final class OwnSystem: PlanarSystem {
  let sheet: Sheet
  let area: BoundingBox?
  let isGeographic = false
  var definition: String { sheet.name }
  var origin: Coordinate { sheet.center }

  init(sheet: Sheet, area: BoundingBox?) { (self.sheet, self.area) = (sheet, area) }

  func point(_ place: Coordinate) -> SIMD2<Double>? {
    sheet.worldPoint(place).map { SIMD2($0.x - 0.5, 0.5 - $0.y) * 2 * .pi }
  }

  func coordinate(_ point: SIMD2<Double>) -> Coordinate? {
    sheet.coordinate(WorldPoint(x: 0.5 + point.x / (2 * .pi), y: 0.5 - point.y / (2 * .pi)))
  }
}
