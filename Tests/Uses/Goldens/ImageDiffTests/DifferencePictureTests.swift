import Drawing
import ImageDiff
import TestSupport
import Testing

@Suite struct `The picture of a difference` {
  private func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> [UInt8] {
    let p = bitmap[x, y]
    return [p.red, p.green, p.blue, p.alpha]
  }

  private let expected = picture(12, 12) { x, y in x > y ? [200, 100, 50, 255] : [0, 0, 0, 128] }
  private var actual: Bitmap {
    picture(12, 12) { x, y in
      (x, y) == (9, 1) ? [0, 0, 0, 255] : (x, y) == (1, 9) ? [255, 255, 255, 255] : pixel(expected, x, y)
    }
  }

  @Test func `shows red on the faded original`() throws {
    let difference = try difference(expected, actual)
    expect(difference.diffPixels, equals: 2)
    let drawn = try differencePicture(of: difference, expected: expected, actual: actual)
    #expect((pixel(drawn, 9, 1), pixel(drawn, 1, 9)) == ([255, 0, 0, 255], [255, 0, 0, 255]))
    // Y of (200, 100, 50) is 124.165…; a tenth of the way from 255: 241.9, cut.
    expect(pixel(drawn, 5, 1), equals: [241, 241, 241, 255])
    // Black at half alpha: 255 − 255 · 0.1 · 128/255 = 242.2.
    expect(pixel(drawn, 0, 0), equals: [242, 242, 242, 255])
  }

  @Test func `shows smoothed edges in yellow`() throws {
    let hard = picture(9, 9) { x, y in x > y ? [255, 255, 255, 255] : [0, 0, 0, 255] }
    let soft = picture(9, 9) { x, y in x == y ? [128, 128, 128, 255] : pixel(hard, x, y) }
    let drawn = try differencePicture(of: difference(hard, soft), expected: hard, actual: soft)
    expect(pixel(drawn, 4, 4), equals: [255, 255, 0, 255])
  }

  @Test func `can stand between the two`() throws {
    let difference = try difference(expected, actual)
    let single = try differencePicture(of: difference, expected: expected, actual: actual)
    let strip = try differencePicture(
      of: difference, expected: expected, actual: actual, options: DifferencePictureOptions(layout: .strip))
    #expect((strip.width, strip.height) == (36, 12))
    for y in 0..<12 {
      for x in 0..<12 {
        expect(pixel(strip, x, y), equals: pixel(expected, x, y))
        expect(pixel(strip, x + 12, y), equals: pixel(single, x, y))
        expect(pixel(strip, x + 24, y), equals: pixel(actual, x, y))
      }
    }
  }

  @Test(arguments: [DifferencePictureOptions.Layout.single, .strip])
  func `is the same on any number of threads`(layout: DifferencePictureOptions.Layout) throws {
    let wide = picture(200, 90) { x, y in [UInt8(x), UInt8(y * 2), 9, 255] }
    let other = picture(200, 90) { x, y in x % 7 == 0 ? [UInt8(x ^ 200), 0, 9, 255] : pixel(wide, x, y) }
    let difference = try difference(wide, other)
    var options = DifferencePictureOptions(layout: layout)
    let alone = try differencePicture(of: difference, expected: wide, actual: other, options: options)
    options.threads = 7
    try expect(
      differencePicture(of: difference, expected: wide, actual: other, options: options), equals: alone)
    // Who holds the actual picture keeps it.
    expect(pixel(other, 1, 1), equals: pixel(wide, 1, 1))
  }

  @Test func `needs the pictures that were compared`() throws {
    let other = picture(12, 11) { _, _ in [0, 0, 0, 255] }
    let difference = try difference(expected, actual)
    #expect(throws: DiffError.otherPictures) {
      try differencePicture(of: difference, expected: expected, actual: other)
    }
  }
}
