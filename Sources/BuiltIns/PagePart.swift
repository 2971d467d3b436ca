import CBuiltIns

/// A style sheet or script of our HTML pages: a file of `CBuiltIns/pages`.
public enum PagePart: Sendable {
  /// The looks and the behavior of the report of goldens.
  case reportStyle, reportScript
  /// The looks and the behavior of the page that builds addresses.
  case addressStyle, addressScript

  /// The file's text, without its last line end.
  public var text: String {
    let numbers: [PagePart: page_part_number] = [
      .reportStyle: page_report_style, .reportScript: page_report_script,
      .addressStyle: page_address_style, .addressScript: page_address_script,
    ]
    guard let number = numbers[self] else { return "" }
    let part = page_part_at(number)
    return String(decoding: UnsafeBufferPointer(start: part.bytes, count: part.count - 1), as: UTF8.self)
  }
}
