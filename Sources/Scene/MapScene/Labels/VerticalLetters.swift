import Drawing

extension Unicode.Scalar {
  /// True if it stands upright in text that runs from top to bottom: ideographs, syllables and signs among them.
  ///
  /// - SeeAlso: Unicode Standard Annex 50, on vertical text layout.
  var standsUpright: Bool {
    switch value {
    // Brackets, dashes and the like turn with the line.
    case 0x3008...0x3011, 0x3014...0x301F, 0x3030, 0x30FC, 0xFE49...0xFE4F, 0xFE58...0xFE5E, 0xFE63...0xFE66,
      0xFF08, 0xFF09, 0xFF0D, 0xFF1A...0xFF1E, 0xFF3B, 0xFF3D, 0xFF3F, 0xFF5B...0xFFDF, 0xFFE3,
      0xFFE8...0xFFEF:
      false
    case 0x02EA, 0x02EB, 0x1100...0x11FF, 0x1400...0x167F, 0x18B0...0x18FF, 0x2E80...0x2FDF, 0x2FF0...0x303F,
      0x3040...0x312F, 0x3130...0x31EF, 0x31F0...0x4DFF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF,
      0xF900...0xFAFF, 0xFE10...0xFE1F, 0xFE30...0xFE6F, 0xFF00...0xFFE7, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  /// True if its letters are joined, so that spacing would tear them apart: Arabic, and what is written like it.
  var isJoined: Bool {
    switch value {
    case 0x0600...0x077F, 0x07C0...0x07FF, 0x0840...0x08FF, 0x1800...0x18AF, 0xA840...0xA87F, 0xFB50...0xFDFF,
      0xFE70...0xFEFE, 0x10D00...0x10D3F, 0x10F30...0x10F6F, 0x1E900...0x1E95F:
      true
    default: false
    }
  }

  /// True if its letters change with their neighbors, as those of Arabic and of the scripts of India do.
  var isShaped: Bool {
    switch value {
    case 0x0900...0x0DFF, 0x0F00...0x109F, 0x1780...0x17FF: true
    default: isJoined
    }
  }

  /// The form that punctuation has in text that runs from top to bottom; `nil` where it has none of its own.
  fileprivate var verticalForm: Unicode.Scalar? {
    guard let index = Unicode.Scalar.punctuation.firstIndex(of: self) else { return nil }
    return Unicode.Scalar.verticalPunctuation[index]
  }

  private static let punctuation = Array(
    "!#$%&()*+,-./:;<=>?@[\\]^_`{|}~–—‘’“”…‧、。〈〉《》「」『』【】〔〕〖〗！（），－．：；＜＞？［］＿｛｜｝｟｠｡｢｣".unicodeScalars)
  private static let verticalPunctuation = Array(
    "︕＃＄％＆︵︶＊＋︐︲・／︓︔︿＝﹀︖＠﹇＼﹈＾︳｀︷―︸～︲︱﹃﹄﹁﹂︙・︑︒︿﹀︽︾﹁﹂﹃﹄︻︼︹︺︗︘︕︵︶︐︲・︓︔︿﹀︖﹇﹈︳︷―︸︵︶︒﹁﹂".unicodeScalars)
}

extension String {
  /// True if some of its letters stand upright in text that runs from top to bottom; other text is set across.
  var canStandUpright: Bool { unicodeScalars.contains(where: \.standsUpright) }

  /// The text with the punctuation of vertical text, but beside letters that lie on their sides.
  var withVerticalPunctuation: String {
    let scalars = Array(unicodeScalars)
    func isTurned(_ index: Int) -> Bool {
      guard scalars.indices.contains(index) else { return false }
      let scalar = scalars[index]
      return !scalar.standsUpright && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let form = isTurned(index - 1) || isTurned(index + 1) ? nil : scalar.verticalForm
      result.append(form ?? scalar)
    }
    return String(result)
  }
}

extension ShapedText {
  /// A text laid out in single letters, in which those that stand upright are an em apart.
  ///
  /// - Parameters:
  ///   - sizes: the em of each section, in points.
  ///   - inColumn: whether the text stands at a point.
  func withUprightLettersApart(_ sizes: [Double], inColumn: Bool) -> ShapedText {
    var result = self
    var (line, shift, greatest) = (0, 0.0, 0.0)
    result.size.width = 0
    for (index, fragment) in fragments.enumerated() {
      if fragment.line != line { (line, shift) = (fragment.line, 0) }
      let more = fragment.standsUpright(inColumn: inColumn) ? sizes[fragment.section] - fragment.advance : 0
      result.fragments[index].origin.x += shift + more / 2
      shift += more
      greatest = max(greatest, shift)
      result.size.width = max(result.size.width, fragment.origin.x + fragment.advance + shift)
    }
    result.inkBox.width += greatest
    return result
  }
}
