import CCairo
import Drawing
import Foundation
import TestSupport
import Testing

@testable import CairoCanvas

/// Areas and lines that we draw into pixels ourselves, held against counting and against Cairo.
@Suite struct `Coverage of pixels` {
  private static let side = 24
  private static let samples = 12

  /// The share of each pixel that lies within, by counting a grid of places in it.
  private func counted(_ isInside: (Double, Double) -> Bool) -> [Double] {
    let (side, samples) = (Self.side, Self.samples)
    return (0..<side * side).map { pixel in
      var count = 0
      for sample in 0..<samples * samples {
        let x = Double(pixel % side) + (Double(sample % samples) + 0.5) / Double(samples)
        let y = Double(pixel / side) + (Double(sample / samples) + 0.5) / Double(samples)
        if isInside(x, y) { count += 1 }
      }
      return Double(count) / Double(samples * samples)
    }
  }

  private func drawn(_ shape: Shape) throws -> [Double] {
    let bitmap = try Pictures.drawn(shape, size: Double(Self.side))
    return (0..<Self.side * Self.side).map { pixel in
      Double(255 - bitmap[pixel % Self.side, pixel / Self.side].red) / 255
    }
  }

  @Test(arguments: 0..<6)
  func `is the area within, by the even-odd rule`(seed: UInt64) throws {
    var random = Seeded(seed: 400 + seed)
    // Beyond the picture on all sides, too.
    let corners = (0..<3 + Int(seed)).map { _ in
      Point(x: random.number(in: -10...35), y: random.number(in: -10...35))
    }
    let found = try drawn(.area(Pictures.path(corners, isClosed: true)))
    let expected = counted { x, y in
      var isInside = false
      for (a, b) in zip(corners, corners.dropFirst() + [corners[0]])
      where (a.y > y) != (b.y > y) {
        let crossing: Double = (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x
        if x < crossing { isInside.toggle() }
      }
      return isInside
    }
    let off: [Double] = zip(found, expected).map { abs($0 - $1) }
    let (ink, area): (Double, Double) = (found.reduce(0, +), expected.reduce(0, +))
    // Where edges cross in a pixel the sum of areas is not the area of the sum.
    #expect(off.count { $0 > 0.07 } <= Int(seed) * 4, "\(off.max() ?? 0)")
    #expect(abs(ink - area) < 0.01 * area + 1, "\(ink) of \(area)")
  }

  @Test(arguments: [0.3, 2.5, 6])
  func `of a round pen is what lies within its reach`(width: Double) throws {
    var random = Seeded(seed: 77)
    for corners in 2...4 {
      let points = (0..<corners).map { _ in
        Point(x: random.number(in: 3...21), y: random.number(in: 3...21))
      }
      let path = Pictures.path(points)
      let found = try drawn(.stroke(Stroke(path, .color(.black), width: width, cap: .round, join: .round)))
      let expected = counted { x, y in
        zip(points, points.dropFirst()).contains { a, b in
          let (wayX, wayY): (Double, Double) = (b.x - a.x, b.y - a.y)
          let along: Double = (x - a.x) * wayX + (y - a.y) * wayY
          let share: Double = min(1, max(0, along / (wayX * wayX + wayY * wayY)))
          let (offX, offY): (Double, Double) = (x - a.x - share * wayX, y - a.y - share * wayY)
          return offX * offX + offY * offY < width * width / 4
        }
      }
      let off: [Double] = zip(found, expected).map { abs($0 - $1) }
      #expect(off.count { $0 > 0.1 } <= 4 * corners, "\(corners) corners: \(off.max() ?? 0)")
      let (ink, area) = (found.reduce(0, +), expected.reduce(0, +))
      #expect(abs(ink - area) < 0.02 * area + 1, "\(ink) of \(area)")
    }
  }

  /// The same marks as Cairo draws them.
  private func cairo(_ scene: Scene) throws -> Bitmap {
    let surface = try CairoSurface.pixels(
      CAIRO_FORMAT_RGB24, width: Int(scene.size.width * scene.scale),
      height: Int(scene.size.height * scene.scale))
    try surface.draw("drawing") { context throws(CanvasError) in
      try ScenePainter(context, scene: scene, scale: scene.scale, isRaster: false).paint(scene)
    }
    return try CairoCanvas.bitmap(of: surface)
  }

  @Test(
    arguments: [Stroke.Cap.butt, .round, .square].flatMap { cap in
      [Stroke.Join.miter, .round, .bevel].map { (cap, $0) }
    })
  func `of a line is Cairo's, with every cap and join`(cap: Stroke.Cap, join: Stroke.Join) throws {
    let lines = [
      Pictures.line((5, 8), (30, 12), (12, 30), (40, 42)), Pictures.line((6, 40), (6.1, 40), (20, 44)),
      Pictures.line((30, 6), (44, 6), (30, 6.5)), Pictures.line((20, 20), (20, 20)),
    ]
    var ring = Pictures.line((34, 18), (45, 20), (40, 32))
    ring.close()
    for path in lines + [ring] {
      for width in [0.75, 3, 8] {
        let stroke = Stroke(path, .color(.black), width: width, cap: cap, join: join, miterLimit: 4)
        let scene = Pictures.scene(.stroke(stroke), size: 48, scale: 2)
        let (ours, theirs) = (try CairoCanvas.bitmap(of: scene), try cairo(scene))
        let off: [Int] = zip(ours.pixels, theirs.pixels).map { abs(Int($0) - Int($1)) }
        #expect(off.count { $0 > 40 } <= 3 * 20, "width \(width), \(off.max() ?? 0)")
        // Where a line turns back upon itself within a pixel, what covers it twice is added up.
        #expect(abs(ours.ink - theirs.ink) < 0.02 * theirs.ink + 5, "width \(width)")
      }
    }
  }

  @Test(arguments: [5, 8, 40])
  func `of a thin line with round bends is its length times its width`(corners: Int) throws {
    let ring = (0..<corners).map { corner in
      let angle = 2 * Double.pi * Double(corner) / Double(corners)
      return Point(x: 11.8 + 9 * cos(angle), y: 12.1 + 9 * sin(angle))
    }
    let shares = try drawn(
      .stroke(Stroke(Pictures.path(ring, isClosed: true), .color(.black), width: 0.75, join: .round)))
    let length = Double(corners) * 2 * 9 * sin(Double.pi / Double(corners))
    #expect(abs(shares.reduce(0, +) - 0.75 * length) < 0.004 * length)
  }

  @Test func `of translucent pieces that cross is that of one area`() throws {
    var path = Pictures.line((5, 24), (43, 24))
    path.append(Pictures.line((24, 5), (24, 43)))
    let half = Color(red: 0, green: 0, blue: 0, alpha: 0.5)
    let bitmap = try Pictures.drawn(.line(path, half, width: 6), size: 48)
    #expect(bitmap[24, 24] == bitmap[10, 24])
    #expect((126...128).contains(bitmap[10, 24].red))
  }

  @Test func `is forgotten once it is laid down`() throws {
    let raster = try #require(CoverageRaster(width: 16, height: 16))
    var pixels = [UInt32](repeating: 0, count: 256)
    let clip = PixelPainter.Clip(columns: 2..<9, rows: 0..<16)
    func lay() {
      pixels.withUnsafeMutableBytes { memory in
        guard let base = memory.bindMemory(to: UInt8.self).baseAddress else { return }
        let target = SurfacePixels(base: base, stride: 64, width: 16, height: 16, hasAlpha: true)
        raster.lay(Color.black.premultiplied, .winding, clip, on: target)
      }
    }
    for (a, b) in [((-5.0, 3.0), (30.0, 9.5)), ((30, 9.5), (4, 40)), ((4, 40), (-5, 3))] {
      raster.addEdge(from: CoverageRaster.position(a.0, a.1), to: CoverageRaster.position(b.0, b.1))
    }
    lay()
    #expect(pixels.contains(0xFF00_0000))
    // Outside of the clip nothing was changed.
    #expect(pixels.indices.allSatisfy { (2..<9).contains($0 % 16) || pixels[$0] == 0 })
    pixels = [UInt32](repeating: 0, count: 256)
    lay()
    #expect(pixels.allSatisfy { $0 == 0 })
  }

  @Test func `leaves pictures that are too large to Cairo`() {
    #expect(CoverageRaster(width: 1 << 13, height: 1 << 13) != nil)
    #expect(CoverageRaster(width: 1 << 14, height: 1 << 13) == nil)
    #expect(CoverageRaster(width: 0, height: 4) == nil)
  }

  @Test func `of an inset is that of its picture alone`() throws {
    let path = Pictures.line((2, 3), (38, 11), (15, 37), (-20, 60))
    let inner = Pictures.scene(.area(path, Pictures.red), .line(path, width: 1.5), scale: 2)
    var outer = Pictures.scene(size: 100, scale: 2, background: .black)
    outer.insets = [Inset(inner, at: Point(x: 30, y: 25))]
    let (alone, together) = (try CairoCanvas.bitmap(of: inner), try CairoCanvas.bitmap(of: outer))
    for y in 0..<80 {
      for x in 0..<80 where alone[x, y] != together[x + 60, y + 50] { Issue.record("\(x), \(y)") }
    }
    for column in [59, 140] { #expect(together[column, 60] == (0, 0, 0, 255)) }
  }

  @Test(arguments: [0.0, 0.25, 0.5, 1])
  func `colors pixels as Pixman does`(alpha: Double) throws {
    let color = Color(red: 0.8, green: 0.3, blue: 0.1, alpha: alpha)
    let path = Pictures.rectangle(4, 4, 20, 20)
    let scene = Pictures.scene(.area(path, color), background: Color(red: 0.2, green: 0.9, blue: 0.5))
    let (ours, theirs) = (try CairoCanvas.bitmap(of: scene), try cairo(scene))
    expect(ours.pixels, equals: theirs.pixels)
  }
}
