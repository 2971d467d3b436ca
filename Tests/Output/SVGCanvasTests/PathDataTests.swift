import Drawing
import TestSupport
import Testing

@testable import SVGCanvas

@Suite struct `Path data` {
  private func data(_ path: Path, isStroke: Bool = false, decimals: Int = 2) -> String {
    var out = Markup(decimals: decimals)
    var writer = PathWriter(isStroke: isStroke)
    writer.write(path, to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  private func polygon(_ places: [(Double, Double)], isClosed: Bool = true) -> Path {
    var path = Path()
    for (index, place) in places.enumerated() {
      let point = Point(x: place.0, y: place.1)
      if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    if isClosed { path.close() }
    return path
  }

  @Test func `of a rectangle is its place and two sides`() {
    var path = Path()
    path.add(Rectangle(x: 1, y: 2, width: 30, height: 4.5))
    expect(data(path), equals: "M1 2h30v4.5h-30z")
  }

  @Test func `drops the line that closing draws anyway`() {
    expect(data(polygon([(0, 0), (3, 1), (1, 4), (0, 0)])), equals: "M0 0l3 1-2 3z")
  }

  @Test func `drops points that fall together or lie on the way`() {
    expect(data(polygon([(0, 0), (1, 1), (1.001, 1), (2, 2), (5, 5), (5, 0)])), equals: "M0 0l5 5v-5z")
  }

  @Test func `keeps a way back`() {
    expect(data(polygon([(0, 0), (5, 5), (2, 2)], isClosed: false)), equals: "M0 0l5 5-3-3")
  }

  @Test func `leaves out separators that a sign or point stands for`() {
    expect(
      data(polygon([(0.5, -0.25), (1, 0.5), (0.75, 0.25)], isClosed: false)), equals: "M.5-.25l.5.75-.25-.25")
  }

  @Test func `of an area that is a point is nothing, of a line a dot`() {
    let path = polygon([(1, 1), (1.001, 1), (1, 1)])
    expect(data(path), equals: "")
    expect(data(path, isStroke: true), equals: "M1 1h0z")
    expect(data(polygon([(1, 1), (1, 1)], isClosed: false), isStroke: true), equals: "M1 1h0")
  }

  @Test func `goes on from where a ring began`() {
    var path = polygon([(10, 10), (20, 10), (20, 20)])
    path.append(polygon([(12, 11), (18, 12), (18, 17)]))
    expect(data(path), equals: "M10 10h10v10zm2 1 6 1v5z")
  }

  @Test func `goes on behind a ring that was left out`() {
    var path = polygon([(10, 10), (20, 10), (20, 20)])
    path.append(polygon([(50, 50), (50, 50), (50, 50)]))
    path.append(polygon([(12, 11), (18, 12), (18, 17)]))
    expect(data(path), equals: "M10 10h10v10zm2 1 6 1v5z")
  }

  @Test func `writes cubic curves that are quadratic as such`() {
    var path = Path()
    path.move(to: .zero)
    // The quadratic with control (3, 6), raised: its controls are 2/3 of the way to (3, 6).
    path.curve(Point(x: 2, y: 4), Point(x: 4, y: 4), to: Point(x: 6, y: 0))
    path.curve(Point(x: 6, y: 5), Point(x: 9, y: -7), to: Point(x: 9, y: 1))
    expect(data(path), equals: "M0 0q3 6 6 0c0 5 3-7 3 1")
  }

  @Test func `never writes a negative zero`() {
    expect(data(polygon([(-0.0, -0.001), (-0.001, 3), (2, 2)])), equals: "M0 0v3l2-1z")
  }

  /// Reads path data back (only what a straight path needs).
  private func points(of data: String) -> [[Point]] {
    var (rings, tokens, pen) = ([[Point]](), [String](), Point.zero)
    for character in data {
      switch character {
      case "M", "m", "l", "h", "v", "z": tokens.append(String(character) + " ")
      case " ": tokens.append("")
      case "-": tokens.append("-")
      case "." where tokens.last?.contains(".") == true: tokens.append(".")
      default:
        if tokens.last?.hasSuffix(" ") == true { tokens.append("") }
        tokens[tokens.count - 1].append(character)
      }
    }
    var (command, numbers) = ("", [Double]())
    for token in tokens where !token.isEmpty {
      if token.hasSuffix(" ") {
        command = String(token.prefix(1))
        if command == "z", let start = rings.last?.first { pen = start }
        continue
      }
      numbers.append(Double(token) ?? .nan)
      switch (command, numbers.count) {
      case ("h", 1): pen.x += numbers[0]
      case ("v", 1): pen.y += numbers[0]
      case ("M", 2), ("m", 2):
        pen = pen + Point(x: numbers[0], y: numbers[1])
        rings.append([])
        command = "l"
      case ("l", 2): pen = pen + Point(x: numbers[0], y: numbers[1])
      default: continue
      }
      numbers = []
      rings[rings.count - 1].append(pen)
    }
    return rings
  }

  @Test(arguments: [0, 1, 2, 3, 4]) func `brings every point back to within half a step`(decimals: Int) {
    var random = Seeded(seed: 7)
    let step = [1, 0.1, 0.01, 0.001, 0.0001][decimals]
    for _ in 0..<50 {
      var (path, expected) = (Path(), [[Point]]())
      for _ in 0..<3 {
        // Every other point left and right of a zigzag: none lies on the way.
        let ring = (0..<40).map { index in
          Point(
            x: Double(index) * 5 + .random(in: 0..<2, using: &random),
            y: (index % 2 == 0 ? 30 : -30) + .random(in: -9..<9, using: &random))
        }
        path.move(to: ring[0])
        ring.dropFirst().forEach { path.line(to: $0) }
        path.close()
        expected.append(ring)
      }
      let read = points(of: data(path, decimals: decimals))
      expect(read.map(\.count), equals: expected.map(\.count))
      for (a, b) in zip(read.joined(), expected.joined()) {
        #expect(abs(a.x - b.x) <= step * 0.5 + 1e-9)
        #expect(abs(a.y - b.y) <= step * 0.5 + 1e-9)
      }
    }
  }
}
