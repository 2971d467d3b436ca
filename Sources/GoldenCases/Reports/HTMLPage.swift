import BuiltIns

/// The common parts of all pages of a report: looks and behavior.
enum HTMLPage {
  /// The keys of a page, in words.
  static let keys = """
    <kbd>j</kbd> <kbd>k</kbd> next and previous case · <kbd>1</kbd> side by side · <kbd>2</kbd> slider \
    (<kbd>←</kbd> <kbd>→</kbd> move it) · <kbd>3</kbd> blink · <kbd>4</kbd> difference · <kbd>z</kbd> enlarge · \
    <kbd>f</kbd> filter
    """

  /// Looks; light and dark follow the reader's system.
  static let style = PagePart.reportStyle.text

  /// Behavior: filters, modes, keys.
  static let script = PagePart.reportScript.text
}
