import JSONDocument
import TestSupport
import Testing

@Suite struct `Did you mean` {
  private let words = [
    "circle-color", "circle-radius", "circle-stroke-color", "fill-color", "text-field", "padding", "preset",
    "zoom",
    "center", "cch", "tb",
  ]

  @Test(arguments: [
    ("circle-colour", "circle-color"), ("circle-colr", "circle-color"), ("circleRadius", "circle-radius"),
    ("circle_radius", "circle-radius"), ("CIRCLE-RADIUS", "circle-radius"), ("pading", "padding"),
    ("paddnig", "padding"), ("centre", "center"), ("zom", "zoom"), ("ZOOM", "zoom"), ("pres", "preset"),
    ("text-filed", "text-field"), ("ccg", "cch"), ("TB", "tb"), ("circle-stroke", "circle-stroke-color"),
  ])
  func `finds the word that was meant`(typed: String, meant: String) {
    expect(didYouMean(typed, among: words), equals: meant)
  }

  @Test(arguments: ["", "-", "x", "tc", "banana", "zoom", "line-width", "cir", "heatmap-intensity"])
  func `stays silent when nothing is near`(typed: String) {
    expect(didYouMean(typed, among: words), equals: nil)
  }

  @Test func `takes the first of equally near words, and the one that looks more alike`() {
    expect(didYouMean("bat", among: ["cat", "hat"]), equals: "cat")
    expect(didYouMean("bat", among: ["hat", "cat"]), equals: "hat")
    expect(didYouMean("min_zooms", among: ["minZoom", "min-zoom", "min_zoom"]), equals: "min_zoom")
  }

  @Test func `compares no long words, however few letters they have`() {
    let dashes = String(repeating: "-", count: 60_000)
    // Comparing them as written takes 3.6 billion steps.
    let spent = processorSeconds {
      expect(didYouMean("ab" + dashes, among: ["a" + dashes + "b"]), equals: nil)
      expect(didYouMean("ab", among: ["a" + dashes + "b"]), equals: nil)
    }
    #expect(spent < 3)
    expect(didYouMean("a-b_c-d", among: ["abcd"]), equals: "abcd")
  }

  @Test func `does not compare endless words`() {
    expect(didYouMean(String(repeating: "a", count: 1_000_000), among: ["aaa"]), equals: nil)
  }
}
