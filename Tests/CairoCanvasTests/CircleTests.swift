import CairoCanvas
import Drawing
import Foundation
import TestSupport
import Testing

@Suite struct `Circles` {
  @Test(arguments: [0.5, 1, 2.3, 4, 7.9, 8.1, 13.5, 31, 60, 140, 255])
  func `a disc covers πr², wherever its middle is`(radius: Double) throws {
    for offset in [0.0, 0.25, 0.5, 0.77] {
      let side = (2 * radius).rounded(.up) + 6
      let circle = Circle(
        center: Point(x: side / 2 + offset, y: side / 2 - offset), radius: radius, fill: .black)
      let bitmap = try CairoCanvas.bitmap(of: Pictures.scene(.circle(circle), size: side))
      let area = Double.pi * radius * radius
      // Rounding to 8 bits leaves at most half a level a pixel on the edge.
      #expect(
        abs(bitmap.ink - area) < 0.015 * 2 * Double.pi * radius + 0.1, "radius \(radius), offset \(offset)")
      // The middle of so few pixels proves little about smaller ones.
      guard radius >= 2 else { continue }
      let middle = bitmap.inkCenter
      #expect(hypot(middle.x - circle.center.x, middle.y - circle.center.y) < 0.02)
    }
  }

  @Test func `every pixel of a disc is the share that lies inside`() throws {
    var random = Seeded(seed: 7)
    for _ in 0..<8 {
      let radius = Double.random(in: 1...15, using: &random)
      let center = Point(x: .random(in: 16...24, using: &random), y: .random(in: 16...24, using: &random))
      let bitmap = try CairoCanvas.bitmap(
        of: Pictures.scene(.circle(Circle(center: center, radius: radius, fill: .black))))
      for y in 0..<40 {
        for x in 0..<40 {
          // Cairo samples a pixel on a grid of 15 by 17: a share is right to about half a row.
          #expect(abs(Double(255 - bitmap[x, y].red) - 255 * share(x, y, center, radius)) <= 12)
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
    let circle = Circle(
      center: Point(x: 20, y: 20), radius: 10, fill: Pictures.red, strokeWidth: 3, stroke: Pictures.blue)
    let bitmap = try CairoCanvas.bitmap(of: Pictures.scene(.circle(circle)))
    #expect(bitmap[28, 20] == (255, 0, 0, 255))
    #expect(bitmap[30, 20].blue > 250)
    #expect(bitmap[32, 20].blue > 250)
    #expect(bitmap[33, 20].red > 200)
  }

  @Test(arguments: [1.0, 0.5])
  func `no seam shows between disc and ring of one color`(alpha: Double) throws {
    let gray = Color(red: 0, green: 0, blue: 0, alpha: alpha)
    func drawn(_ circle: Circle) throws -> Bitmap {
      try CairoCanvas.bitmap(of: Pictures.scene(.circle(circle)))
    }
    let center = Point(x: 20.3, y: 19.6)
    let ringed = try drawn(Circle(center: center, radius: 9, fill: gray, strokeWidth: 4, stroke: gray))
    let whole = try drawn(Circle(center: center, radius: 13, fill: gray))
    for y in 0..<40 {
      for x in 0..<40 { #expect(ringed[x, y].red.distance(to: whole[x, y].red).magnitude <= 1) }
    }
  }

  @Test func `where disc and ring are translucent nothing is counted twice`() throws {
    let circle = Circle(
      center: Point(x: 20, y: 20), radius: 10, fill: Color(red: 1, green: 0, blue: 0, alpha: 0.5),
      strokeWidth: 5,
      stroke: Color(red: 0, green: 0, blue: 1, alpha: 0.5))
    let bitmap = try CairoCanvas.bitmap(of: Pictures.scene(.circle(circle), background: nil))
    for x in 6..<34 { #expect(bitmap[x, 20].alpha.distance(to: 128).magnitude <= 1, "at \(x)") }
  }

  @Test func `a ring alone leaves its middle free`() throws {
    let circle = Circle(
      center: Point(x: 20, y: 20), radius: 8, fill: .transparent, strokeWidth: 2, stroke: .black)
    let bitmap = try CairoCanvas.bitmap(of: Pictures.scene(.circle(circle)))
    #expect(bitmap[20, 20].red == 255)
    #expect(abs(bitmap.ink - Double.pi * (100 - 64)) < 0.5)
  }

  @Test func `blur fades from the edge inwards, half way at half its width`() throws {
    let circle = Circle(center: Point(x: 20, y: 20), radius: 16, fill: .black, blur: 0.5)
    let bitmap = try CairoCanvas.bitmap(of: Pictures.scene(.circle(circle)))
    #expect(bitmap[20, 20].red == 0)
    #expect(bitmap[26, 20].red < 10)
    // At 12 of 16 points the fade over 8 points is half done.
    #expect(Int(bitmap[31, 20].red).distance(to: 109).magnitude < 25)
    #expect(bitmap[36, 20].red == 255)
    let steps = (20..<37).map { bitmap[$0, 20].red }
    #expect(steps == steps.sorted())
  }

  @Test func `discs beyond the edge are cut, and large ones drawn by Cairo agree`() throws {
    let cut = Circle(center: Point(x: 0, y: 40), radius: 12, fill: .black)
    let bitmap = try CairoCanvas.bitmap(of: Pictures.scene(.circle(cut)))
    #expect(abs(bitmap.ink - Double.pi * 36) < 0.3)
    let large = Circle(center: Point(x: 300, y: 300), radius: 280, fill: .black)
    let area = try CairoCanvas.bitmap(of: Pictures.scene(.circle(large), size: 600)).ink
    #expect(abs(area / (Double.pi * 280 * 280) - 1) < 0.001)
  }

  @Test func `in a translucent layer discs land where they belong`() throws {
    let circle = Circle(center: Point(x: 12.5, y: 30.5), radius: 6, fill: .black)
    let whole = try CairoCanvas.bitmap(of: Pictures.scene(.circle(circle)))
    let half = try CairoCanvas.bitmap(of: Pictures.scene(.circle(circle), opacity: 0.5))
    #expect(abs(half.ink * 2 - whole.ink) < 1)
    #expect(half.inkCenter.y.distance(to: 30.5).magnitude < 0.05)
  }

  @Test func `a crowd is drawn within an eighth of a pixel of where it is`() throws {
    var random = Seeded(seed: 5)
    let fill = Color(red: 0, green: 0, blue: 0, alpha: 0.8)
    var circles: [Circle] = []
    for index in 0..<1_000 {
      let x = Double.random(in: -3...83, using: &random)
      let y = Double.random(in: -3...83, using: &random)
      let color = index % 3 == 0 ? Pictures.red : fill
      circles.append(
        Circle(
          center: Point(x: x, y: y), radius: index % 2 == 0 ? 3 : 2.5, fill: color, strokeWidth: 1,
          stroke: .white))
    }
    let snapped = circles.map { circle in
      var circle = circle
      circle.center.x = (circle.center.x * 4).rounded() / 4
      circle.center.y = (circle.center.y * 4).rounded() / 4
      return circle
    }
    func drawn(_ layers: [[Circle]]) throws -> Bitmap {
      var scene = Pictures.scene(size: 80)
      scene.layers = layers.map { SceneLayer(id: "c", marks: $0.map { Mark(.circle($0)) }) }
      return try CairoCanvas.bitmap(of: scene)
    }
    // Two layers of 500 are no crowds, so that every circle is drawn by itself.
    let crowd = try drawn([circles])
    let alone = try drawn([Array(snapped[..<500]), Array(snapped[500...])])
    for y in 0..<80 {
      for x in 0..<80 {
        #expect(crowd[x, y].red.distance(to: alone[x, y].red).magnitude <= 3, "at \(x), \(y)")
      }
    }
  }

  @Test func `kinds beyond those remembered are drawn all the same`() throws {
    var circles: [Circle] = []
    for index in 0..<1_000 {
      let center = Point(x: 5 + Double(index % 10) * 8, y: 5 + Double(index / 10 % 10) * 8)
      circles.append(Circle(center: center, radius: 1 + Double(index % 100) / 50, fill: .black))
    }
    var scene = Pictures.scene(size: 88)
    scene.layers = [SceneLayer(id: "c", marks: circles.map { Mark(.circle($0)) })]
    let bitmap = try CairoCanvas.bitmap(of: scene)
    for circle in circles { #expect(bitmap[Int(circle.center.x), Int(circle.center.y)].red < 60) }
  }

  @Test func `a crowd of many kinds that come again looks as if each were drawn by itself`() throws {
    var circles: [Circle] = []
    for index in 0..<2_000 {
      // In quarters of a pixel, where nothing has to be moved.
      let center = Point(x: Double(index * 7 % 360) / 4, y: Double(index * 11 % 352) / 4)
      let shade = Double(index % 5) / 5
      circles.append(
        Circle(
          center: center, radius: 2 + Double(index % 40) / 16,
          fill: Color(red: shade, green: 0.5, blue: 1 - shade, alpha: 1), strokeWidth: 1, stroke: .white))
    }
    var crowd = Pictures.scene(size: 88)
    crowd.layers = [SceneLayer(id: "c", marks: circles.map { Mark(.circle($0)) })]
    var alone = Pictures.scene(size: 88)
    alone.layers = stride(from: 0, to: 2_000, by: 500).map { start in
      SceneLayer(id: "c", marks: circles[start..<(start + 500)].map { Mark(.circle($0)) })
    }
    let (a, b) = (try CairoCanvas.bitmap(of: crowd), try CairoCanvas.bitmap(of: alone))
    for y in 0..<88 {
      for x in 0..<88 {
        #expect(a[x, y].red.distance(to: b[x, y].red).magnitude <= 3, "at \(x), \(y)")
        #expect(a[x, y].blue.distance(to: b[x, y].blue).magnitude <= 3, "at \(x), \(y)")
      }
    }
  }
}
