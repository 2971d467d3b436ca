package import Drawing
import MapContent
package import MapSettings
import MapStyle

/// The look of a decoration: its settings, and what suits the map where one is not set.
package struct DecorationLook {
  package let color: Color
  let halo: Color
  package let plate: Color
  let textSize: Double
  let fonts: [String]

  /// - Parameters:
  ///   - size: the usual size of letters in points.
  ///   - isPlated: whether the piece usually has a plate.
  package init(
    _ piece: OutputSettings.Decoration, isDark: Bool, size: Double, isBold: Bool = false,
    isPlated: Bool = true
  ) {
    color = piece.color ?? (isDark ? DecorationLook.chalk : DecorationLook.ink)
    let usual = (isDark ? DecorationLook.night : Color.white).multiplyingAlpha(by: 0.9)
    plate = piece.background ?? (isPlated ? usual : .transparent)
    halo = piece.haloColor ?? (plate.alpha > 0 ? .transparent : usual)
    textSize = piece.textSize ?? size
    fonts = piece.textFont ?? [isBold ? "Noto Sans Bold" : "Noto Sans Regular"]
  }

  /// The plate of a piece for which nothing is set, without anything shining through.
  static func usualPlate(isDark: Bool) -> Color {
    DecorationLook(OutputSettings.Decoration(), isDark: isDark, size: 0).plate.opaque
  }

  private static let ink = Color(red: 0.16, green: 0.19, blue: 0.21)
  private static let chalk = Color(red: 0.91, green: 0.92, blue: 0.93)
  private static let night = Color(red: 0.07, green: 0.09, blue: 0.11)

  /// A text, on several lines where it is longer than a width.
  func box(
    _ text: String, size: Double? = nil, isBold: Bool = false, maximumWidth: Double? = nil,
    alignment: TextRun.Alignment = .start, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> Box {
    let font = Font(names: isBold ? ["Noto Sans Bold"] : fonts, size: size ?? textSize)
    let shaped = try drawing.shape(
      TextRequest(
        sections: DecorationLook.pieces(of: text).map { .init(text: $0, font: font) },
        maximumWidth: maximumWidth, lineHeight: font.size * 1.25, justification: alignment))
    return Box(
      shaped, font, color, alignment: alignment,
      halo: halo.alpha > 0 ? TextRun.Halo(color: halo, width: 1.5) : nil)
  }

  /// A long text in sections that shapers take whole, cut between words.
  private static func pieces(of text: String) -> [String] {
    var (pieces, count): ([String], Int) = ([""], 0)
    for character in text {
      if count >= 200, character == " " {
        pieces.append("")
        count = 0
      }
      pieces[pieces.count - 1].append(character)
      count += 1
    }
    return pieces
  }
}

extension Color {
  /// The color without anything shining through.
  var opaque: Color { Color(red: red, green: green, blue: blue) }
}
