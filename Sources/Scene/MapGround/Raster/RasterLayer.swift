public import Drawing
package import MapContent
public import MapGeometry
public import MapStyle

package struct RasterLayer {
  private let opacity: Double
  private let colors: RasterColors
  private let isSmooth: Bool

  package init(_ layer: ResolvedLayer, in drawing: inout LayerDrawing) {
    func value<Value>(_ key: PropertyKey<Value>) -> Value { drawing.value(of: key, in: layer) }
    opacity = value(.rasterOpacity)
    colors = RasterColors(
      hueRotation: value(.rasterHueRotate), darkest: value(.rasterBrightnessMin),
      brightest: value(.rasterBrightnessMax), saturation: value(.rasterSaturation),
      contrast: value(.rasterContrast))
    let resampling = layer.layer.sets(.resampling) ? value(.resampling) : value(.rasterResampling)
    isSmooth = resampling == .linear
  }

  package func marks(of source: StyleSource, _ pictures: SourcePictures, in frame: ViewFrame) -> [DrawItem] {
    guard opacity > 0 else { return [] }
    let frame = frame.alignedToPoints
    switch (source.content, pictures) {
    case (.raster, .tiles(let cover, let tiles, _, _)):
      guard frame.viewport.bearing == 0, !frame.isWarped else {
        let colored = tiles.mapValues(colors.applied(to:))
        let picture = TurnedTiles(cover, colored, in: frame).picture(isSmooth: isSmooth)
        return picture.map { [mark($0, frame.wholePixels)] } ?? []
      }
      return cover.shownTiles(in: frame.viewport).compactMap { tile, rectangle in
        tiles[tile].map { mark(colors.applied(to: $0), pixelRectangle(of: rectangle, in: frame)) }
      }
    case (.image(let image), .image(let bitmap)):
      let quad = QuadPicture(image.corners, of: bitmap, in: frame)
      if frame.isWarped {
        let picture = quad.pictureOnSheet(isSmooth: isSmooth)
        return picture.map { [mark(colors.applied(to: $0), frame.wholePixels)] } ?? []
      }
      return quad.pictures(isSmooth: isSmooth).map {
        mark(colors.applied(to: $0.bitmap), $0.rectangle)
      }
    default: return []
    }
  }

  private func mark(_ bitmap: Bitmap, _ rectangle: Rectangle) -> DrawItem {
    DrawItem(.image(ImageMark(bitmap: bitmap, rectangle: rectangle, opacity: opacity, isSmooth: isSmooth)))
  }

  /// A rectangle in worlds of a picture with north up as whole pixels of the picture, so that neighbors meet without
  /// a seam.
  private func pixelRectangle(of rectangle: WorldRectangle, in frame: ViewFrame) -> Rectangle {
    let scale = frame.viewport.scale
    func pixel(_ world: Double, _ origin: Double) -> Double {
      ((world - origin) * frame.viewport.worldSize * scale).rounded() / scale
    }
    let (left, top) = (pixel(rectangle.minX, frame.origin.x), pixel(rectangle.minY, frame.origin.y))
    let (right, bottom) = (pixel(rectangle.maxX, frame.origin.x), pixel(rectangle.maxY, frame.origin.y))
    return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The part of a picture with north up that lies between two verticals, in whole pixels of its own; `nil` where there is
  /// none.
  package static func cut(_ mark: DrawItem, to range: ClosedRange<Double>) -> DrawItem? {
    guard case .image(var image) = mark.shape else { return mark }
    let (bitmap, rectangle) = (image.bitmap, image.rectangle)
    guard rectangle.width > 0 else { return nil }
    let pixel = rectangle.width / Double(bitmap.width)
    // Hundredths of a pixel that rounding leaves over are none.
    let first = max(0, ((range.lowerBound - rectangle.x) / pixel - 0.01).rounded(.up))
    let last = min(Double(bitmap.width), ((range.upperBound - rectangle.x) / pixel + 0.01).rounded(.down))
    guard first < last else { return nil }
    guard first > 0 || last < Double(bitmap.width) else { return mark }
    let area = PixelArea(x: Int(first), y: 0, width: Int(last) - Int(first), height: bitmap.height)
    guard let part = area.cut(from: bitmap) else { return nil }
    image.bitmap = part
    image.rectangle = Rectangle(
      x: rectangle.x + first * pixel, y: rectangle.y, width: (last - first) * pixel, height: rectangle.height)
    return DrawItem(.image(image), subject: mark.subject)
  }
}

extension ViewFrame {
  /// The frame of pictures on the ground, which lie on whole points of it; of a view from straight above on a world that repeats.
  var alignedToPoints: ViewFrame {
    guard viewport.camera == nil, !isWarped, singleWorld == nil else { return self }
    return ViewFrame(viewport.alignedToPoints)
  }
}

/// The images of a raster or image source of the style.
public enum SourcePictures: Sendable {
  /// Squares of the world; those without a picture stay empty. The attribution and the encoding of heights are those of the
  /// tiles themselves.
  case tiles(TileCover, [TileID: Bitmap], attribution: String? = nil, encoding: ElevationEncoding? = nil)
  /// One picture; the style sets where its corners lie.
  case image(Bitmap)

  package var attribution: String? {
    if case .tiles(_, _, let attribution, _) = self { attribution } else { nil }
  }
}
