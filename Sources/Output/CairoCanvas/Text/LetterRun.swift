import CCairo
import CPango
import Drawing

struct LetterRun {
  private let font: UnsafeMutablePointer<PangoFont>
  private var glyphs: [cairo_glyph_t] = []
  private var clusters: [cairo_text_cluster_t] = []
  private var text: ArraySlice<UInt8> = []

  /// The runs of a text in UTF-8, its letters in drawing order; `nil` where one of several fonts runs from right to
  /// left.
  static func runs(of letters: [PlacedGlyph], _ text: [UInt8]) -> [LetterRun]? {
    let drawn = letters.filter(\.isDrawn)
    let isForward = zip(drawn, drawn.dropFirst()).allSatisfy { $0.byte <= $1.byte }
    var runs: [LetterRun] = []
    for letter in drawn {
      if runs.last?.font != letter.font { runs.append(LetterRun(letter.font)) }
      runs[runs.count - 1].add(letter)
    }
    guard isForward else {
      // Which letters stand for which glyphs is left open.
      guard runs.count == 1 else { return nil }
      runs[0].text = text[...]
      runs[0].clusters = [
        cairo_text_cluster_t(num_bytes: Int32(text.count), num_glyphs: Int32(runs[0].glyphs.count))
      ]
      return runs
    }
    var first = 0
    for index in runs.indices {
      let own = drawn[first..<(first + runs[index].glyphs.count)]
      first += own.count
      let end = drawn.indices.contains(first) ? drawn[first].byte : text.count
      let start = index == 0 ? 0 : own[own.startIndex].byte
      guard start <= end, end <= text.count else { return nil }
      runs[index].text = text[start..<end]
      var bytes = Array(Set(own.map(\.byte))).sorted()
      bytes[0] = start
      for (byte, next) in zip(bytes, bytes.dropFirst() + [end]) {
        let count = own.count { byte == start ? $0.byte < next : (byte..<next).contains($0.byte) }
        runs[index].clusters.append(
          cairo_text_cluster_t(num_bytes: Int32(next - byte), num_glyphs: Int32(count)))
      }
    }
    return runs
  }

  private init(_ font: UnsafeMutablePointer<PangoFont>) { self.font = font }

  private mutating func add(_ letter: PlacedGlyph) {
    glyphs.append(cairo_glyph_t(index: UInt(letter.glyph), x: letter.origin.x, y: letter.origin.y))
  }

  /// Draws letters about the context's origin, `factor` points per pixel of their layout; false without the font.
  func draw(on context: OpaquePointer, factor: Double) -> Bool {
    guard let laidOut = pango_cairo_font_get_scaled_font(OpaquePointer(font)) else { return false }
    var matrix = cairo_matrix_t()
    cairo_scaled_font_get_font_matrix(laidOut, &matrix)
    cairo_matrix_scale(&matrix, factor, factor)
    cairo_set_font_face(context, cairo_scaled_font_get_font_face(laidOut))
    cairo_set_font_matrix(context, &matrix)
    cairo_set_font_options(context, pinnedFontOptions)
    text.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        cairo_show_text_glyphs(
          context, bytes.baseAddress, Int32(bytes.count), glyphs, Int32(glyphs.count), clusters,
          Int32(clusters.count), cairo_text_cluster_flags_t(rawValue: 0))
      }
    }
    return true
  }
}

extension PangoTextShaper {
  /// A fragment's letters as text of their fonts; `nil` where these would look otherwise than its outline.
  func letterRuns(
    of fragment: TextRun.Fragment, letterSpacing: Double
  ) throws(CanvasError) -> (runs: [LetterRun], factor: Double)? {
    guard fragment.images.isEmpty, !fragment.text.isEmpty, fragment.font.size > 0 else { return nil }
    do {
      guard let found = try layout.letters(of: fragment.text, fragment.font, letterSpacing: letterSpacing),
        found.fragment.outline.isNear(fragment.outline, by: fragment.font.size / 200),
        let runs = LetterRun.runs(of: found.letters, Array(fragment.text.utf8))
      else { return nil }
      return (runs, found.factor)
    } catch {
      throw .failed(step: "setting text", reason: error.description)
    }
  }
}

extension Path {
  /// True if another path has the same pieces in nearly the same positions.
  fileprivate func isNear(_ other: Path, by distance: Double) -> Bool {
    verbs == other.verbs
      && zip(points, other.points).allSatisfy { abs($0.x - $1.x) <= distance && abs($0.y - $1.y) <= distance }
  }
}
