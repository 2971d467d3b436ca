import MapContent
import MapStyle

/// The properties that set where the texts or the icons of a layer may be.
struct LabelRules {
  private let allowsOverlap, ignoresPlacement, isOptional: BoundProperty<Bool>
  private let overlap: BoundProperty<Overlap?>

  init(
    _ layer: ResolvedLayer, _ allowsOverlap: PropertyKey<Bool>, _ overlap: PropertyKey<Overlap?>,
    ignores ignoresPlacement: PropertyKey<Bool>, isOptional: PropertyKey<Bool>
  ) {
    self.allowsOverlap = layer.property(allowsOverlap)
    self.overlap = layer.property(overlap)
    self.ignoresPlacement = layer.property(ignoresPlacement)
    self.isOptional = layer.property(isOptional)
  }

  func rules(in context: EvaluationContext, _ drawing: inout LayerDrawing) -> Label.Rules {
    let allows = drawing.value(allowsOverlap, in: context)
    return Label.Rules(
      overlap: drawing.value(overlap, in: context) ?? (allows ? .always : .never),
      ignoresPlacement: drawing.value(ignoresPlacement, in: context),
      isOptional: drawing.value(isOptional, in: context))
  }
}
