import Drawing

/// Ready-made pixels of discs that occur by the thousand.
///
/// Where a layer has at least ``crowd`` circles, its small ones are moved by at most a sixteenth of a pixel, to eighths
/// of a pixel, so that equal ones in equal places between pixels are made once and laid down many times: an eighth of
/// the cost. Layers with fewer, larger circles and rarer kinds are drawn exactly where they are. Either way depends on
/// nothing but the layer.
final class DiscSprites {
  /// Circles in a layer from which on it is worth it.
  static let crowd = 1_000
  /// In pixels, with the ring.
  static let largestRadius = 16.0
  /// Places between two pixels.
  private static let phases = 8
  /// Kinds of circles remembered, the first that come.
  private static let mostKinds = 16

  private struct Kind: Equatable {
    let radius: Double
    let ring: Double
    let fill: Color
    let stroke: Color
  }

  /// Premultiplied words, and in every row those that are not empty.
  private struct Sprite {
    var words: [UInt32] = []
    var spans: [Range<Int>] = []
    var side = 0
  }

  private var kinds: [Kind] = []
  private var sprites: [Sprite?] = []
  private var last = 0

  /// Lays down a disc; false, with nothing drawn, where it is none of those remembered.
  func paint(
    _ disc: Disc, scale: Double, offset: Point, in pixels: SurfacePixels, made painter: DiscPainter
  ) -> Bool {
    let whole = (disc.radius + disc.ring) * scale
    guard whole <= Self.largestRadius, disc.blur == 0, let kind = kind(of: disc) else { return false }
    let phases = Double(Self.phases)
    let x = Int(((disc.center.x * scale + offset.x) * phases).rounded())
    let y = Int(((disc.center.y * scale + offset.y) * phases).rounded())
    let (column, row) = (x >> 3, y >> 3)
    let (phaseX, phaseY) = (x & 7, y & 7)
    let reach = Int(whole.rounded(.up)) + 1
    let place = (kind * Self.phases + phaseY) * Self.phases + phaseX
    if sprites[place] == nil {
      sprites[place] = sprite(
        disc, scale,
        Point(x: Double(reach) + Double(phaseX) / phases, y: Double(reach) + Double(phaseY) / phases),
        side: 2 * reach + 2, painter)
    }
    if let sprite = sprites[place] { lay(sprite, column - reach, row - reach, pixels) }
    return true
  }

  /// The number of a disc's kind; `nil` when there are too many.
  private func kind(of disc: Disc) -> Int? {
    let kind = Kind(radius: disc.radius, ring: disc.ring, fill: disc.fill, stroke: disc.stroke)
    if last < kinds.count, kinds[last] == kind { return last }
    if let known = kinds.firstIndex(of: kind) {
      last = known
      return known
    }
    guard kinds.count < Self.mostKinds else { return nil }
    kinds.append(kind)
    sprites += [Sprite?](repeating: nil, count: Self.phases * Self.phases)
    last = kinds.count - 1
    return last
  }

  /// Draws a disc onto nothing.
  private func sprite(
    _ disc: Disc, _ scale: Double, _ center: Point, side: Int, _ painter: DiscPainter
  ) -> Sprite {
    var sprite = Sprite(words: [UInt32](repeating: 0, count: side * side), side: side)
    let offset = Point(x: center.x - disc.center.x * scale, y: center.y - disc.center.y * scale)
    sprite.words.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      painter.paint(
        disc, scale: scale, offset: offset,
        in: SurfacePixels(
          base: base.assumingMemoryBound(to: UInt8.self), stride: side * 4, width: side, height: side,
          hasAlpha: true))
    }
    for row in 0..<side {
      let words = sprite.words[row * side..<(row + 1) * side]
      let first = (words.firstIndex { $0 != 0 } ?? row * side) - row * side
      let end = (words.lastIndex { $0 != 0 } ?? row * side - 1) + 1 - row * side
      sprite.spans.append(first..<max(first, end))
    }
    return sprite
  }

  private func lay(_ sprite: Sprite, _ left: Int, _ top: Int, _ pixels: SurfacePixels) {
    let columns = max(0, -left)..<max(max(0, -left), min(sprite.side, pixels.width - left))
    let rows = max(0, -top)..<max(max(0, -top), min(sprite.side, pixels.height - top))
    sprite.words.withUnsafeBufferPointer { words in
      sprite.spans.withUnsafeBufferPointer { spans in
        for row in rows {
          let span = spans[row].clamped(to: columns)
          let target = pixels.row(top + row) + left
          let start = row &* sprite.side
          for column in span { target[column] = laid(words[start &+ column], over: target[column]) }
        }
      }
    }
  }
}
