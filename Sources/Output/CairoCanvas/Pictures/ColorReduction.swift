public import Drawing

/// The distance of a picture in fewer colors from the one that it was made of, in steps of a channel, `0...255`.
public struct ColorError: Hashable, Sendable {
  /// The root of the mean square over all pixels and channels.
  public let typical: Double
  /// The largest difference of a channel of any pixel.
  public let greatest: Int
}

extension Bitmap {
  /// The picture in at most so many colors, and its distance from this one.
  ///
  /// Boxes of colors are cut at their means, always the one that errs most. The colors then move to the means of the
  /// pixels that are nearest to them, but a color of most of these pixels stays as it is, so that flat areas keep their
  /// color. Nothing is dithered.
  ///
  /// - Parameter count: `2...256`; others count as the nearer end.
  /// - Returns: this picture and no error where it has no more colors.
  /// - Complexity: O(*pixels* + *colors* · `count`).
  public func reduced(toColors count: Int) -> (bitmap: Bitmap, error: ColorError) {
    let count = min(256, max(2, count))
    let table = ColorTable(of: self)
    guard table.colors.count > count else { return (self, ColorError(typical: 0, greatest: 0)) }
    let replacements = table.replacements(count)
    var pixels = self.pixels
    var (squares, greatest) = (0, 0)
    var (last, index) = (~pixels.word(at: 0), 0)
    for offset in stride(from: 0, to: pixels.count, by: 4) {
      let word = pixels.word(at: offset)
      if word != last { (last, index) = (word, table.index(of: word)) }
      let new = replacements[index]
      for channel in 0..<4 {
        let value = UInt8(truncatingIfNeeded: new >> UInt32(8 * channel))
        let difference = abs(Int(pixels[offset + channel]) - Int(value))
        squares += difference * difference
        greatest = max(greatest, difference)
        pixels[offset + channel] = value
      }
    }
    let error = ColorError(typical: (Double(squares) / Double(pixels.count)).squareRoot(), greatest: greatest)
    return (Bitmap(width: width, height: height, pixels: pixels) ?? self, error)
  }
}

extension [UInt8] {
  fileprivate func word(at offset: Int) -> UInt32 {
    UInt32(self[offset]) | UInt32(self[offset + 1]) << 8 | UInt32(self[offset + 2]) << 16
      | UInt32(self[offset + 3]) << 24
  }
}

private struct ColorTable {
  typealias Channels = SIMD4<Double>

  /// Beyond so many colors those that agree in the upper six bits of each channel count as one.
  private static let mostColors = 1 << 16

  private(set) var colors: [UInt32] = []
  private var counts: [Double] = []
  private var indices: [UInt32: Int] = [:]
  private var mask: UInt32 = 0xFFFF_FFFF

  init(of bitmap: Bitmap) {
    guard !count(bitmap) else { return }
    (mask, colors, counts, indices) = (0xFCFC_FCFC, [], [], [:])
    _ = count(bitmap)
  }

  private mutating func count(_ bitmap: Bitmap) -> Bool {
    var (last, index) = (~bitmap.pixels.word(at: 0), 0)
    for offset in stride(from: 0, to: bitmap.pixels.count, by: 4) {
      let word = bitmap.pixels.word(at: offset)
      if word != last {
        last = word
        if let known = indices[word & mask] {
          index = known
        } else {
          guard colors.count < ColorTable.mostColors || mask != .max else { return false }
          index = colors.count
          indices[word & mask] = index
          colors.append(word)
          counts.append(0)
        }
      }
      counts[index] += 1
    }
    return true
  }

  func index(of word: UInt32) -> Int { indices[word & mask] ?? 0 }

  private func channels(_ index: Int) -> Channels {
    let color = colors[index]
    return Channels(
      Double(color & 255), Double(color >> 8 & 255), Double(color >> 16 & 255), Double(color >> 24))
  }

  func replacements(_ count: Int) -> [UInt32] {
    let points = colors.indices.map(channels)
    var centers = boxes(count, points).map { mean(of: $0, points) }
    var nearest: [Int] = []
    for _ in 0..<4 {
      nearest = points.map { point in ColorTable.nearest(to: point, in: centers) }
      var groups: [[Int]] = Array(repeating: [], count: centers.count)
      for (index, center) in nearest.enumerated() { groups[center].append(index) }
      for (center, group) in groups.enumerated() where !group.isEmpty {
        centers[center] = mean(of: group, points)
      }
    }
    let words = centers.map { center -> UInt32 in
      (0..<4).reduce(0) { $0 | UInt32(min(255, max(0, center[$1].rounded()))) << UInt32(8 * $1) }
    }
    return nearest.map { words[$0] }
  }

  /// The mean of some colors, or the one that most of their pixels have.
  private func mean(of group: some Sequence<Int>, _ points: [Channels]) -> Channels {
    var (sum, total, most) = (Channels.zero, 0.0, -1)
    for index in group {
      sum += points[index] * counts[index]
      total += counts[index]
      if most < 0 || counts[index] > counts[most] { most = index }
    }
    return most >= 0 && counts[most] * 2 > total ? points[most] : sum / max(1, total)
  }

  private static func nearest(to point: Channels, in centers: [Channels]) -> Int {
    var (best, least) = (0, Double.infinity)
    for (index, center) in centers.enumerated() {
      let difference = center - point
      let distance = (difference * difference).sum()
      if distance < least { (best, least) = (index, distance) }
    }
    return best
  }

  private func boxes(_ count: Int, _ points: [Channels]) -> [[Int]] {
    var boxes = [Box(Array(points.indices), points, counts)]
    while boxes.count < count {
      guard let worst = boxes.indices.max(by: { (boxes[$0].error, $1) < (boxes[$1].error, $0) }),
        boxes[worst].error > 0
      else { break }
      let box = boxes[worst]
      let low = box.members.filter { points[$0][box.axis] <= box.mean }
      let high = box.members.filter { points[$0][box.axis] > box.mean }
      guard !low.isEmpty, !high.isEmpty else { break }
      boxes[worst] = Box(low, points, counts)
      boxes.append(Box(high, points, counts))
    }
    return boxes.map(\.members)
  }

  private struct Box {
    let members: [Int]
    /// The channel in which the colors differ most, and its mean.
    let axis: Int
    let mean: Double
    /// The sum of the squares of the differences there, over all pixels.
    let error: Double

    init(_ members: [Int], _ points: [Channels], _ counts: [Double]) {
      var (sum, total, squares) = (Channels.zero, 0.0, Channels.zero)
      for index in members {
        sum += points[index] * counts[index]
        total += counts[index]
      }
      let middle = sum / max(1, total)
      for index in members {
        let difference = points[index] - middle
        squares += difference * difference * counts[index]
      }
      let axis = (1..<4).reduce(0) { squares[$1] > squares[$0] ? $1 : $0 }
      (self.members, self.axis, mean, error) = (members, axis, middle[axis], squares[axis])
    }
  }
}
