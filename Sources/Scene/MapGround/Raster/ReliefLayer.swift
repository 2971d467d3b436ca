import CSystem
package import Drawing
import JSONDocument
package import MapContent
import MapGeometry
package import MapStyle

/// Draws heights: light and shade on their slopes, or a color for each height. One picture of all tiles has no seams.
package struct ReliefLayer {
  private enum Look {
    case shade(Hillshade)
    case colors(ResolvedLayer)
  }

  private let look: Look
  private let opacity: Double
  private let isSmooth: Bool

  package init(_ layer: ResolvedLayer, in drawing: inout LayerDrawing) {
    let isShade = layer.layer.type == .hillshade
    look = isShade ? .shade(Hillshade(layer, in: &drawing)) : .colors(layer)
    opacity = isShade ? 1 : drawing.value(of: .colorReliefOpacity, in: layer)
    isSmooth = drawing.value(of: .resampling, in: layer) == .linear
  }

  package func marks(of source: StyleSource, _ pictures: SourcePictures, in drawing: inout LayerDrawing)
    -> [DrawItem]
  {
    // As in MapLibre GL JS, what tiles declare of themselves comes before the style.
    guard opacity > 0, case .raster(let raster) = source.content,
      case .tiles(let cover, let tiles, _, let own) = pictures, let encoding = own ?? raster.elevation,
      let zoom = cover.zoom(in: drawing.frame.viewport)
    else { return [] }
    let frame = drawing.frame.alignedToPoints
    var canvas = ReliefCanvas(frame, tilesAcross: Double(1 << zoom))
    var isGray = false
    for (tile, rectangle) in cover.shownTiles(in: frame.viewport) {
      guard let bitmap = tiles[tile], let area = canvas?.pixels(of: rectangle) else { continue }
      isGray = isGray || [.mapbox, .terrarium].contains(encoding) && bitmap.isGray
      let field = HeightField(bitmap, encoding) { column, row in
        tile.neighbor(column, row).flatMap { tiles[$0] }
      }
      switch look {
      case .shade(let shade):
        let slopes = TexelGrid(
          side: field.side, margin: 1, isSmooth: isSmooth, values: field.slopes(atZoom: zoom))
        let (north, south) = tile.latitudes
        canvas?.fill(area) { x, y in
          let stretch = Float(cos((north + (south - north) * y) * Double.pi / 180))
          return shade.color(of: slopes.value(x, y) / stretch)
        }
      case .colors(let layer):
        let range = ClosedRange(of: field.heights)
        guard let colors = drawing.colors(of: layer, over: range) else { return [] }
        let heights = TexelGrid(
          side: field.side, margin: HeightField.margin, isSmooth: isSmooth,
          values: field.heights.map { SIMD2($0, 0) })
        let (lowest, span) = (Float(range.lowerBound), Float(range.upperBound - range.lowerBound))
        canvas?.fill(area) { x, y in
          let share = span > 0 ? (heights.value(x, y).x - lowest) / span : 0
          return colors[Int(min(1, max(0, share)) * Float(colors.count - 1) + 0.5)]
        }
      }
    }
    if isGray {
      drawing.omit(
        "gray-heights", at: source.location,
        "the pictures of \(source.id) are gray, and heights take red, green and blue apart; name pictures of elevation, or give the source a custom encoding"
      )
    }
    return canvas?.bitmap().map { bitmap in
      [
        DrawItem(
          .image(
            ImageMark(
              bitmap: bitmap, rectangle: drawing.frame.wholePixels, opacity: opacity, isSmooth: isSmooth)))
      ]
    } ?? []
  }
}

extension Bitmap {
  /// True if it has several colors, and red, green and blue are the same in each.
  fileprivate var isGray: Bool {
    pixels.withUnsafeBufferPointer { pixels in
      var differs = false
      for offset in stride(from: 0, to: pixels.count - 3, by: 4) {
        guard pixels[offset] == pixels[offset + 1], pixels[offset] == pixels[offset + 2] else { return false }
        differs = differs || pixels[offset] != pixels[0]
      }
      return differs
    }
  }
}

private struct TexelGrid {
  let side: Int
  let margin: Int
  let isSmooth: Bool
  let values: [SIMD2<Float>]

  @inline(__always) func value(_ x: Double, _ y: Double) -> SIMD2<Float> {
    let width = side + 2 * margin
    guard isSmooth else {
      return values[(Int(y * Double(side)) + margin) * width + Int(x * Double(side)) + margin]
    }
    let (column, row) = (x * Double(side) - 0.5, y * Double(side) - 0.5)
    let (left, top) = (column.rounded(.down), row.rounded(.down))
    let (right, down) = (Float(column - left), Float(row - top))
    let index = (Int(top) + margin) * width + Int(left) + margin
    let upper = values[index] + (values[index + 1] - values[index]) * right
    let lower = values[index + width] + (values[index + width + 1] - values[index + width]) * right
    return upper + (lower - upper) * down
  }
}

/// A picture of a view that is filled tile by tile, each pixel by the tile that its middle lies in.
private struct ReliefCanvas {
  private let width, height: Int
  private let frame: ViewFrame
  /// The middle of the first pixel, and the steps to the next one right and down, in tiles.
  private let start, right, down: SIMD2<Double>
  private let tilesAcross: Double
  private var pixels: [UInt8]
  private var isEmpty = true
  /// Of a view that is warped, where the middle of each pixel lies, in tiles; not a number beside the sheet.
  private var positions: [SIMD2<Double>]?
  /// Of such a view, the pixels that lie in a tile; looked up, never iterated.
  private var boxes: [SIMD2<Int>: Extent<Int>] = [:]

