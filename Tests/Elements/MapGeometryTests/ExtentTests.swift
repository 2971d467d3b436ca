import MapGeometry
import TestSupport
import Testing

@Suite struct `Extents of places` {
  @Test func `holds nothing at first, then the least and the greatest of each coordinate`() {
    var box = Extent<Int32>()
    #expect(box.minX > box.maxX)
    #expect(box.minY > box.maxY)
    for (x, y) in [(3, -4), (-7, 2), (0, 0)] as [(Int32, Int32)] { box.include(x, y) }
    expect([box.minX, box.minY, box.maxX, box.maxY], equals: [-7, -4, 3, 2])
  }

  @Test func `grows by another one, and by none stays as it is`() {
    var box = Extent(minX: 0.0, minY: 0, maxX: 1, maxY: 1)
    box.include(Extent<Double>())
    expect([box.minX, box.minY, box.maxX, box.maxY], equals: [0, 0, 1, 1])
    box.include(Extent(minX: -2, minY: 0.5, maxX: 0.5, maxY: 3))
    expect([box.minX, box.minY, box.maxX, box.maxY], equals: [-2, 0, 1, 3])
  }

  @Test(arguments: [(0.0, true, false), (0.25, true, true), (-0.25, false, false)])
  func `contains what touches its edges, and encloses what does not`(
    inset: Double, isContained: Bool, isEnclosed: Bool
  ) {
    let box = Extent(minX: 0.0, minY: 0, maxX: 4, maxY: 4)
    let other = Extent(minX: inset, minY: 1, maxX: 3, maxY: 3)
    #expect((box.contains(other), box.encloses(other)) == (isContained, isEnclosed))
  }
}
