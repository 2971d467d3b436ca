import CBuiltIns

/// A text that comes with the program: a file below `CBuiltIns`.
public enum BuiltInText: Int, Sendable {
  // The order is that of `texts` in `CBuiltIns/texts.c`.
  /// The page of a report of goldens, with gaps, its looks and its behavior.
  case reportPage, reportStyle, reportScript
  /// The looks and the behavior of the page that builds addresses.
  case addressStyle, addressScript
  /// The pages of settings, requests and scenarios, with gaps for tables.
  case settingsPage, requestPage, scenarioPage
  /// The words of settings, of commands and their options, and of descriptions; see ``Words``.
  case settingWords, commandWords, descriptionWords
  /// The palettes, a line each.
  case palettes
  /// The completions for shells, with gaps.
  case bashCompletion, zshCompletion
  /// Styles with gaps: of the built-in world, of areas and lines over it, of overlays and their pins, of tiles of pictures,
  /// of heights, of maps without a base map.
  case world, overWorld, shapes, pins, raster, relief, paper

  /// The file's text, without its last line end.
  public var text: String {
    let text = text_at(rawValue)
    return String(decoding: UnsafeBufferPointer(start: text.bytes, count: text.count - 1), as: UTF8.self)
  }
}
