import CairoCanvas
import Drawing
import TestSupport
import Testing

@testable import MapStories

@Suite struct `Frames that are packed on several threads` {
  @Test func `take whether they may be translucent from the first, which may be drawn last`() throws {
    let clear = try #require(Bitmap(width: 1, height: 1, pixels: [0, 0, 0, 128]))
    let solid = try #require(Bitmap(width: 1, height: 1, pixels: [9, 9, 9, 255]))
    let packing = FramePacking(options: PNGOptions())
    for (number, bitmap) in [(3, solid), (2, solid), (1, clear)] {
      packing.put(bitmap, number: number, hasAlpha: number == 1)
    }
    var encoder = APNGEncoder(hasAlpha: true, ticksPerSecond: 10)
    var alone = encoder
    var last: Bitmap?
    for (number, bitmap) in [(1, clear), (2, solid), (3, solid)] {
      try encoder.append(try packing.take(number))
      try alone.append(PackedFrame(bitmap, after: last, hasAlpha: true))
      last = bitmap
    }
    try expect(encoder.finish(), equals: alone.finish())
  }
}
