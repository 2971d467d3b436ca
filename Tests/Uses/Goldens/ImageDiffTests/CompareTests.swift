import Drawing
import TestSupport
import Testing

@testable import ImageDiff

/// The difference of two pictures of one size.
func difference(_ a: Bitmap, _ b: Bitmap, _ options: DiffOptions = .init()) throws -> Difference {
  guard case .difference(let difference) = try compare(a, b, options: options) else {
    throw DiffError.otherPictures
  }
  return difference
}

@Suite struct `Comparing pictures` {
  private let white: [UInt8] = [255, 255, 255, 255]
  private let black: [UInt8] = [0, 0, 0, 255]

  @Test(arguments: RandomPictures.allCases, DiffProfile.allCases)
  func `decides every pixel as the description does`(pictures: RandomPictures, profile: DiffProfile) throws {
    var random = Seeded(seed: 11)
    let sizes = [
      (1, 1), (1, 9), (9, 1), (2, 2), (16, 3), (17, 5), (63, 4), (64, 5), (65, 6), (80, 9), (130, 7),
    ]
    for (width, height) in sizes {
      let (a, b) = pictures.pair(width, height, &random)
      for threshold in [0, 0.03, 0.1, 0.5, 1] {
        let includes = threshold == 0.03
        let slow = SlowComparison(
          a: a, b: b, profile: profile, threshold: threshold, includesAntialiased: includes
        ).classes()
        let fast = try difference(
          a, b, DiffOptions(profile: profile, threshold: threshold, includesAntialiased: includes))
        let classes = (0..<height).flatMap { y in (0..<width).map { x in fast[x, y] } }
        expect(classes, equals: slow, "\(width)×\(height), threshold \(threshold)")
        expect(fast.diffPixels, equals: slow.filter { $0 == .different }.count)
        expect(fast.antialiasedPixels, equals: slow.filter { $0 == .antialiased }.count)
      }
    }
  }

  @Test(arguments: RandomPictures.allCases)
  func `does not depend on threads, nor on the pictures' order`(pictures: RandomPictures) throws {
    var random = Seeded(seed: 5)
    let (a, b) = pictures.pair(90, 37, &random)
    for profile in DiffProfile.allCases {
      var options = DiffOptions(profile: profile, window: 8)
      let one = try difference(a, b, options)
      try expect(difference(b, a, options), equals: one)
      for threads in [2, 3, 50] {
        options.threads = threads
        try expect(difference(a, b, options), equals: one)
      }
    }
  }

  @Test func `finds nothing in equal pictures`() throws {
    var random = Seeded(seed: 2)
    let a = RandomPictures.noise.pair(70, 20, &random).0
    let copy = picture(70, 20) { x, y in Array(a.pixels[(y * 70 + x) * 4..<(y * 70 + x) * 4 + 4]) }
    for b in [a, copy] {
      let result = try difference(a, b, DiffOptions(threshold: 0, window: 4))
      #expect((result.ratio, result.bounds, result.densestWindow) == (0, nil, nil))
      #expect(result.isEqual)
      #expect((result.antialiasedPixels, result[3, 3]) == (0, .same))
    }
  }

  /// Black against white differs by 255 in Y and by nothing in I and Q: 0.5053 · 255² of 35215, the root of which
  /// is 0.96594.
  @Test(arguments: [(0.9659, 1), (0.966, 0)]) func `takes black from white up to its distance`(
    threshold: Double, count: Int
  )
    throws
  {
    let result = try difference(
      picture(1, 1) { _, _ in white }, picture(1, 1) { _, _ in black }, DiffOptions(threshold: threshold))
    expect(result.diffPixels, equals: count)
  }

  @Test func `in OKLab has black and white one apart`() throws {
    for (threshold, count) in [(0.999, 1), (1.0, 0)] {
      // A gray next to white, so that 1 is reached from below.
      let gray: [UInt8] = [254, 254, 254, 255]
      let result = try difference(
        picture(1, 1) { _, _ in threshold == 1 ? gray : white }, picture(1, 1) { _, _ in black },
        DiffOptions(profile: .oklab, threshold: threshold))
      expect(result.diffPixels, equals: count)
    }
  }

  @Test func `sees what white hides only with the pattern`() throws {
    let (opaque, nothing) = (picture(4, 4) { _, _ in white }, picture(4, 4) { _, _ in [255, 255, 255, 0] })
    try expect(difference(opaque, nothing).diffPixels, equals: 16)
    try expect(
      difference(opaque, nothing, DiffOptions(profile: .yiqWhite, threshold: 0)).diffPixels, equals: 0)
    try expect(difference(opaque, nothing, DiffOptions(profile: .oklab)).diffPixels, equals: 16)
  }

  /// A diagonal edge, its steps smoothed with gray in one of the pictures.
  @Test func `passes over smoothed edges unless set to count them`() throws {
    let hard = picture(12, 12) { x, y in x > y ? white : black }
    let soft = picture(12, 12) { x, y in x == y ? [128, 128, 128, 255] : x > y ? white : black }
    let result = try difference(hard, soft)
    #expect((result.diffPixels, result.antialiasedPixels) == (0, 12))
    #expect(result.isEqual)
    expect(result[5, 5], equals: .antialiased)
    try expect(difference(hard, soft, DiffOptions(includesAntialiased: true)).diffPixels, equals: 12)
  }

