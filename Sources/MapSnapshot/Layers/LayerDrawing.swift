import Drawing
import MapGeometry
import MapStyle

/// A point that layers draw: a cluster, a single point, or a point of a source that is not clustered.
struct PointItem {
  /// Its number within its source, to tell which marks belong together.
  let index: Int
  /// What expressions see.
  let feature: any StyleFeature
  /// Where it lies on the flat world.
  let place: WorldPoint
  /// What its marks stand for, where that is told.
  let subject: Subject?
}

/// What layers share while a picture is put together: the view, the text shaper, and what is to be told afterwards.
struct LayerDrawing {
  let frame: ViewFrame
  let shaper: any TextShaper
  let globalState: [String: StyleValue]
  /// What icons and patterns are drawn with.
  var images = ImageSet()
  /// Failed evaluations, each place once.
  var warnings = StyleWarnings()
  /// Characters that no font can draw, each once.
  var missingCharacters: [Unicode.Scalar] = []

  init(frame: ViewFrame, shaper: any TextShaper, globalState: [String: StyleValue] = [:]) {
    self.frame = frame
    self.shaper = shaper
    self.globalState = globalState
  }

  /// What paint and layout expressions look at: the view's own zoom.
  func context(for feature: (any StyleFeature)? = nil) -> EvaluationContext {
    EvaluationContext(
      zoom: frame.viewport.zoom, feature: feature, availableImages: images.names, globalState: globalState)
  }

  /// The items that pass a layer's filter, which sees the integer zoom.
  mutating func items(_ items: [PointItem], passing layer: StyleLayer) -> [PointItem] {
    items.filter { passes($0.feature, layer) }
  }

  /// Whether a feature passes a layer's filter; a filter that fails does not let it pass.
  mutating func passes(_ feature: any StyleFeature, _ layer: StyleLayer) -> Bool {
    let context = EvaluationContext(
      zoom: frame.viewport.zoom.rounded(.down), feature: feature, globalState: globalState)
    return layer.accepts(context, noting: &warnings)
  }

  /// Lays text out and remembers what no font could draw.
  mutating func shape(_ request: TextRequest) throws(SnapshotError) -> ShapedText {
    do throws(TextShapingError) {
      let shaped = try shaper.shape(request)
      for scalar in shaped.missing where !missingCharacters.contains(scalar) {
        missingCharacters.append(scalar)
      }
      return shaped
    } catch {
      throw .text(error)
    }
  }
}

/// Items with a key, lowest first, equal keys in their own order; those without a key are as 0.
func sorted<Item>(_ items: [Item], by key: (Item) -> Double?) -> [Item] {
  let keys = items.map { key($0) ?? 0 }
  guard keys.contains(where: { $0 != keys[0] }) else { return items }
  return items.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { items[$0] }
}
