package import MapContent
package import MapStyle
import VectorTiles

/// A layer's filter over features: asked once for all that are alike in what it looks at.
///
/// Measured on 12 tiles of San Francisco under our street style: filters take 6 % of the time instead of 15 %. Filters of
/// published styles look at the kind of geometry as well: with classes of it 83 layers take 2.2 billion instructions
/// instead of 3.2.
package struct TileFilter {
  private let layer: StyleLayer
  /// `nil` where the filter looks at more than a few properties.
  private var classes: PropertyClasses?
  private let readsGeometryType: Bool
  /// By class; `nil` where it was not asked, or failed, which is noted for each feature.
  private var answers: [Bool?] = []

  package init(_ layer: StyleLayer) {
    self.layer = layer
    readsGeometryType = layer.filter?.inputs.reads(.geometryType) ?? false
    guard let inputs = layer.filter?.inputs, !inputs.reads([.wholeFeature, .featureState, .special]) else {
      return
    }
    classes = PropertyClasses(of: inputs.propertyNames)
  }

  package mutating func passes(_ feature: TileFeature, in drawing: inout LayerDrawing) -> Bool {
    passes(feature, ofClass: classes?.number(of: feature.origin), in: &drawing)
  }

  /// True if a feature of another source passes; those are alike where nothing but their kind is looked at.
  package mutating func passes(_ feature: OutlineFeature, in drawing: inout LayerDrawing) -> Bool {
    let isAlike = classes != nil && layer.filter?.inputs.propertyNames.isEmpty == true
    return passes(feature, ofClass: isAlike ? 0 : nil, in: &drawing)
  }

  private mutating func passes(
    _ feature: some StyleFeature, ofClass number: Int?, in drawing: inout LayerDrawing
  ) -> Bool {
    guard layer.filter != nil else { return true }
    guard var number else { return drawing.passes(feature, layer) }
    if readsGeometryType {
      let kinds = GeometryType.allCases
      number = number * kinds.count + (kinds.firstIndex(of: feature.geometryType) ?? 0)
    }
    if number < answers.count, let known = answers[number] { return known }
    let failures = drawing.warnings.total
    let answer = drawing.passes(feature, layer)
    if drawing.warnings.total == failures {
      while answers.count <= number { answers.append(nil) }
      answers[number] = answer
    }
    return answer
  }
}
