import Drawing

/// Real text: one `<text>` a run, a `<tspan>` a further line, and one a piece that looks different.
extension SceneWriter {
  mutating func place(of run: TextRun) {
    if isAlongLine(run) { return placeLetters(of: run) }
    guard let line = lines(of: run).first else { return }
    place(of: run.fragments[line], in: run)
    if run.fragments.contains(where: { $0.text.unicodeScalars.contains(where: SceneWriter.isRightToLeft) }) {
      out.raw(" unicode-bidi=\"plaintext\"")
    }
  }

  /// True if a scalar is of a script that is written from right to left: Hebrew to Arabic Extended-A, the presentation
  /// forms of both, and the old scripts of the east.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }

  /// True if something stands between two pieces of a line, so that the second cannot simply follow the first.
  private static func isGap(_ first: TextRun.Fragment, _ second: TextRun.Fragment) -> Bool {
    abs(second.origin.x - first.origin.x - first.advance) > 1
  }

  /// Writes where a line stands: its beginning, middle or end, so that letters of other widths stay about it.
  private mutating func place(of pieces: ArraySlice<TextRun.Fragment>, in run: TextRun) {
    guard let first = pieces.first else { return }
    let left = pieces.reduce(first.origin.x) { min($0, $1.origin.x) }
    let right = pieces.reduce(first.origin.x + first.advance) { max($0, $1.origin.x + $1.advance) }
    switch alignment(of: run) {
    case .start: out.attribute(" x=\"", left)
    case .middle: out.attribute(" x=\"", (left + right) / 2)
    case .end: out.attribute(" x=\"", right)
    }
    out.attribute(" y=\"", first.origin.y)
  }

  /// Writes what stands between the tags. Without `isDescribed` the letters are there for their halo only.
  mutating func content(of run: TextRun, looks: PresentationAttributes, isDescribed: Bool) {
    // Letters with positions of their own are one line, whatever their heights.
    let lines = isAlongLine(run) ? [run.fragments.indices] : lines(of: run)
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
        if !isDescribed {
          (own[.fill], own[.fillOpacity]) = (PresentationAttributes.open, PresentationAttributes.open)
        }
        let sharesTag = opensLine && pieces.count == 1
        let isApart =
          index > pieces.startIndex && !isAlongLine(run) && SceneWriter.isGap(pieces[index - 1], piece)
        let isDifferent = isApart || !own.differs(from: looks).isEmpty
        if isDifferent, !sharesTag { out.raw("<tspan") }
        if isApart { out.attribute(" x=\"", piece.origin.x) }
        vocabulary.write(own, inheriting: looks, paints: definitions.paints, to: &out)
        if isDifferent || sharesTag { out.raw(">") }
        let isLineEnd = index == pieces.indices.last && number < lines.count - 1
        out.content(isLineEnd ? SceneWriter.withoutTrailingSpace(piece.text) : piece.text)
        if isDifferent, !sharesTag { out.raw("</tspan>") }
      }
      if opensLine { out.raw("</tspan>") }
    }
  }

  /// The alignment of lines to their anchor; where something stands in the middle of one, by their left end, for its pieces
  /// have positions of their own.
  func alignment(of run: TextRun) -> TextRun.Alignment {
    // Each letter is turned about its own left end.
    if isAlongLine(run) { return .start }
    let hasGaps = zip(run.fragments, run.fragments.dropFirst()).contains { first, second in
      first.origin.y == second.origin.y && SceneWriter.isGap(first, second)
    }
    return hasGaps ? .start : run.alignment
  }

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

/// Letters along a line: one `<text>` with a position and a turn for each.
extension SceneWriter {
  func isAlongLine(_ run: TextRun) -> Bool { run.fragments.contains { $0.rotation != 0 } }

  /// True if every letter is one code unit, written from left to right, so that a list of positions names it for
  /// certain.
  func hasPlainLetters(_ run: TextRun) -> Bool {
    run.fragments.allSatisfy { fragment in
      fragment.text.utf16.count <= 1
        && !fragment.text.unicodeScalars.contains(where: SceneWriter.isRightToLeft)
    }
  }

  private mutating func placeLetters(of run: TextRun) {
    let letters = run.fragments.filter { !$0.text.isEmpty }
    out.attribute(" x=\"", letters.map(\.origin.x))
    out.attribute(" y=\"", letters.map(\.origin.y))
    out.attribute(" rotate=\"", letters.map(\.rotation))
  }
}
