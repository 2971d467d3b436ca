import Drawing
import TestSupport
import Testing

@Suite struct `A rectangle` {
  private let rectangle = Rectangle(x: 1, y: 2, width: 3, height: 4)

  @Test func `grows about its middle, and shrinks to nothing at most`() {
    expect(rectangle.expanded(by: 1), equals: Rectangle(x: 0, y: 1, width: 5, height: 6))
    expect(rectangle.expanded(by: -9), equals: Rectangle(x: 2.5, y: 4, width: 0, height: 0))
    expect(rectangle.expanded(by: -9).center, equals: rectangle.center)
  }

  @Test func `touches its neighbor without sharing area`() {
    #expect(!rectangle.intersects(Rectangle(x: 4, y: 2, width: 1, height: 1)))
    #expect(rectangle.intersects(Rectangle(x: 3.999, y: 2, width: 1, height: 1)))
    #expect(rectangle.contains(Point(x: 4, y: 6)))
    #expect(!rectangle.contains(Point(x: 4.001, y: 6)))
    #expect(rectangle.contains(rectangle))
  }

  @Test func `unites with another, and moves`() {
    expect(
      rectangle.union(Rectangle(x: -1, y: 3, width: 1, height: 9)),
      equals: Rectangle(x: -1, y: 2, width: 5, height: 10))
    expect(rectangle.offset(by: Point(x: -1, y: 1)), equals: Rectangle(x: 0, y: 3, width: 3, height: 4))
  }
}

@Suite struct `A path` {
  @Test func `takes as many points as its steps count`() {
    var path = Path()
    expect(path.bounds, equals: nil)
    #expect(path.isEmpty)
    path.move(to: Point(x: 1, y: 1))
    path.curve(Point(x: 0, y: 9), Point(x: 2, y: 2), to: Point(x: 3, y: 3))
    path.add(Rectangle(x: 0, y: 0, width: 1, height: 1))
    path.append(path, offset: Point(x: 10, y: 0))
    expect(path.points.count, equals: path.verbs.map(\.pointCount).reduce(0, +))
    expect(path.bounds, equals: Rectangle(x: 0, y: 0, width: 13, height: 9))
    expect(
      path.mapPoints { Point(x: $0.x * 2, y: $0.y) }.bounds,
      equals: Rectangle(x: 0, y: 0, width: 26, height: 9))
  }
}

@Suite struct `A bitmap` {
  @Test func `has four bytes a pixel, or is none`() {
    expect(Bitmap(width: 2, height: 1, pixels: [1, 2, 3, 4, 5, 6, 7, 8])?[1, 0].blue, equals: 7)
    expect(Bitmap(width: 2, height: 1, pixels: [1, 2, 3, 4]), equals: nil)
    expect(Bitmap(width: 0, height: 1, pixels: []), equals: nil)
    expect(Bitmap(width: -1, height: -1, pixels: [0, 0, 0, 0]), equals: nil)
    expect(Bitmap(width: .max, height: 4, pixels: []), equals: nil)
    expect(Bitmap(width: 1 << 32, height: 1 << 31, pixels: []), equals: nil)
  }
}
