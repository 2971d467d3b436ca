/// Which part of a label or icon stands at its point.
public typealias LabelAnchor = VariableAnchorOffset.Anchor

/// Whether symbols may overlap others, named as `text-overlap` names it.
public enum Overlap: String, Hashable, Sendable, CaseIterable {
  /// Where another symbol stands there is no room.
  case never
  /// Always drawn.
  case always
  /// Drawn over those that are cooperative too.
  case cooperative
}

/// What symbols are upright to.
public enum RotationAlignment: String, Hashable, Sendable, CaseIterable {
  /// The map.
  case map
  /// The picture.
  case viewport
  /// The picture, letter by letter.
  case viewportGlyph = "viewport-glyph"
  /// The picture at points, the map along lines.
  case auto
}

/// Where symbols stand.
public enum SymbolPlacement: String, Hashable, Sendable, CaseIterable {
  /// At the point.
  case point
  /// Along the line.
  case line
  /// At the middle of the line.
  case lineCenter = "line-center"
}

/// Which symbol lies over which where they overlap.
public enum SymbolOrder: String, Hashable, Sendable, CaseIterable {
  /// By sort key where there is one, else like ``viewportY`` where overlap is allowed.
  case auto
  /// Those lower in the picture over those higher up.
  case viewportY = "viewport-y"
  /// Later ones over earlier ones.
  case source
}

/// Along which sides an icon is stretched around its text.
public enum TextFit: String, Hashable, Sendable, CaseIterable {
  /// Along no side.
  case none
  /// Across.
  case width
  /// Down.
  case height
  /// Along both.
  case both
}

/// How lines of different lengths stand to each other.
public enum TextJustification: String, Hashable, Sendable, CaseIterable {
  /// Toward the anchor.
  case auto
  /// Flush left.
  case left
  /// Middles aligned.
  case center
  /// Flush right.
  case right
}

/// What becomes of letters.
public enum TextTransform: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case none
  /// Capitals.
  case uppercase
  /// Small letters.
  case lowercase
}

/// A direction of writing.
public enum WritingMode: String, Hashable, Sendable, CaseIterable {
  /// Across.
  case horizontal
  /// Down.
  case vertical
}

/// How an enlarged picture looks.
public enum Resampling: String, Hashable, Sendable, CaseIterable {
  /// Smooth.
  case linear
  /// In squares.
  case nearest
}
