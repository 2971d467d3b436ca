import CBuiltIns

/// A text that comes with the program: a file below `CBuiltIns`.
public enum BuiltInText: Int, Sendable {
  // The order is that of `texts` in `CBuiltIns/texts.c`.
  /// Page of a report of golden images, its CSS and its script.
  case reportPage, reportStyle, reportScript
  case addressPage, addressStyle, addressScript, coveragePage, settingsPage, requestPage, scenarioPage
  case settingWords, commandWords, descriptionWords, palettes, calendars, signs, bashCompletion, zshCompletion
  /// Styles with gaps to fill in.
  case world, overWorld, shapes, pins, raster, relief, paper

  /// The file's text, without its last line end.
  public var text: String {
    let text = text_at(rawValue)
    return String(decoding: UnsafeBufferPointer(start: text.bytes, count: text.count - 1), as: UTF8.self)
  }
}
