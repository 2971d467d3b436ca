public import Drawing

/// Writes scenes as SVG: one group a layer, real circles and text, titles, and the same bytes every time.
public enum SVGCanvas {
  /// Writes a scene as one self-contained SVG document in UTF-8.
  ///
  /// The document measures the scene's size in points (CSS pixels); the scene's scale, which is for pixels, changes
  /// nothing. Each layer is a `<g>` with the layer's id, made unique and fit for XML; each mark is one element, or
  /// a group of a few where SVG has no single word for it. A mark with a subject carries `data-id`, `data-count`,
  /// `<title>` and `<desc>`, and `data-members`, a JSON list of ids, where its subject lists members.
  ///
  /// Text that is ``SVGOptions/TextStyle/live`` leaves emoji and the direction of writing to the viewer, as it does
  /// all letters.
  ///
  /// With a second scene for readers who prefer dark colors the document shows the one or the other, by
  /// `prefers-color-scheme`. Paths that both draw, which are most of a map, are written once.
  ///
  /// - Parameter dark: the scene in dark colors; `nil` for one that looks the same to everybody.
  /// - Throws: ``SVGError`` for a number that has no place in a document, or pixels that cannot be encoded.
  /// - Complexity: O(*n*) in the points, letters and pixels of the scene.
  public static func svg(
    of scene: Scene, dark: Scene? = nil, options: SVGOptions = .init()
  ) throws(SVGError) -> [UInt8] {
    var writer = SceneWriter(options: options, isPair: dark != nil)
    return try writer.document(of: scene, dark: dark)
  }
}
