import MapContent
import MapStyle

// In each module that draws layers, so that they are compiled for each type of value: from another one they are not, and looking types
// up took a tenth of the time of labels and polygons.

extension LayerDrawing {
  mutating func value<Value>(_ property: BoundProperty<Value>, in context: EvaluationContext) -> Value {
    property.value(in: context, noting: &warnings)
  }

  mutating func value<Value>(of key: PropertyKey<Value>, in layer: ResolvedLayer) -> Value {
    layer.value(key, in: context(), noting: &warnings)
  }
}
