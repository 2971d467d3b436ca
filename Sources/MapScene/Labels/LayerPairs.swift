import MapStyle

/// The pairs of symbol and circle layers that are drawn together, marker by marker: `clustersnap:pair`.
struct LayerPairs {
  private var partners: [String: ResolvedLayer] = [:]
  private var circles: [String: [StyleLayer]] = [:]

  init(_ layers: [ResolvedLayer] = []) {
    let pairing = layers.map(\.layer).filter { $0.type == .circle && $0.settings.pair != nil }
    guard !pairing.isEmpty else { return }
    var symbols: [String: ResolvedLayer] = [:]
    for layer in layers where layer.layer.type == .symbol { symbols[layer.layer.id] = layer }
    for layer in pairing {
      guard let partner = layer.settings.pair.flatMap({ symbols[$0.value] }),
        partner.layer.source == layer.source
      else { continue }
      partners[layer.id] = partner
      circles[partner.layer.id, default: []].append(layer)
    }
  }

  /// The layer whose symbols are drawn with a circle layer's discs.
  func partner(of layer: StyleLayer) -> ResolvedLayer? { partners[layer.id] }

  /// The circle layers whose discs a symbol layer's symbols are drawn with.
  func circleLayers(of symbols: StyleLayer) -> [StyleLayer] { circles[symbols.id, default: []] }
}
