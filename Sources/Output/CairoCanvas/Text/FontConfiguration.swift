import CGraphics
import CPango

/// The configuration that text shapers keep unless the host decides otherwise: fontconfig's current configuration.
public enum FontConfiguration {
  /// Makes an empty configuration the current one of the process, once; for programs that use no other.
  ///
  /// Every shaper has a configuration of its own. But Pango starts fontconfig on a thread of its own at its first call,
  /// and without a current configuration that reads everything the desktop has: 5 ms, on a fresh machine 300 ms.
  /// A host that uses fontconfig itself should not call this. Pango's own warnings are no longer written to standard error.
  ///
  /// - Returns: whether the process has an empty configuration now.
  @discardableResult public static func replaceProcessConfiguration() -> Bool { isReplaced }

  private static let isReplaced: Bool = {
    graphics_silence_pango()
    guard let empty = FcConfigCreate() else { return false }
    defer { FcConfigDestroy(empty) }
    return FcConfigSetCurrent(empty) != 0
  }()

  /// The name and revision of the font that is built in; without a revision where the machine's is used.
  package static let builtInFont: String = {
    let revision = graphics_font_revision(graphics_built_in_font(graphics_noto))
    return revision > 0 ? "Noto Sans \(Double((revision * 1000).rounded()) / 1000)" : "Noto Sans"
  }()
}
