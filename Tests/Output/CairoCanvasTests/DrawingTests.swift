import CairoCanvas
import Drawing
import TestSupport
import Testing

@Suite struct `Areas and lines` {
  @Test func `a fill on whole pixels has sharp edges`() throws {
    let bitmap = try Pictures.drawn(.area(Pictures.rectangle(10, 10, 20, 20)))
    expect(bitmap.ink, equals: 400)
    #expect(bitmap[10, 10] == (0, 0, 0, 255))
    #expect(bitmap[9, 10] == (255, 255, 255, 255))
  }

  @Test func `half a covered pixel is half gray`() throws {
    let bitmap = try Pictures.drawn(.area(Pictures.rectangle(10.5, 10, 1, 5)))
    #expect((127...128).contains(bitmap[10, 12].red))
    #expect((127...128).contains(bitmap[11, 12].red))
  }

  @Test func `a ring inside a ring is a hole, whichever way it turns`() throws {
    for reversed in [false, true] {
      var path = Pictures.rectangle(5, 5, 30, 30)
      let corners = [(10.0, 10.0), (30, 10), (30, 30), (10, 30)]
      for (index, (x, y)) in (reversed ? corners.reversed() : corners).enumerated() {
        index == 0 ? path.move(to: Point(x: x, y: y)) : path.line(to: Point(x: x, y: y))
      }
      path.close()
      let bitmap = try Pictures.drawn(.area(path))
      expect(bitmap.ink, equals: 500)
    }
  }

  @Test func `without smoothing every pixel is there or not`() throws {
    let path = Pictures.line((3, 2), (37, 11), (15, 38), (3, 2))
    let bitmap = try Pictures.drawn(.fill(Fill(path, .color(.black), isAntialiased: false)))
    let values = Set((0..<1600).map { bitmap[$0 % 40, $0 / 40].red })
    expect(values, equals: [0, 255])
  }

  @Test func `a line is as wide as its width, at any scale`() throws {
    for scale in [1.0, 2, 3] {
      let stroke = Stroke(Pictures.line((5, 20), (35, 20)), .color(.black), width: 4)
      let bitmap = try Pictures.drawn(.stroke(stroke), scale: scale)
      expect(bitmap.width, equals: Int(40 * scale))
      #expect(abs(bitmap.ink - 120 * scale * scale) < 0.5)
    }
  }

  @Test func `square caps and dashes add and take their lengths`() throws {
    let path = Pictures.line((10, 20), (30, 20))
    func ink(_ stroke: Stroke) throws -> Double {
      try Pictures.drawn(.stroke(stroke)).ink
    }
    #expect(abs(try ink(Stroke(path, .color(.black), width: 2, cap: .square)) - 44) < 0.5)
    #expect(abs(try ink(Stroke(path, .color(.black), width: 2, dashes: [3, 2])) - 24) < 0.5)
    #expect(abs(try ink(Stroke(path, .color(.black), width: 2, dashes: [0, 0])) - 40) < 0.5)
    let dots = Stroke(
      Pictures.line((10, 20), (28, 20)), .color(.black), width: 2, cap: .round, dashes: [0, 4, 0, 6])
    #expect(abs(try ink(dots) - 4 * Double.pi) < 0.5)
  }

  @Test func `marks in a translucent layer do not shine through each other`() throws {
    let scene = Pictures.scene(
      .area(Pictures.rectangle(5, 5, 20, 20), Pictures.red),
      .area(Pictures.rectangle(15, 15, 20, 20), Pictures.blue), opacity: 0.5)
    let bitmap = try CairoCanvas.bitmap(of: scene)
    #expect(bitmap[20, 20] == bitmap[30, 30])
    #expect(bitmap[20, 20].red.distance(to: 127).magnitude <= 1)
    expect(bitmap[20, 20].blue, equals: 255)
  }

  @Test func `a pattern repeats from its origin in both directions`() throws {
    let tile = try #require(
      Bitmap(width: 2, height: 2, pixels: [255, 0, 0, 255, 0, 0, 255, 255, 0, 0, 255, 255, 255, 0, 0, 255]))
    let pattern = Pattern(bitmap: tile, origin: Point(x: 1, y: 0), size: Size(width: 2, height: 2))
    let bitmap = try Pictures.drawn(.fill(Fill(Pictures.rectangle(0, 0, 40, 40), .pattern(pattern))))
    for (x, y) in [(0, 0), (1, 0), (17, 4), (38, 39)] {
      expect(bitmap[x, y].red, equals: ((x + y) % 2 == 1 ? 255 : 0), "at \(x), \(y)")
    }
  }

  @Test func `up to the limit far corners change no pixel`() throws {
    /// The half plane below a slanted line, out to a distance.
    func drawn(_ reach: Double) throws -> Bitmap {
      let (left, right) = (20.1 + 0.7 * (-reach - 20.3), 20.1 + 0.7 * (reach - 20.3))
      let path = Pictures.line((-reach, left), (reach, right), (reach, reach), (-reach, reach))
      return try Pictures.drawn(.area(path))
    }
    try expect(drawn(99_000), equals: drawn(200))
    #expect(throws: CanvasError.self) { try drawn(101_000) }
  }

  @Test func `shapes far outside cost nothing and report nothing`() throws {
    let scene = Pictures.scene(
      .area(Pictures.rectangle(5e6, 5e6, 20, 20)),
      .line(Pictures.line((-9e7, -9e7), (-8e7, -8e7)), width: 3),
      .disc(1e9, 0, 10))
    try expect(CairoCanvas.bitmap(of: scene).ink, equals: 0)
  }
}

