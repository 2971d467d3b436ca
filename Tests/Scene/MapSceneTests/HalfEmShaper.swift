import Drawing

/// Lays text out without fonts: every character is half an em wide and 0.7 em high, its baseline at 0.8 of the line.
struct HalfEmShaper: TextShaper {
  func shape(_ request: TextRequest) throws(TextShapingError) -> ShapedText {
    var fragments: [ShapedText.Fragment] = []
    var (line, widest, x) = (0, 0.0, 0.0)
    var ink: Rectangle?
    for (index, section) in request.sections.enumerated() {
      let parts = section.text.split(separator: "\n", omittingEmptySubsequences: false)
      for (number, part) in parts.enumerated() {
        if number > 0 {
          line += 1
          x = 0
        }
        guard !part.isEmpty else { continue }
        let size = section.font.size
        let advance = Double(part.count) * (size / 2 + request.letterSpacing)
        let baseline = Double(line) * request.lineHeight + 0.8 * request.lineHeight
        let pieces = request.separatesLetters ? part.map { String($0) } : [String(part)]
        for piece in pieces {
          let advance = advance * Double(piece.count) / Double(part.count)
          let box = Rectangle(x: 0, y: -0.7 * size, width: advance, height: 0.7 * size)
          var outline = Path()
          outline.add(box)
          let origin = Point(x: x, y: baseline)
          fragments.append(
            ShapedText.Fragment(
              section: index, line: line, text: piece, origin: origin, advance: advance, outline: outline))
          ink = ink?.union(box.offset(by: origin)) ?? box.offset(by: origin)
          x += advance
        }
        widest = max(widest, x)
      }
    }
    return ShapedText(
      fragments: fragments, size: Size(width: widest, height: Double(line + 1) * request.lineHeight),
      inkBox: ink ?? Rectangle(x: 0, y: 0, width: 0, height: 0))
  }
}