  struct Area {
    let columns, rows: Range<Int>
    let tile: SIMD2<Double>
  }

  init?(_ frame: ViewFrame, tilesAcross: Double) {
    let (viewport, area, scale) = (frame.viewport, frame.wholePixels, frame.viewport.scale)
    guard let width = Int(exactly: (area.width * scale).rounded()),
      let height = Int(exactly: (area.height * scale).rounded())
    else { return nil }
    (self.width, self.height, self.frame, self.tilesAcross) = (width, height, frame, tilesAcross)
    func position(_ x: Double, _ y: Double) -> SIMD2<Double> {
      let world = viewport.worldPoint(at: ScreenPoint(x: x, y: y))
      return SIMD2(world.x, world.y) * tilesAcross
    }
    let origin = position(0, 0)
    right = (position(area.width, 0) - origin) / Double(width)
    down = (position(0, area.height) - origin) / Double(height)
    start = origin + (right + down) / 2
    pixels = Array(repeating: 0, count: width * height * 4)
    guard frame.isWarped else { return }
    var positions = [SIMD2<Double>](repeating: SIMD2(repeating: .nan), count: width * height)
    for row in 0..<height {
      for column in 0..<width {
        let middle = ScreenPoint(x: (Double(column) + 0.5) / scale, y: (Double(row) + 0.5) / scale)
        guard let world = frame.mercatorPoint(at: middle) else { continue }
        let position = SIMD2(world.x, world.y) * tilesAcross
        positions[row * width + column] = position
        boxes[SIMD2<Int>(position.rounded(.down)), default: Extent()].include(column, row)
      }
    }
    self.positions = positions
  }

  func pixels(of rectangle: WorldRectangle) -> Area? {
    let tile = (SIMD2(rectangle.minX, rectangle.minY) * tilesAcross).rounded(.toNearestOrAwayFromZero)
    guard positions == nil else {
      return boxes[SIMD2<Int>(tile)].map {
        Area(columns: $0.minX..<$0.maxX + 1, rows: $0.minY..<$0.maxY + 1, tile: tile)
      }
    }
    let box = Extent(of: rectangle.corners.map { frame.project($0) * frame.viewport.scale }) { ($0.x, $0.y) }
    func range(_ low: Double, _ high: Double, _ count: Int) -> Range<Int>? {
      let first = max(0, min(Double(count), low.rounded(.down) - 1))
      let last = max(0, min(Double(count), high.rounded(.up) + 1))
      return first < last ? Int(first)..<Int(last) : nil
    }
    guard let columns = range(box.minX, box.maxX, width), let rows = range(box.minY, box.maxY, height) else {
      return nil
    }
    return Area(columns: columns, rows: rows, tile: tile)
  }

  mutating func fill(_ area: Area, _ color: (_ x: Double, _ y: Double) -> SIMD4<Float>) {
    let (width, start, right, down, positions) = (width, start, right, down, positions)
    isEmpty = false
    pixels.withUnsafeMutableBufferPointer { pixels in
      for row in area.rows {
        for column in area.columns {
          let found = positions?[row * width + column] ?? start + right * Double(column) + down * Double(row)
          let position = found - area.tile
          guard position.x >= 0, position.x < 1, position.y >= 0, position.y < 1 else { continue }
          let color = color(position.x, position.y)
          guard color.w > 0 else { continue }
          let alpha = min(1, color.w)
          let straight = SIMD4(color.x, color.y, color.z, alpha * color.w) / color.w * 255
          let bytes = straight.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
            .rounded(.toNearestOrAwayFromZero)
          let offset = (row * width + column) * 4
          pixels[offset] = UInt8(bytes.x)
          pixels[offset + 1] = UInt8(bytes.y)
          pixels[offset + 2] = UInt8(bytes.z)
          pixels[offset + 3] = UInt8(bytes.w)
        }
      }
    }
  }

  func bitmap() -> Bitmap? { isEmpty ? nil : Bitmap(width: width, height: height, pixels: pixels) }
}

extension LayerDrawing {
  fileprivate mutating func colors(
    of layer: ResolvedLayer, over heights: ClosedRange<Double>
  ) -> [SIMD4<Float>]? {
    layer.colors(of: .colorReliefColor, count: 2048, over: heights, in: context(), noting: &warnings)?
      .map(\.premultiplied)
  }
}

extension ClosedRange<Double> {
  fileprivate init(of heights: [Float]) {
    var (lowest, highest) = (heights[0], heights[0])
    for height in heights { (lowest, highest) = (Swift.min(lowest, height), Swift.max(highest, height)) }
    self = Double(lowest)...Double(highest)
  }
}

extension TileID {
  /// The tile so many columns and rows away; `nil` beyond the poles.
  fileprivate func neighbor(_ columns: Int, _ rows: Int) -> TileID? {
    let count = 1 << zoom
    return TileID(zoom: zoom, column: (column + columns + count) % count, row: row + rows)
  }

  fileprivate var latitudes: (north: Double, south: Double) {
    let (_, top, size) = worldRect
    return (WorldPoint.latitude(ofY: top), WorldPoint.latitude(ofY: top + size))
  }
}
