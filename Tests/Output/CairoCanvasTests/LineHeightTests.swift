import CairoCanvas
import Drawing
import TestSupport
import Testing

@Suite struct `Lines of letters of several sizes` {
  /// Sections of these sizes in lines of 24 points.
  private func shape(
    _ sections: [(text: String, size: Double)], em: Double? = 20,
    _ change: (inout [TextRequest.Section]) -> Void = { _ in }
  ) throws -> ShapedText {
    var sections = sections.map { TextRequest.Section(text: $0.text, font: Font(size: $0.size)) }
    change(&sections)
    return try PangoTextShaper().shape(TextRequest(sections: sections, lineHeight: 24, em: em))
  }

  @Test func `are each as high as their own largest letters need`() throws {
    let sections = [("a\n", 20.0), ("b\n", 40), ("c", 10)]
    let own = try shape(sections)
    #expect(abs(own.size.height - (24 + 48 + 12)) < 1e-9)
    // hhea: the baseline lies (1069 − 293) / 1000 / 2 em below the middle of a usual line, and that 17/24 em below where
    // MapLibre begins letters: at the block's top, as lines are of several heights.
    let drop = (1069.0 - 293) / 1000 / 2 + 17.0 / 24
    for (fragment, expected) in zip(own.fragments, [drop * 20, 24 + drop * 40, 24 + 48 + drop * 10]) {
      #expect(abs(fragment.origin.y - expected) < 0.01)
    }
    try expect(shape(sections, em: nil).size.height, equals: 72)
  }

  @Test func `stand in a block of usual lines where none is higher`() throws {
    let shaped = try shape([("a\n", 20), ("b", 10)])
    let drop = (1069.0 - 293) / 1000 / 2
    expect(shaped.size.height, equals: 48)
    #expect(abs(shaped.fragments[0].origin.y - (12 + drop * 20)) < 0.01)
    // From where the first line's letters begin: the line's height, and the smaller letters' own drop.
    let begin = 12 - 17.0 / 24 * 20
    #expect(abs(shaped.fragments[1].origin.y - (begin + 24 + (drop + 17.0 / 24) * 10)) < 0.01)
  }

  @Test func `are as much higher as an image is higher than their letters, which stand at its bottom`() throws
  {
    let shaped = try shape([("a", 20), ("\u{2800}", 20), ("\nb", 20)]) { $0[1].imageHeight = 32 }
    expect(shaped.size.height, equals: 24 + 12 + 24)
    let drop = ((1069.0 - 293) / 1000 / 2 + 17.0 / 24) * 20
    let lines = shaped.fragments.map(\.origin.y)
    #expect(abs(lines[0] - (12 + drop)) < 0.01)
    #expect(abs(lines[1] - 32) < 1e-9)
    #expect(abs(lines[2] - (36 + drop)) < 0.01)
  }

  @Test func `stand at the bottom, in the middle or at the top of their line`() throws {
    func baselines(_ rise: Double) throws -> [Double] {
      try shape([("A", 40), ("b", 10)]) { $0[1].rise = rise }.fragments.map(\.origin.y)
    }
    let bottom = try baselines(0)
    // MapLibre takes the letters' em for their height above the baseline.
    let error = 30 * ((1069.0 - 293) / 1000 / 2 + 17.0 / 24 - 1)
    #expect(abs(bottom[0] - bottom[1] - error) < 0.01)
    // The line leaves the small letters 30 points.
    for (rise, share) in [(0.5, 15.0), (1, 30)] {
      let raised = try baselines(rise)
      expect(raised[0], equals: bottom[0])
      #expect(abs(raised[1] - (bottom[1] - share)) < 1e-9)
    }
  }
}
