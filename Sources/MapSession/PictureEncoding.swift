import CairoCanvas
public import Drawing
public import MapScene
public import MapStyle
import SVGCanvas

/// The formats of a picture.
public enum PictureFormat: String, CaseIterable, Hashable, Sendable {
  /// Pixels.
  case png
  /// Scalable, with text, ids and titles.
  case svg
  /// Scalable, for print.
  case pdf
}

/// Who writes SVG.
public enum SVGWriter: String, CaseIterable, Hashable, Sendable {
  /// SVGCanvas: clean and small.
  case native
  /// Cairo's own surface.
  case cairo
}

/// How SVG holds text.
public enum SVGTextChoice: String, CaseIterable, Hashable, Sendable {
  /// As text.
  case text
  /// As outlines, which look the same everywhere.
  case outlines
}

/// How pictures are written, over what request and style set; `nil` where nothing is set.
public struct PictureEncoding: Hashable, Sendable {
  /// PNG: how hard to compress, `0...9`.
  public var compression: Int?
  /// SVG: how text is held.
  public var text: SVGTextChoice?
  /// SVG: who writes it.
  public var svg: SVGWriter?

  /// Nothing is set.
  public init() {}

  /// A scene as a file's bytes.
  ///
  /// - Parameters:
  ///   - settings: what request and style set.
  ///   - place: the file in messages; `nil` for none.
  public func bytes(
    of scene: Scene, as format: PictureFormat, over settings: OutputSettings, place: String? = nil
  ) throws(SessionError) -> [UInt8] {
    do {
      switch format {
      case .png:
        var options = PNGOptions()
        options.compression = compression ?? settings.compression?.value ?? options.compression
        return try CairoCanvas.png(of: scene, options: options)
      case .pdf:
        return try CairoCanvas.pdf(of: scene)
      case .svg where svg == .cairo:
        return try CairoCanvas.svg(of: scene)
      case .svg:
        let wantsOutlines = text.map { $0 == .outlines } ?? (settings.text?.value == .outlines)
        return try SVGCanvas.svg(
          of: scene,
          options: SVGOptions(text: wantsOutlines ? .outlines : .live, encodePNG: { try PNG.encode($0) }))
      }
    } catch {
      throw .output("it cannot be drawn: \(error)", at: place)
    }
  }
}

extension PictureOptions {
  /// What is drawn beside the style's layers as a request or style sets it.
  public init(_ settings: OutputSettings) {
    self.init()
    switch settings.background?.value {
    case .some(.none): background = .none
    case .color(let color): background = .color(color)
    case nil: break
    }
    debugGrid = settings.debugGrid?.value
    furniture = FurnitureOptions(settings)
    title = furniture.title.flatMap { $0.isShown ? $0.text : nil }
    callouts = settings.callouts?.value ?? callouts
    calloutRows = settings.calloutRows?.value ?? calloutRows
  }
}
