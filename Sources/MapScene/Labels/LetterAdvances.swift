import MapContent
import MapStyle

/// The least length that texts can have, found without laying them out.
///
/// Most roads of a city are shorter than their names. Advances of single letters are measured once; kerning makes a text
/// shorter, but not by a quarter.
struct LetterAdvances {
  private let names: [String]
  /// In ems, by ASCII code; negative where not measured yet.
  private var advances = [Double](repeating: -1, count: 128)

  init(names: [String]) { self.names = names }

  /// A length that the text's first line has at least, in ems.
  ///
  /// - Returns: 0 where nothing is certain, as of texts with sections of their own looks.
  /// - Complexity: O(*letters*).
  mutating func leastLength(
    of text: FormattedText, _ transform: TextTransform, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> Double {
    guard text.sections.count == 1, let section = text.sections.first, section.image == nil,
      section.scale == nil, section.fontStack == nil
    else { return 0 }
    var length = 0.0
    // More is not laid out.
    for byte in transform.applied(to: section.text).utf8.prefix(200) {
      if byte == 0x0A || byte == 0x0D { return 0 }
      // Other letters and their marks may have any width.
      if (0x21...0x7E).contains(byte) { length += try advance(of: byte, in: &drawing) }
    }
    return length * 0.75
  }

  /// The advance of an ASCII letter, in ems.
  mutating func advance(of byte: UInt8, in drawing: inout LayerDrawing) throws(SnapshotError) -> Double {
    let index = Int(byte)
    guard advances[index] < 0 else { return advances[index] }
    // A space at a line's end counts for nothing.
    advances[index] =
      byte == 0x20
      ? max(
        0, try drawing.width(of: "n n", in: names) - 2 * (try drawing.width(of: "n", in: names)))
      : try drawing.width(of: String(UnicodeScalar(byte)), in: names)
    return advances[index]
  }
}
