import JSONDocument
import MapStyle

/// Counts the labels that are not drawn, and why.
struct HiddenLabels {
  private struct Entry {
    let layer: StyleLayer
    let all: Int
    /// Those in each other's way.
    let met: Int
    /// Those that the picture's edge would cut.
    let cut: Int
  }

  private var entries: [Entry] = []

  /// Counts those of a layer; layers come topmost first.
  ///
  /// - Parameters:
  ///   - all: how many labels the layer has in the picture.
  ///   - met: how many of them are missing because others have taken their place.
  ///   - cut: how many of them are missing because the picture's edge would cut them.
  mutating func count(_ layer: StyleLayer, all: Int, met: Int, cut: Int) {
    if met + cut > 0 { entries.append(Entry(layer: layer, all: all, met: met, cut: cut)) }
  }

  /// A warning a cause, whatever the number of layers, at the lowest of them.
  var diagnostics: [Diagnostic] {
    [
      diagnostic(
        of: \.met, "found no place",
        "draw a larger or closer view, or set text-allow-overlap in a style of your own"),
      diagnostic(of: \.cut, "would be cut by the picture's edge", "show more around them"),
    ].compactMap(\.self)
  }

  private func diagnostic(
    of count: KeyPath<Entry, Int>, _ cause: String, _ hint: String
  ) -> Diagnostic? {
    let concerned = entries.filter { $0[keyPath: count] > 0 }
    guard let lowest = concerned.last?.layer else { return nil }
    let (hidden, all) = concerned.reduce((0, 0)) { ($0.0 + $1[keyPath: count], $0.1 + $1.all) }
    var layers = "layer \(escapedForMessage(lowest.id))"
    if concerned.count == 2 {
      layers = "layers \(escapedForMessage(lowest.id)) and \(escapedForMessage(concerned[0].layer.id))"
    } else if concerned.count > 2 {
      layers += " and \(concerned.count - 1) more layers"
    }
    return Diagnostic(
      .warning, code: "labels-hidden", path: lowest.path, position: lowest.position,
      message:
        "\(hidden) of \(all) labels of \(layers) \(cause) and \(hidden == 1 ? "is" : "are") not drawn; "
        + hint)
  }
}
