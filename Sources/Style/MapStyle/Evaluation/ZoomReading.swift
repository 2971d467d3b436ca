/// The zoom at which a data-driven expression is evaluated.
@usableFromInline
enum ZoomReading: Sendable {
  /// The zoom of the view, as it is.
  case exact
  /// The whole zoom below it.
  case whole
  /// The whole zooms below and above it; between their values the expression's own curve leads.
  case between(Easing)
}

extension StyleProperty {
  /// True if the property is a size that an expression of the zoom sets in steps: these take place at whole zooms.
  func isStepped(by expression: CompiledExpression) -> Bool {
    guard self === StyleProperty.textSize || self === StyleProperty.iconSize else { return false }
    return expression.inputs.reads(.zoom) && expression.zoomEasing == nil
  }

  /// The zoom that an expression of this property is evaluated at.
  ///
  /// Paint that depends on zoom and data is interpolated between its values at whole zooms, even where the curve has a
  /// stop between them: interactive maps evaluate features once a tile. Sizes of texts and icons are laid out anew.
  @usableFromInline
  func zoomReading(of expression: CompiledExpression) -> ZoomReading {
    guard expression.inputs.reads(.zoom) else { return .exact }
    if takesWholeZoom || isStepped(by: expression) { return .whole }
    guard !expression.isFeatureConstant, !expression.inputs.reads(.special), section == .paint else {
      return .exact
    }
    return expression.zoomEasing.map(ZoomReading.between) ?? .whole
  }
}
