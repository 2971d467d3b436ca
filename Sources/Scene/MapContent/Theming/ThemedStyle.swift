package import Drawing
package import MapSettings
package import MapStyle
import StyleSettings

extension Style {
  /// True for the built-in style of print, which is drawn in grays and without shadows.
  package var isOnPaper: Bool { name == "Print" }

  /// The style with the rule for bubbles of a source that would overlap, where its layers have one.
  package func overlapping(_ source: String, by overlap: BubbleOverlap) -> Style {
    let rule: LayerSettings.Declutter? =
      switch overlap {
      case .none: .clear
      case .shift: .shift
      case .allow: nil
      }
    return with(layers.map { $0.source == source ? $0.decluttering(rule) : $0 })
  }

  /// The style with the point layers of a source replaced by those that draw it by columns of its data; where these are
  /// labels alone, which no heat map has, they lie beneath the style's own.
  ///
  /// - Parameter pin: the color of pins that none is set for; `nil` for that of counts.
  /// - Complexity: O(*layers* + *categories*).
  package func drawing(_ source: String, by theme: DataTheme, pin: Color? = nil) -> Style {
    var ignored = StyleWarnings()
    let view = context(zoom: 0)
    let background =
      layers.first { $0.type == .background }.map {
        $0.value(.backgroundColor, in: view, noting: &ignored)
      } ?? .white
    let isOnDark = background.alpha > 0.5 && background.relativeLuminance < 0.18
    let hasHeat = self.layers.contains { $0.source == source && $0.type == .heatmap }
    let all = ThemeLayers(
      source: source, theme: theme, isOnDark: isOnDark, replacesAll: hasHeat, pin: pin,
      isOnPaper: isOnPaper
    ).layers
    guard theme.drawing.drawsMarkers || hasHeat else { return inserting(all, beneathBubblesOf: source) }
    let (ground, layers) = (all.filter(\.drawsExtents), all.filter { !$0.drawsExtents })
    // Beneath names lie the dots of other sources, too.
    let low = theme.drawing.labelBy == nil ? layers[...] : layers.prefix { $0.type == .circle }
    return replacingPoints(
      of: source, with: Array(low), above: Array(layers[low.endIndex...]), beneathNames: ground)
  }
}