@Suite struct `Images` {
  let quarter = Bitmap(
    width: 2, height: 2, pixels: [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255])

  @Test func `pixels drawn at their size come out unchanged`() throws {
    let bitmap = try #require(quarter)
    let mark = ImageMark(bitmap: bitmap, rectangle: Rectangle(x: 4, y: 6, width: 2, height: 2))
    let drawn = try Pictures.drawn(.image(mark))
    #expect(drawn[4, 6] == (255, 0, 0, 255))
    #expect(drawn[5, 6] == (0, 255, 0, 255))
    #expect(drawn[4, 7] == (0, 0, 255, 255))
    #expect(drawn[3, 6] == (255, 255, 255, 255))
  }

  @Test func `a quarter turn moves the upper left corner to the upper right`() throws {
    let bitmap = try #require(quarter)
    let mark = ImageMark(
      bitmap: bitmap, rectangle: Rectangle(x: 10, y: 10, width: 20, height: 20), rotation: 90, isSmooth: false
    )
    let drawn = try Pictures.drawn(.image(mark))
    #expect(drawn[25, 15] == (255, 0, 0, 255))
    #expect(drawn[25, 25] == (0, 255, 0, 255))
    #expect(drawn[15, 15] == (0, 0, 255, 255))
  }

  @Test func `enlarged, squares stay squares and smooth ones pass into each other`() throws {
    let bitmap = try #require(quarter)
    func drawn(_ isSmooth: Bool) throws -> Bitmap {
      try Pictures.drawn(
        .image(
          ImageMark(
            bitmap: bitmap, rectangle: Rectangle(x: 0, y: 0, width: 40, height: 40), isSmooth: isSmooth)))
    }
    #expect(try drawn(false)[19, 5] == (255, 0, 0, 255))
    let mixed = try drawn(true)[19, 5]
    #expect(mixed.red > 100)
    #expect(mixed.green > 80)
    #expect(try drawn(true)[0, 0] == (255, 0, 0, 255))
  }

  @Test func `translucent pixels keep their straight colors`() throws {
    let bitmap = try #require(Bitmap(width: 1, height: 1, pixels: [200, 100, 50, 128]))
    let mark = ImageMark(bitmap: bitmap, rectangle: Rectangle(x: 0, y: 0, width: 40, height: 40))
    let drawn = try Pictures.drawn(.image(mark), background: nil)[20, 20]
    expect(drawn.alpha, equals: 128)
    #expect(drawn.red.distance(to: 200).magnitude <= 1)
    #expect(drawn.green.distance(to: 100).magnitude <= 1)
  }

  @Test(arguments: [1, 1.5, 2])
  func `lays a picture upon another as it is alone, and cuts it to its size`(scale: Double) throws {
    // So many discs that they are stamped, some of them beyond the edge, and a layer drawn as one.
    let discs = (0..<1100).map { (number: Int) -> Shape in
      let place = Point(x: Double(number * 37 % 97) * 0.47 - 3, y: Double(number * 53 % 89) * 0.51 - 3)
      let color = number % 2 == 0 ? Pictures.red : Pictures.blue
      return .circle(Circle(center: place, radius: 4.3, fill: color, strokeWidth: 1, stroke: .white))
    }
    var frame = Scene(
      size: Size(width: 40, height: 40), scale: scale, background: Color(red: 0.9, green: 0.9, blue: 0.5),
      layers: [
        SceneLayer(id: "discs", marks: discs.map { DrawItem($0) }),
        SceneLayer(id: "veil", opacity: 0.5, marks: [DrawItem(.area(Pictures.rectangle(20, -10, 90, 30)))]),
      ])
    let alone = try CairoCanvas.bitmap(of: frame)
    frame.scale = 7  // not looked at
    let (x, y) = (14.0, 22.0)
    let paper = try CairoCanvas.bitmap(
      of: Scene(
        size: Size(width: 80, height: 90), scale: scale, background: .white,
        insets: [Inset(frame, at: Point(x: x, y: y))]))
    let (left, top) = (Int(x * scale), Int(y * scale))
    var differing = 0
    for row in 0..<paper.height {
      for column in 0..<paper.width {
        let isInside =
          (left..<left + alone.width).contains(column) && (top..<top + alone.height).contains(row)
        let white = (red: UInt8.max, green: UInt8.max, blue: UInt8.max, alpha: UInt8.max)
        let expected = isInside ? alone[column - left, row - top] : white
        if paper[column, row] != expected { differing += 1 }
      }
    }
    expect(differing, equals: 0)
  }

  @Test func `refuses an inset without a place`() {
    let frame = Pictures.scene()
    let paper = Scene(size: frame.size, insets: [Inset(frame, at: Point(x: 0, y: .infinity))])
    #expect(throws: CanvasError.self) { try CairoCanvas.bitmap(of: paper) }
  }
}
