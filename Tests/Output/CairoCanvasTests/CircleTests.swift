import CairoCanvas
import Drawing
import Foundation
import TestSupport
import Testing

@Suite struct `Circles` {
  @Test(arguments: [0.5, 1, 2.3, 4, 7.9, 8.1, 13.5, 31, 60, 140, 255])
  func `a disc covers π(r - ½)², wherever its middle is`(radius: Double) throws {
    for offset in [0.0, 0.25, 0.5, 0.77] {
      let side = (2 * radius).rounded(.up) + 6
      let center = Point(x: side / 2 + offset, y: side / 2 - offset)
      let bitmap = try Pictures.drawn(.disc(center.x, center.y, radius), size: side)
      let seen = Self.seen(radius)
      let area = Double.pi * seen * seen
      // Rounding to 8 bits leaves at most half a level a pixel on the edge.
      #expect(
        abs(bitmap.ink - area) < 0.015 * 2 * Double.pi * radius + 0.1, "radius \(radius), offset \(offset)")
      // The middle of so few pixels proves little about smaller ones.
      guard radius >= 2 else { continue }
      let middle = bitmap.inkCenter
      #expect(hypot(middle.x - center.x, middle.y - center.y) < 0.02)
    }
  }

  /// The radius at which half of a pixel is covered: MapLibre's coverage falls to nothing within the last pixel before a
  /// disc's radius.
  private static func seen(_ radius: Double) -> Double { radius - min(0.5, radius / 2) }

  @Test(arguments: [20, 3000])
  func `a run is drawn as its discs one by one`(count: Int) throws {
    let (circle, centers) = Self.crowd(count)
    let run = Pictures.scene(.circles(CircleRun(circle, at: centers)), opacity: 0.6)
    var single = run
    single.layers[0].marks = CircleRun(circle, at: centers).circles.map { DrawItem(.circle($0)) }
    try expect(CairoCanvas.png(of: run), equals: CairoCanvas.png(of: single))
    #expect(try CairoCanvas.bitmap(of: run).ink > 10)
    expect(run.text, equals: single.text)
  }

  @Test(arguments: [1, 0.5])
  func `ready-made discs are laid down as Cairo does`(opacity: Double) throws {
    let (circle, centers) = Self.crowd(1500)
    var scene = Pictures.scene(
      .circles(CircleRun(circle, at: centers)), background: Color(red: 0.9, green: 0.8, blue: 0.3),
      opacity: opacity)
    let plain = try CairoCanvas.bitmap(of: scene)
    // Where a picture ends between pixels, Cairo lays them.
    scene.size.width -= 0.5
    scene.size.height -= 0.5
    let cut = try CairoCanvas.bitmap(
      of: Scene(size: Size(width: 40, height: 40), background: .white, insets: [Inset(scene, at: .zero)]))
    for y in 0..<39 {
      for x in 0..<39 { #expect(plain[x, y] == cut[x, y], "\(x), \(y)") }
    }
  }

  private static func crowd(_ count: Int) -> (circle: Circle, centers: [Point]) {
    var random = Seeded(seed: 12)
    let centers = (0..<count).map { _ in
      Point(x: .random(in: -2...42, using: &random), y: .random(in: -2...42, using: &random))
    }
    let fill = Color(red: 0.1, green: 0.5, blue: 0.8, alpha: 0.3)
    return (Circle(center: .zero, radius: 1.7, fill: fill, strokeWidth: 1, stroke: .white), centers)
  }

  @Test(arguments: [0.9, 0.25, 0])
  func `a translucent disc and its ring share the pixels between them without a seam`(alpha: Double) throws {
    let (center, radius, ring) = (Point(x: 20.3, y: 19.6), 11.4, 1.3)
    let fill = Color(red: 0, green: 0.5, blue: 1, alpha: alpha)
    let stroke = Color(red: 1, green: 0.5, blue: 0, alpha: 0.8)
    let bitmap = try Pictures.drawn(
      .circle(Circle(center: center, radius: radius, fill: fill, strokeWidth: ring, stroke: stroke)))
    for y in 0..<40 {
      for x in 0..<40 {
        let whole = share(x, y, center, radius + ring - 0.5)
        let disc = share(x, y, center, radius - 0.5)
        #expect(abs(Double(255 - bitmap[x, y].red) - 255 * alpha * disc) <= 4)
        #expect(abs(Double(255 - bitmap[x, y].blue) - 255 * 0.8 * (whole - disc)) <= 4)
      }
    }
  }

  @Test func `every pixel of a disc is the share that lies inside`() throws {
    var random = Seeded(seed: 7)
    for _ in 0..<8 {
      let radius = Double.random(in: 1...15, using: &random)
      let center = Point(x: .random(in: 16...24, using: &random), y: .random(in: 16...24, using: &random))
      let bitmap = try Pictures.drawn(.disc(center.x, center.y, radius))
      for y in 0..<40 {
        for x in 0..<40 {
          // Cairo samples a pixel on a grid of 15 by 17: a share is right to about half a row.
          #expect(abs(Double(255 - bitmap[x, y].red) - 255 * share(x, y, center, Self.seen(radius))) <= 12)
        }
      }
    }
  }

  /// The share of a pixel inside a circle, by 64 exact chords.
  private func share(_ x: Int, _ y: Int, _ center: Point, _ radius: Double) -> Double {
    (0..<64).reduce(0.0) { sum, step in
      let dy = Double(y) + (Double(step) + 0.5) / 64 - center.y
      let half = (max(0, radius * radius - dy * dy)).squareRoot()
      let covered = min(Double(x + 1), center.x + half) - max(Double(x), center.x - half)
      return sum + max(0, covered) / 64
    }
  }

  @Test func `the ring lies outside the radius`() throws {
    let bitmap = try Pictures.drawn(.disc(20, 20, 10, Pictures.red, width: 3, stroke: Pictures.blue))
    #expect(bitmap[28, 20] == (255, 0, 0, 255))
    // Half of the last pixel before a radius is what lies beyond.
    #expect(abs(Int(bitmap[29, 20].blue) - 128) < 16)
    #expect(bitmap[30, 20].blue > 250)
    #expect(bitmap[31, 20].blue > 250)
    #expect(abs(Int(bitmap[32, 20].red) - 128) < 16)
    #expect(bitmap[33, 20].red > 250)
  }

  @Test(arguments: [1.0, 0.5])
  func `no seam shows between disc and ring of one color`(alpha: Double) throws {
    let gray = Color(red: 0, green: 0, blue: 0, alpha: alpha)
    let ringed = try Pictures.drawn(.disc(20.3, 19.6, 9, gray, width: 4, stroke: gray))
    #expect(try ringed.distance(to: Pictures.drawn(.disc(20.3, 19.6, 13, gray))) <= 1)
  }

  @Test func `where disc and ring are translucent nothing is counted twice`() throws {
    let (red, blue) = (Pictures.red.multiplyingAlpha(by: 0.5), Pictures.blue.multiplyingAlpha(by: 0.5))
    let bitmap = try Pictures.drawn(.disc(20, 20, 10, red, width: 5, stroke: blue), background: nil)
    for x in 7..<33 { #expect(bitmap[x, 20].alpha.distance(to: 128).magnitude <= 1, "at \(x)") }
  }

  @Test func `a ring alone leaves its middle free`() throws {
    let bitmap = try Pictures.drawn(.disc(20, 20, 8, .transparent, width: 2, stroke: .black))
    expect(bitmap[20, 20].red, equals: 255)
    #expect(abs(bitmap.ink - Double.pi * (9.5 * 9.5 - 7.5 * 7.5)) < 0.5)
  }

  @Test func `blur fades from the edge inwards, half way at half its width`() throws {
    let bitmap = try Pictures.drawn(.disc(20, 20, 16, blur: 0.5))
    expect(bitmap[20, 20].red, equals: 0)
    #expect(bitmap[26, 20].red < 10)
    // At 12 of 16 points the fade over 8 points is half done.
    #expect(Int(bitmap[31, 20].red).distance(to: 109).magnitude < 25)
    expect(bitmap[36, 20].red, equals: 255)
    let steps = (20..<37).map { bitmap[$0, 20].red }
    expect(steps, equals: steps.sorted())
  }

  @Test func `discs beyond the edge are cut, and large ones drawn by Cairo agree`() throws {
    #expect(abs(try Pictures.drawn(.disc(0, 40, 12)).ink - Double.pi * 11.5 * 11.5 / 4) < 0.3)
    let area = try Pictures.drawn(.disc(300, 300, 280), size: 600).ink
    #expect(abs(area / (Double.pi * 279.5 * 279.5) - 1) < 0.001)
  }

  @Test func `in a translucent layer discs land where they belong`() throws {
    let whole = try Pictures.drawn(.disc(12.5, 30.5, 6))
    let half = try Pictures.drawn(.disc(12.5, 30.5, 6), opacity: 0.5)
    #expect(abs(half.ink * 2 - whole.ink) < 1)
    #expect(half.inkCenter.y.distance(to: 30.5).magnitude < 0.05)
  }

  /// The pixels of layers of circles.
  private func drawn(_ layers: [[Circle]], size: Double) throws -> Bitmap {
    var scene = Pictures.scene(size: size)
    scene.layers = layers.map { SceneLayer(id: "c", marks: $0.map { DrawItem(.circle($0)) }) }
    return try CairoCanvas.bitmap(of: scene)
  }

  @Test func `a crowd is drawn within an eighth of a pixel of where it is`() throws {
    var random = Seeded(seed: 5)
    let circles = (0..<1_000).map { index in
      Circle(
        center: Point(x: random.number(in: -3...83), y: random.number(in: -3...83)),
        radius: index % 2 == 0 ? 3 : 2.5,
        fill: index % 3 == 0 ? Pictures.red : Color.black.multiplyingAlpha(by: 0.8), strokeWidth: 1,
        stroke: .white)
    }
    let snapped = circles.map { circle in
      var circle = circle
      circle.center.x = (circle.center.x * 4).rounded() / 4
      circle.center.y = (circle.center.y * 4).rounded() / 4
      return circle
    }
    // Two layers of 500 are no crowds, so that every circle is drawn by itself.
    let alone = try drawn([Array(snapped[..<500]), Array(snapped[500...])], size: 80)
    #expect(try drawn([circles], size: 80).distance(to: alone) <= 3)
  }

  @Test func `kinds beyond those remembered are drawn all the same`() throws {
    let circles = (0..<1_000).map { index in
      let center = Point(x: 5 + Double(index % 10) * 8, y: 5 + Double(index / 10 % 10) * 8)
      return Circle(center: center, radius: 1 + Double(index % 100) / 50, fill: .black)
    }
    let bitmap = try drawn([circles], size: 88)
    for circle in circles { #expect(bitmap[Int(circle.center.x), Int(circle.center.y)].red < 60) }
  }

  @Test func `a crowd of many kinds that come again looks as if each were drawn by itself`() throws {
    let circles = (0..<2_000).map { index in
      // In quarters of a pixel, where nothing has to be moved.
      let center = Point(x: Double(index * 7 % 360) / 4, y: Double(index * 11 % 352) / 4)
      let shade = Double(index % 5) / 5
      return Circle(
        center: center, radius: 2 + Double(index % 40) / 16,
        fill: Color(red: shade, green: 0.5, blue: 1 - shade), strokeWidth: 1, stroke: .white)
    }
    let alone = stride(from: 0, to: 2_000, by: 500).map { Array(circles[$0..<($0 + 500)]) }
    #expect(try drawn([circles], size: 88).distance(to: drawn(alone, size: 88)) <= 3)
  }
}
