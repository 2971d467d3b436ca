package import CairoCanvas
import Drawing
public import MapDecorations
public import MapSettings
import SVGCanvas

/// The writing of pictures.
struct PictureEncoding {
  let settings: OutputSettings
  let threads: Int
  /// The file in messages; `nil` for none.
  let place: String?
  /// Sets text of PDF as text; `nil` for outlines.
  let shaper: PangoTextShaper?

  /// A scene as a file's bytes, with the error of a PNG whose colors were reduced.
  func file(
    of scene: Scene, dark: Scene?, as format: PictureFormat
  ) throws(SessionError) -> (bytes: [UInt8], error: ColorError?) {
    do {
      guard format == .png, let colors = settings.colors else {
        return (try bytes(of: scene, dark, as: format), nil)
      }
      let (bitmap, error) = try CairoCanvas.bitmap(of: scene).reduced(toColors: colors)
      return (try CairoCanvas.png(of: bitmap, drawnFrom: scene, options: pngOptions), error)
    } catch {
      throw .output("it cannot be drawn: \(error)", at: place)
    }
  }

  private var pngOptions: PNGOptions {
    var options = settings.pngOptions
    options.threads = threads
    return options
  }

  private func bytes(of scene: Scene, _ dark: Scene?, as format: PictureFormat) throws -> [UInt8] {
    func encoded(_ scene: Scene, as format: PictureHeader.Format) throws -> [UInt8] {
      try PictureWriter.encode(
        CairoCanvas.bitmap(of: scene, threads: threads), as: format, quality: settings.quality)
    }
    switch format {
    case .png: return try CairoCanvas.png(of: scene, options: pngOptions)
    case .html:
      return try imageMap(of: scene, at: settings.htmlImage) {
        try CairoCanvas.png(of: scene, options: pngOptions)
      }
    case .webp: return try encoded(scene, as: .webp)
    case .avif: return try encoded(scene, as: .avif)
    case .jpeg:
      // What can be looked through lies over white.
      var scene = scene
      scene.background = scene.background?.over(.white) ?? .white
      return try encoded(scene, as: .jpeg)
    case .pdf:
      let options = PDFOptions(shaper: settings.text == .outlines ? nil : shaper, author: settings.author)
      return try CairoCanvas.pdf(of: scene, options: options)
    case .svg:
      var options = SVGOptions(
        text: settings.text == .outlines ? .outlines : .live, encodePNG: { try PNG.encode($0) })
      options.idPrefix = settings.idPrefix ?? ""
      options.standardFamily = try shaper?.preferredFamily()
      return try SVGCanvas.svg(of: scene, dark: dark, options: options)
    }
  }
}

extension OutputSettings {
  /// The writing of PNG.
  package var pngOptions: PNGOptions {
    var options = PNGOptions()
    options.compression = compression ?? options.compression
    return options
  }
}

extension PictureOptions {
  /// The settings of pictures as a request or style sets them.
  public init(_ settings: OutputSettings) {
    self.init()
    switch settings.background {
    case .some(.none): background = .none
    case .color(let color): background = .color(color)
    case nil: break
    }
    debugGrid = settings.debugGrid
    decorations = DecorationOptions(settings)
    title = decorations.title.flatMap { $0.isShown ? $0.text : nil }
    callouts = settings.callouts ?? callouts
    cutsLabelsAtEdge = settings.edgeLabels == .cut
    raisesWalls = settings.walls != .flat
    calloutRows = settings.calloutRows ?? calloutRows
    calloutColumns = settings.calloutColumns ?? calloutColumns
    listsMembers = settings.members ?? listsMembers
    numberFormat = settings.numberFormat ?? numberFormat
    labelScale = settings.labelScale
  }
}
