/// Tells pixels that only smooth an edge from those that show another thing.
///
/// After V. Vyšniauskas, "Anti-aliased Pixel and Intensity Slope Detector" (2009), exactly as pixelmatch has it: its
/// order of visiting decides ties.
struct Antialiasing {
  let distance: Distance

  /// Whether a pixel of one picture looks smoothed, given the other picture.
  ///
  /// It does if few neighbors equal it, some are darker and some brighter, and the darkest or the brightest lies in
  /// an even stretch in both pictures.
  func isSmoothed(_ picture: Pixels, _ other: Pixels, x: Int, y: Int) -> Bool {
    let (left, right) = (max(x - 1, 0), min(x + 1, picture.width - 1))
    let (top, bottom) = (max(y - 1, 0), min(y + 1, picture.height - 1))
    let index = y * picture.width + x
    let center = picture[index]
    var equal = Antialiasing.isOnBorder(picture, x: x, y: y) ? 1 : 0
    var (darkest, brightest) = (0.0, 0.0)
    var (darkestAt, brightestAt) = ((x: 0, y: 0), (x: 0, y: 0))
    for column in left...right {
      for row in top...bottom where column != x || row != y {
        let brightness = distance.brightness(
          of: center, over: picture[row * picture.width + column], at: index)
        if brightness == 0 {
          equal += 1
          if equal > 2 { return false }
        } else if brightness < darkest {
          darkest = brightness
          darkestAt = (column, row)
        } else if brightness > brightest {
          brightest = brightness
          brightestAt = (column, row)
        }
      }
    }
    guard darkest < 0, brightest > 0 else { return false }
    func isEven(_ place: (x: Int, y: Int)) -> Bool {
      Antialiasing.hasSiblings(picture, x: place.x, y: place.y)
        && Antialiasing.hasSiblings(other, x: place.x, y: place.y)
    }
    return isEven(darkestAt) || isEven(brightestAt)
  }

  /// Whether more than two neighbors equal a pixel; the border counts as one.
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
