public import CairoCanvas
public import Drawing
public import MapDecorations
public import MapSettings
import SVGCanvas

/// The writing of pictures.
public struct PictureEncoding: Sendable {
  private let settings: OutputSettings
  private let threads: Int

  /// Writes as settings have it.
  ///
  /// - Parameters:
  ///   - settings: how hard PNG is compressed, who writes SVG, and how it holds text.
  ///   - threads: how many threads draw a picture of pixels at most; it is the same with any number.
  public init(_ settings: OutputSettings, threads: Int = 1) {
    (self.settings, self.threads) = (settings, threads)
  }

  /// A scene as a file's bytes.
  ///
  /// - Parameters:
  ///   - place: the file in messages; `nil` for none.
  ///   - shaper: sets text of PDF as text; `nil` for outlines.
  /// - Throws: ``SessionError`` for a scene that cannot be drawn.
  public func bytes(
    of scene: Scene, as format: PictureFormat, place: String? = nil, shaper: PangoTextShaper? = nil
  ) throws(SessionError) -> [UInt8] {
    try file(of: scene, as: format, place: place, shaper: shaper).bytes
  }

  /// A scene as a file's bytes, with the error of a PNG whose colors were reduced; see ``bytes(of:as:place:shaper:)``.
  func file(
    of scene: Scene, dark: Scene? = nil, as format: PictureFormat, place: String? = nil,
    shaper: PangoTextShaper? = nil
  ) throws(SessionError) -> (bytes: [UInt8], error: ColorError?) {
    if format == .png, let colors = settings.colors {
      do {
        let (bitmap, error) = try CairoCanvas.bitmap(of: scene).reduced(toColors: colors)
        return (try CairoCanvas.png(of: bitmap, drawnFrom: scene, options: pngOptions), error)
      } catch {
        throw .output("it cannot be drawn: \(error)", at: place)
      }
    }
    return (try whole(scene, dark, as: format, place: place, shaper: shaper), nil)
  }

  private var pngOptions: PNGOptions {
    var options = PNGOptions()
    options.compression = settings.compression ?? options.compression
    options.threads = threads
    return options
  }

  private func whole(
    _ scene: Scene, _ dark: Scene?, as format: PictureFormat, place: String?, shaper: PangoTextShaper?
  ) throws(SessionError) -> [UInt8] {
    do {
      switch format {
      case .png:
        return try CairoCanvas.png(of: scene, options: pngOptions)
      case .html:
        return imageMap(of: scene, png: try CairoCanvas.png(of: scene, options: pngOptions))
      case .webp, .avif:
        return try PictureWriter.encode(
          CairoCanvas.bitmap(of: scene, threads: threads), as: format == .avif ? .avif : .webp,
          quality: settings.quality)
      case .jpeg:
        // What can be looked through lies over white.
        var scene = scene
        scene.background = scene.background?.over(.white) ?? .white
        return try PictureWriter.encode(
          CairoCanvas.bitmap(of: scene, threads: threads), as: .jpeg, quality: settings.quality)
      case .pdf:
        return try CairoCanvas.pdf(
          of: scene,
          options: PDFOptions(
            shaper: settings.text == .outlines ? nil : shaper, author: settings.author))
      case .svg where settings.svg == .cairo:
        return try CairoCanvas.svg(of: scene)
      case .svg:
        var options = SVGOptions(
          text: settings.text == .outlines ? .outlines : .live, encodePNG: { try PNG.encode($0) })
        options.idPrefix = settings.idPrefix ?? ""
        return try SVGCanvas.svg(of: scene, dark: dark, options: options)
      }
    } catch {
      throw .output("it cannot be drawn: \(error)", at: place)
    }
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
  }
}
