@usableFromInline enum ZoomReading: Sendable {
  case exact
  /// Next lower whole zoom.
  case whole
  /// Whole zooms below and above, interpolated with the expression's easing.
  case between(Easing)
}

extension StyleProperty {
  /// True for sizes set in steps of the zoom, which take place at whole zooms.
  func isStepped(by expression: CompiledExpression) -> Bool {
    guard self === StyleProperty.textSize || self === StyleProperty.iconSize else { return false }
    return expression.inputs.reads(.zoom) && expression.zoomEasing == nil
  }

  /// Paint that depends on zoom and data is interpolated between whole zooms, as interactive maps evaluate
  /// features once a tile. Text and icon sizes are evaluated exactly.
  @usableFromInline func zoomReading(of expression: CompiledExpression) -> ZoomReading {
    guard expression.inputs.reads(.zoom) else { return .exact }
    if takesWholeZoom || isStepped(by: expression) { return .whole }
    guard !expression.isFeatureConstant, !expression.inputs.reads(.special), section == .paint else {
      return .exact
    }
    return expression.zoomEasing.map(ZoomReading.between) ?? .whole
  }
}
