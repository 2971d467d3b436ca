extension PropertyID {
  /// Whether the property is evaluated at the whole zoom below the view's: what is laid out, and dashes and patterns, so
  /// that they do not slide while zooming.
  ///
  /// The sizes of texts and icons grow smoothly.
  var takesWholeZoom: Bool {
    switch self {
    case .lineDasharray, .linePattern, .fillPattern, .backgroundPattern: true
    case .textSize, .iconSize: false
    default: PropertyTable.definition(of: self).section == .layout
    }
  }
}
