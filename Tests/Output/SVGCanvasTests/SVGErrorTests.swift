import SVGCanvas
import TestSupport
import Testing

@Suite struct `SVG errors` {
  @Test(arguments: [
    (
      SVGError.badSize(width: 0, height: 5),
      "a picture of 0.0 × 5.0 points cannot be written as SVG; give it two positive sides"
    ),
    (
      .badNumber(.infinity, layer: "a", mark: 3),
      "layer \"a\", mark 3: inf cannot be written as SVG; expected a finite number within ±1e9"
    ),
    (
      .noImageEncoder(layer: "a", mark: 0),
      "layer \"a\", mark 0: pixels need a PNG encoder; pass one in the options"
    ),
    (
      .imageNotEncoded(layer: "a", mark: 0, reason: "no memory"),
      "layer \"a\", mark 0: pixels cannot be encoded as PNG: no memory"
    ),
  ])
  func `name what is wrong and what to do`(error: SVGError, message: String) {
    expect(error.description, equals: message)
  }
}
