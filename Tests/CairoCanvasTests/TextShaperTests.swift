import CairoCanvas
import Drawing
import Testing

@Suite struct `Pango text shaper` {
  static func request(
    _ text: String, size: Double = 12, names: [String] = [], width: Double? = nil, spacing: Double = 0,
    justification: TextRequest.Justification = .center
  ) -> TextRequest {
    TextRequest(
      sections: [.init(text: text, font: Font(names: names, size: size))], maximumWidth: width,
      lineHeight: size * 1.2,
      letterSpacing: spacing, justification: justification)
  }

  let shaper: PangoTextShaper
  init() throws { shaper = try PangoTextShaper() }

  @Test func `advances are DejaVu's own, unrounded`() throws {
    // hmtx: a digit of DejaVu Sans is 1303/2048 em wide, of its bold 1425/2048.
    let regular = try shaper.shape(Self.request("123", size: 12))
    #expect(abs(regular.size.width - 3 * 12 * 1303 / 2048) < 0.01)
    let bold = try shaper.shape(Self.request("123", size: 12, names: ["DejaVu Sans Bold"]))
    #expect(abs(bold.size.width - 3 * 12 * 1425 / 2048) < 0.01)
    #expect(bold.fragments.count == 1)
    #expect(bold.fragments[0].text == "123")
    #expect(bold.missing.isEmpty)
  }
}
