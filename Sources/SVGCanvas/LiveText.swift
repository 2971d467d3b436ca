import Drawing

/// Real text: one `<text>` a run, a `<tspan>` a further line, and one a piece that looks different.
extension SceneWriter {
  /// Writes where the first line stands.
  mutating func place(of run: TextRun) {
    guard let line = lines(of: run).first else { return }
    place(of: run.fragments[line], in: run)
  }

  /// Writes where a line stands: its beginning, middle or end, so that letters of other widths stay about it.
  private mutating func place(of pieces: ArraySlice<TextRun.Fragment>, in run: TextRun) {
    guard let first = pieces.first else { return }
    let left = pieces.reduce(first.origin.x) { min($0, $1.origin.x) }
    let right = pieces.reduce(first.origin.x + first.advance) { max($0, $1.origin.x + $1.advance) }
    switch run.alignment {
    case .start: attribute(" x=\"", left)
    case .middle: attribute(" x=\"", (left + right) / 2)
    case .end: attribute(" x=\"", right)
    }
    attribute(" y=\"", first.origin.y)
  }

  /// Writes what stands between the tags. Without `isTold` the letters are there for their halo only.
  mutating func content(of run: TextRun, looks: Looks, isTold: Bool) {
    let lines = lines(of: run)
    for (number, line) in lines.enumerated() {
      let pieces = run.fragments[line]
      let opensLine = number > 0
      if opensLine {
        out.raw("<tspan")
        place(of: pieces, in: run)
        if pieces.count > 1 { out.raw(">") }
      }
      for (index, piece) in zip(pieces.indices, pieces) {
        var own = letterLooks(of: piece)
        if !isTold { (own[.fill], own[.fillOpacity]) = (Looks.open, Looks.open) }
        let sharesTag = opensLine && pieces.count == 1
        let isDifferent = !own.differs(from: looks).isEmpty
        if isDifferent, !sharesTag { out.raw("<tspan") }
        vocabulary.write(own, inheriting: looks, paints: definitions.paints, to: &out)
        if isDifferent || sharesTag { out.raw(">") }
        let isLineEnd = index == pieces.indices.last && number < lines.count - 1
        out.content(isLineEnd ? SceneWriter.withoutTrailingSpace(piece.text) : piece.text)
        if isDifferent, !sharesTag { out.raw("</tspan>") }
      }
      if opensLine { out.raw("</tspan>") }
    }
  }

  /// Whether a viewer would drop or join spaces of this run unless told not to.
  func keepsSpace(_ run: TextRun) -> Bool {
    var wasSpace = true
    for byte in run.fragments.lazy.flatMap({ $0.text.utf8 }) {
      switch byte {
      case UInt8(ascii: " "):
        if wasSpace { return true }
        wasSpace = true
      case 0x09, 0x0A, 0x0D: return true
      default: wasSpace = false
      }
    }
    return wasSpace
  }

  /// The pieces of each line: those that follow each other on one height.
  private func lines(of run: TextRun) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    for index in run.fragments.indices.dropFirst()
    where run.fragments[index].origin.y != run.fragments[start].origin.y {
      lines.append(start..<index)
      start = index
    }
    if start < run.fragments.count { lines.append(start..<run.fragments.count) }
    return lines
  }

  /// A line without the space at which it was broken, which would move its middle.
  private static func withoutTrailingSpace(_ text: String) -> String {
    guard text.utf8.last == UInt8(ascii: " ") else { return text }
    return String(text[...(text.lastIndex { $0 != " " } ?? text.startIndex)])
  }
}
