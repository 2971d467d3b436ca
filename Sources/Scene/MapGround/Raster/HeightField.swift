import CSystem
import Drawing
import MapStyle

/// The heights of a tile and of what lies around it, so that slopes go on across its edges.
struct HeightField {
  let side: Int
  /// Meters, row by row, with ``margin`` pixels around the tile.
  private(set) var heights: [Float]

  /// Pixels around the tile that a slope between two pixels at its edge depends on.
  static let margin = 2
  private static let highest: Float = 1e6

  init(_ tile: Bitmap, _ encoding: ElevationEncoding, neighbor: (_ column: Int, _ row: Int) -> Bitmap?) {
    let (side, margin) = (min(tile.width, tile.height), HeightField.margin)
    self.side = side
    let width = side + 2 * margin
    let factors = SIMD3(Float(encoding.redFactor), Float(encoding.greenFactor), Float(encoding.blueFactor))
    let shift = Float(encoding.baseShift)
    func height(_ bitmap: Bitmap, _ column: Int, _ row: Int) -> Float {
      let offset = (row * bitmap.width + column) * 4
      let color = SIMD3(
        Float(bitmap.pixels[offset]), Float(bitmap.pixels[offset + 1]), Float(bitmap.pixels[offset + 2]))
      return min(HeightField.highest, max(-HeightField.highest, (color * factors).sum() - shift))
    }
    heights = Array(repeating: 0, count: width * width)
    for row in 0..<side {
      let begin = (row + margin) * width + margin
      for column in 0..<side { heights[begin + column] = height(tile, column, row) }
    }
    for (down, rows) in [(-1, -margin..<0), (0, 0..<side), (1, side..<side + margin)] {
      for (right, columns) in [(-1, -margin..<0), (0, 0..<side), (1, side..<side + margin)]
      where (down, right) != (0, 0) {
        let other = neighbor(right, down)
        for row in rows {
          for column in columns {
            let value: Float
            if let other {
              // Of another size where it is part of a tile farther out.
              let x = (column - right * side) * other.width / side
              let y = (row - down * side) * other.height / side
              value = height(other, min(other.width - 1, x), min(other.height - 1, y))
            } else {
              value = height(tile, min(side - 1, max(0, column)), min(side - 1, max(0, row)))
            }
            heights[(row + margin) * width + column + margin] = value
          }
        }
      }
    }
  }

  /// The slopes to the east and the south, of the tile's pixels and one around it.
  ///
  /// Heights grow toward lower zooms, where slopes would hardly be seen, and are bounded as MapLibre bounds them.
  ///
  /// - SeeAlso: MapLibre GL JS, `hillshade_prepare.fragment.glsl`.
  /// - Complexity: O(*pixels*).
  func slopes(atZoom zoom: Int) -> [SIMD2<Float>] {
    let zoom = Double(zoom)
    let growth = zoom < 15 ? (zoom - 15) * (zoom < 2 ? 0.4 : zoom < 4.5 ? 0.35 : 0.3) : 0
    let factor = Float(Double(side) / exp2(growth + 28.2562 - zoom))
    let (width, count) = (side + 2 * HeightField.margin, side + 2)
    let (least, most) = (SIMD2<Float>(repeating: -4), SIMD2<Float>(repeating: 4))
    return [SIMD2<Float>](unsafeUninitializedCapacity: count * count) { slopes, initialized in
      heights.withUnsafeBufferPointer { heights in
        for row in 0..<count {
          for column in 0..<count {
            let middle = (row + 1) * width + column + 1
            let (above, below) = (middle - width, middle + width)
            let corners = heights[below + 1] - heights[above - 1]
            let others = heights[above + 1] - heights[below - 1]
            let slope = SIMD2(
              corners + others + 2 * (heights[middle + 1] - heights[middle - 1]),
              corners - others + 2 * (heights[below] - heights[above]))
            slopes[row * count + column] = (slope * factor).clamped(lowerBound: least, upperBound: most)
          }
        }
      }
      initialized = count * count
    }
  }
}
