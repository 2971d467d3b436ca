/// Distinguishes pixels that only smooth an edge from those that show another thing.
///
/// After V. Vyšniauskas, "Anti-aliased Pixel and Intensity Slope Detector" (2009), exactly as pixelmatch has it: its
/// order of visiting decides ties.
struct Antialiasing {
  let distance: Distance

  /// True if few neighbors of a pixel equal it, some are darker and some brighter, and the darkest or the brightest
  /// lies in an even stretch in both pictures.
  func isSmoothed(_ picture: Pixels, _ other: Pixels, x: Int, y: Int) -> Bool {
    if let fast = isSmoothedInside(picture, other, x: x, y: y) { return fast }
    let (left, right) = (max(x - 1, 0), min(x + 1, picture.width - 1))
    let (top, bottom) = (max(y - 1, 0), min(y + 1, picture.height - 1))
    let index = y * picture.width + x
    let center = picture[index]
    var equal = Antialiasing.isOnBorder(picture, x: x, y: y) ? 1 : 0
    var (darkest, brightest) = (0.0, 0.0)
    var (darkestAt, brightestAt) = (0, 0)
    for column in left...right {
      for row in top...bottom where column != x || row != y {
        let pixelIndex = row * picture.width + column
        let brightness = distance.brightness(of: center, over: picture[pixelIndex], at: index)
        if brightness == 0 {
          equal += 1
          if equal > 2 { return false }
        } else if brightness < darkest {
          darkest = brightness
          darkestAt = pixelIndex
        } else if brightness > brightest {
          brightest = brightness
          brightestAt = pixelIndex
        }
      }
    }
    guard darkest < 0, brightest > 0 else { return false }
    return Antialiasing.areEven(picture, other, at: darkestAt)
      || Antialiasing.areEven(picture, other, at: brightestAt)
  }

  /// The answer where neither border nor translucency makes it hard; `nil` elsewhere.
  ///
  /// Brightness is a whole number here, of the same weights times 1e8. That changes nothing: no two opaque colors are
  /// equally bright, and the closest are still five orders apart from what doubles round away.
  private func isSmoothedInside(_ picture: Pixels, _ other: Pixels, x: Int, y: Int) -> Bool? {
    let width = picture.width
    guard x > 0, y > 0, x < width - 1, y < picture.height - 1 else { return nil }
    let index = y &* width &+ x
    let center = picture[index]
    let (above, below) = (index &- width, index &+ width)
    // Column by column.
    let near = (
      picture[above &- 1], picture[index &- 1], picture[below &- 1], picture[above], picture[below],
      picture[above &+ 1], picture[index &+ 1], picture[below &+ 1]
    )
    let together = center & near.0 & near.1 & near.2 & near.3 & near.4 & near.5 & near.6 & near.7
    guard together >> 24 == 255 else { return nil }
    var equal = 0
    var (darkest, brightest) = (Int64(0), Int64(0))
    var (darkestAt, brightestAt) = (0, 0)
    let brightness = Antialiasing.brightness(of: center)
    @inline(__always)
    func visit(_ pixel: UInt32, _ pixelIndex: Int) {
      let difference = brightness &- Antialiasing.brightness(of: pixel)
      equal &+= difference == 0 ? 1 : 0
      if difference < darkest { (darkest, darkestAt) = (difference, pixelIndex) }
      if difference > brightest { (brightest, brightestAt) = (difference, pixelIndex) }
    }
    visit(near.0, above &- 1)
    visit(near.1, index &- 1)
    visit(near.2, below &- 1)
    visit(near.3, above)
    visit(near.4, below)
    visit(near.5, above &+ 1)
    visit(near.6, index &+ 1)
    visit(near.7, below &+ 1)
    guard equal <= 2, darkest < 0, brightest > 0 else { return false }
    return Antialiasing.areEven(picture, other, at: darkestAt)
      || Antialiasing.areEven(picture, other, at: brightestAt)
  }

  private static func areEven(_ picture: Pixels, _ other: Pixels, at index: Int) -> Bool {
    let (y, x) = index.quotientAndRemainder(dividingBy: picture.width)
    return hasSiblings(picture, x: x, y: y) && hasSiblings(other, x: x, y: y)
  }

  @inline(__always)
  private static func brightness(of pixel: UInt32) -> Int64 {
    Int64(pixel & 255) &* 29_889_531 &+ Int64(pixel >> 8 & 255) &* 58_662_247 &+ Int64(pixel >> 16 & 255)
      &* 11_448_223
  }

  /// True if more than two neighbors equal a pixel; the border counts as one.
  static func hasSiblings(_ picture: Pixels, x: Int, y: Int) -> Bool {
    let index = y * picture.width + x
    let center = picture[index]
    var equal = isOnBorder(picture, x: x, y: y) ? 1 : 0
    for row in max(y - 1, 0)...min(y + 1, picture.height - 1) {
      for column in max(x - 1, 0)...min(x + 1, picture.width - 1)
      where picture[row * picture.width + column] == center && (column != x || row != y) {
        equal += 1
      }
    }
    return equal > 2
  }

  private static func isOnBorder(_ picture: Pixels, x: Int, y: Int) -> Bool {
    x == 0 || y == 0 || x == picture.width - 1 || y == picture.height - 1
  }
}