  /// What lets whole numbers stand for brightness: a difference of differences of channels is in `-510...510`, and
  /// only that of equal ones weighs nothing.
  @Test func `can distinguish any two opaque colors by their brightness`() {
    var ties = 0
    for red in 0...510 {
      for green in -510...510 {
        let rest = red * 29_889_531 + green * 58_662_247
        let (blue, remainder) = rest.quotientAndRemainder(dividingBy: 11_448_223)
        if remainder == 0, abs(blue) <= 510 { ties += 1 }
      }
    }
    expect(ties, equals: 1)
  }

  @Test func `reports where and how much`() throws {
    let blank = picture(100, 40) { _, _ in white }
    let marked = picture(100, 40) { x, y in (60..<70).contains(x) && (20..<25).contains(y) ? black : white }
    let result = try difference(blank, marked, DiffOptions(window: 5))
    expect(result.diffPixels, equals: 50)
    expect(result.ratio, equals: 50.0 / 4000)
    expect(result.bounds, equals: PixelRectangle(x: 60, y: 20, width: 10, height: 5))
    expect(result.densestWindow, equals: Difference.Window(x: 60, y: 20, size: 5, pixels: 25))
    #expect(result.different.contains(x: 69, y: 24))
    #expect(!result.different.contains(x: 70, y: 24))
    #expect((result[-1, 0], result[0, 40]) == (.same, .same))
  }

  @Test func `leaves masks out, to the pixel`() throws {
    var random = Seeded(seed: 9)
    let (a, b) = (picture(130, 10) { _, _ in white }, picture(130, 10) { _, _ in black })
    for _ in 0..<60 {
      let masks = (0..<3).map { _ in
        PixelRectangle(
          x: .random(in: -20...140, using: &random), y: .random(in: -5...12, using: &random),
          width: .random(in: 0...130, using: &random), height: .random(in: 0...12, using: &random))
      }
      let result = try difference(a, b, DiffOptions(masks: masks))
      for y in 0..<10 {
        for x in 0..<130 {
          let isMasked = masks.contains {
            x >= $0.x && x < $0.x + $0.width && y >= $0.y && y < $0.y + $0.height
          }
          expect(result[x, y] == .same, equals: isMasked)
        }
      }
    }
    let everything = PixelRectangle(x: -5, y: -5, width: .max, height: .max)
    #expect(try difference(a, b, DiffOptions(masks: [everything])).isEqual)
  }

  @Test func `takes channels alone when a tolerance is given`() throws {
    var random = Seeded(seed: 4)
    let (a, b) = RandomPictures.translucentDiscs.pair(70, 30, &random)
    for tolerance in [0, 1, 20, 254, 255] {
      let result = try difference(a, b, DiffOptions(threshold: 1, channelTolerance: tolerance))
      let count = (0..<a.pixels.count / 4).filter { index in
        (0..<4).contains { abs(Int(a.pixels[index * 4 + $0]) - Int(b.pixels[index * 4 + $0])) > tolerance }
      }.count
      #expect((result.diffPixels, result.antialiasedPixels) == (count, 0))
    }
  }

  @Test func `finds the densest window as trying all does`() throws {
    var random = Seeded(seed: 6)
    for (width, height) in [(1, 1), (5, 70), (70, 5), (40, 30)] {
      let blank = picture(width, height) { _, _ in white }
      let dots = picture(width, height) { _, _ in UInt8.random(in: 0...9, using: &random) == 0 ? black : white
      }
      for side in [1, 2, 7, 30, 1000] {
        let result = try difference(blank, dots, DiffOptions(includesAntialiased: true, window: side))
        let (across, down) = (min(side, width), min(side, height))
        var best: Difference.Window?
        for y in 0...height - down {
          for x in 0...width - across {
            let pixels = (y..<y + down).reduce(0) { sum, row in
              sum + (x..<x + across).filter { result[$0, row] == .different }.count
            }
            if pixels > best?.pixels ?? 0 { best = Difference.Window(x: x, y: y, size: side, pixels: pixels) }
          }
        }
        expect(result.densestWindow, equals: best)
      }
    }
  }

  @Test func `does not compare pictures of two sizes`() throws {
    let result = try compare(picture(2, 3) { _, _ in white }, picture(3, 2) { _, _ in white })
    expect(result, equals: .sizeMismatch(PixelSize(width: 2, height: 3), PixelSize(width: 3, height: 2)))
  }

  @Test(arguments: [
    (DiffOptions(threshold: 1.1), "threshold 1.1 is outside 0...1; 0.1 is usual"),
    (DiffOptions(threshold: -.ulpOfOne), "threshold -2.220446049250313e-16 is outside 0...1; 0.1 is usual"),
    (DiffOptions(threshold: .nan), "threshold nan is outside 0...1; 0.1 is usual"),
    (DiffOptions(window: 0), "a window of 0 pixels holds nothing; give a side of at least 1"),
    (DiffOptions(channelTolerance: -1), "tolerance -1 is outside 0...255; 1 forgives rounding"),
    (DiffOptions(threads: 0), "0 threads cannot work; give at least 1"),
    (
      DiffOptions(masks: [PixelRectangle(x: 0, y: 0, width: 1, height: -1)]),
      "mask 0,0,1,-1 has a negative side; give x,y,width,height"
    ),
  ])
  func `refuses options that make no sense`(options: DiffOptions, message: String) {
    let pixel = picture(1, 1) { _, _ in white }
    let error = #expect(throws: DiffError.self) { try compare(pixel, pixel, options: options) }
    expect(error?.description, equals: message)
  }
}
