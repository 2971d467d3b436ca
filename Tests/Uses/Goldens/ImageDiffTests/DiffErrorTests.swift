import ImageDiff
import TestSupport
import Testing

@Suite struct `Diff errors` {
  @Test(arguments: [
    (DiffError.badThreshold(2), "threshold 2.0 is outside 0...1; 0.1 is usual"),
    (.badWindow(0), "a window of 0 pixels holds nothing; give a side of at least 1"),
    (.badTolerance(256), "tolerance 256 is outside 0...255; 1 forgives rounding"),
    (.badThreads(0), "0 threads cannot work; give at least 1"),
    (
      .badMask(PixelRectangle(x: 1, y: 2, width: -3, height: 4)),
      "mask 1,2,-3,4 has a negative side; give x,y,width,height"
    ),
    (
      .otherPictures,
      "the pictures have other sizes than their difference; draw the pictures that were compared"
    ),
  ])
  func `name what is wrong and what to do`(error: DiffError, message: String) {
    expect(error.description, equals: message)
  }
}
