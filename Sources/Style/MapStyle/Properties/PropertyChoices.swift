/// The part of a label or icon at its point.
public typealias LabelAnchor = VariableAnchorOffset.Anchor

/// The overlap that symbols allow, named as `text-overlap` names it.
public enum Overlap: String, Hashable, Sendable, CaseIterable, TypedPropertyValue {
  case never, always
  /// Drawn over those that are cooperative too.
  case cooperative
}

/// The reference of a symbol's rotation.
public enum RotationAlignment: String, Hashable, Sendable, CaseIterable, TypedPropertyValue {
  case map, viewport
  /// The picture, letter by letter.
  case viewportGlyph = "viewport-glyph"
  /// The picture at points, the map along lines.
  case auto
}

/// The placement of symbols along their features.
public enum SymbolPlacement: String, Hashable, Sendable, CaseIterable, TypedPropertyValue {
  case point, line
  case lineCenter = "line-center"
}

/// The drawing order of symbols that overlap.
public enum SymbolOrder: String, Hashable, Sendable, CaseIterable, TypedPropertyValue {
  /// By sort key where there is one, else like ``viewportY`` where overlap is allowed.
  case auto
  /// Those lower in the picture over those higher up.
  case viewportY = "viewport-y"
  /// Later ones over earlier ones.
  case source
}

/// Along which sides an icon is stretched around its text.
public enum TextFit: String, Hashable, Sendable, CaseIterable, TypedPropertyValue {
  case none, width, height, both
}

/// The alignment of lines of different lengths.
public enum TextJustification: String, Hashable, Sendable, CaseIterable, TypedPropertyValue {
  case auto, left, center, right
}

/// The change of letters.
public enum TextTransform: String, Hashable, Sendable, CaseIterable, TypedPropertyValue {
  case none, uppercase, lowercase
}

/// A direction of writing.
public enum WritingMode: String, Hashable, Sendable, CaseIterable, TypedPropertyValue {
  case horizontal, vertical
}

/// The interpolation of an enlarged image.
public enum Resampling: String, Hashable, Sendable, CaseIterable, TypedPropertyValue {
  /// Pixels are interpolated.
  case linear
  /// Each pixel is that of the nearest sample.
  case nearest
}

/// The way in which light on slopes becomes color, named as `hillshade-method` names it.
public enum HillshadeMethod: String, Hashable, Sendable, CaseIterable, TypedPropertyValue {
  /// By direction and steepness, with an accent on what is steep.
  case standard
  /// By the angle to the light.
  case basic
  /// By the angle to the light, on what is steep.
  case combined
  /// By direction and steepness, without an accent.
  case igor
  /// By the angles to several lights.
  case multidirectional
}
