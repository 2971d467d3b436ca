import CSystem
import Drawing

/// The sum of bell-shaped kernels over the picture, kept at the nodes of a coarse grid.
///
/// A kernel is `peak · exp(−4.5 d²)` with `d` in units of its radius, as the MapLibre specification's heatmaps have it:
/// three standard deviations reach the radius. Two such functions of x and of y multiply to one of the distance, so a
/// kernel costs a row and a column of exponentials, found by recurrence, and one multiplication and addition a node.
struct DensityField {
  struct Kernel {
    var center: Point
    /// The distance at which it has fallen to 1/90 of its peak, in points, above 0.
    var radius: Double
    /// Its value in the middle: weight · intensity · 0.39894.
    var peak: Double

    /// Below this a kernel counts for nothing: a sixteenth of a step of 255.
    static let least = 1.0 / 4080

    /// The distance to which it counts, in points; 0 if it never does.
    var reach: Double { peak > Kernel.least ? radius * (log(peak / Kernel.least) / 4.5).squareRoot() : 0 }
  }

  /// Points between two nodes.
  let spacing: Double
  /// Nodes across and down, at least two each; the first lies half their spacing from the picture's upper left corner.
  let columns: Int
  let rows: Int
  private var values: [Float]
  /// The nodes that some kernel reached.
  private var touchedColumns = Int.max..<Int.max
  private var touchedRows = Int.max..<Int.max

  /// The additions that a field may cost: a quarter of a second's work. Beyond it nodes lie farther apart.
  private static let affordable = 1.5e9

  /// Adds up kernels over a picture.
  ///
  /// As with MapLibre, nodes lie in the middles of squares of 4×4 pixels, where that is a quarter of the smallest kernel's
  /// standard deviation or more: straight lines between them are off by less than a tenth of its peak. Of a radius below
  /// 20 pixels and of large ones nodes lie that quarter apart, so that they are off by less than 2 %.
  ///
  /// - Parameter scale: pixels a point.
  /// - Returns: `nil` where no kernel reaches the picture.
  /// - Complexity: O(*kernels* · *nodes each reaches*), at most about 400 of them for kernels of one size and far
  ///   fewer where there are millions.
  init?(_ kernels: [Kernel], over picture: Size, scale: Double = 1) {
    var smallest = Double.infinity
    var area = 0.0
    for kernel in kernels {
      let reach = kernel.reach
      guard reach > 0 else { continue }
      smallest = min(smallest, kernel.radius)
      area += min(2 * reach, picture.width) * min(2 * reach, picture.height)
    }
    guard smallest.isFinite, picture.width > 0, picture.height > 0 else { return nil }
    let fine = max(smallest * scale >= 20 ? 4 / scale : 1, smallest / 12)
    let spacing = min(
      max(fine, (area / DensityField.affordable).squareRoot()), max(1, min(picture.width, picture.height)))
    func count(_ length: Double) -> Int? { Int(exactly: max(2, (length / spacing).rounded(.up))) }
    guard let columns = count(picture.width), let rows = count(picture.height) else { return nil }
    self.spacing = spacing
    self.columns = columns
    self.rows = rows
    values = Array(repeating: 0, count: columns * rows)
    var column = [Float](repeating: 0, count: rows)
    var row = [Float](repeating: 0, count: columns)
    for kernel in kernels { add(kernel, &column, &row) }
    if touchedColumns.isEmpty { return nil }
  }

  private mutating func add(_ kernel: Kernel, _ column: inout [Float], _ row: inout [Float]) {
    let reach = kernel.reach
    guard reach > 0 else { return }
    let across = nodes(kernel.center.x, reach, limit: columns)
    let down = nodes(kernel.center.y, reach, limit: rows)
    guard !across.isEmpty, !down.isEmpty else { return }
    fill(&row, across, center: kernel.center.x, radius: kernel.radius)
    fill(&column, down, center: kernel.center.y, radius: kernel.radius)
    touchedColumns = touchedColumns.isEmpty ? across : touchedColumns.hull(with: across)
    touchedRows = touchedRows.isEmpty ? down : touchedRows.hull(with: down)
    // Sums of ten million such peaks stay below the largest number.
    let peak = Float(min(kernel.peak, 1e30))
    let columns = columns
    values.withUnsafeMutableBufferPointer { values in
      row.withUnsafeBufferPointer { row in
        for y in down {
          let factor = peak * column[y]
          let line = UnsafeMutableBufferPointer(rebasing: values[y * columns..<(y + 1) * columns])
          for x in across { line[x] += factor * row[x] }
        }
      }
    }
  }

  private func nodes(_ center: Double, _ reach: Double, limit: Int) -> Range<Int> {
    let last = Double(limit - 1)
    let first = min(last + 1, max(0, ((center - reach) / spacing - 0.5).rounded(.up)))
    let end = min(last, ((center + reach) / spacing - 0.5).rounded(.down))
    guard first <= end, let lower = Int(exactly: first), let upper = Int(exactly: end) else { return 0..<0 }
    return lower..<upper + 1
  }

  /// `exp(−4.5 d²)` at nodes one after another: the ratio of neighbors changes by a constant factor from each to the
  /// next.
  private func fill(_ line: inout [Float], _ nodes: Range<Int>, center: Double, radius: Double) {
    let step = spacing / radius
    let start = ((Double(nodes.lowerBound) + 0.5) * spacing - center) / radius
    var value = exp(-4.5 * start * start)
    var ratio = exp(-4.5 * step * (2 * start + step))
    let change = exp(-9 * step * step)
    for node in nodes {
      line[node] = Float(value)
      value *= ratio
      ratio *= change
    }
  }

  subscript(column: Int, row: Int) -> Float { values[row * columns + column] }

  /// The density that a share of the warm nodes lies below or at; above 0.
  ///
  /// - Complexity: O(*n* log *n*) in at most 65,536 nodes evenly taken from all.
  func quantile(_ share: Double) -> Float {
    let step = max(1, values.count >> 16)
    var warm: [Float] = []
    for index in stride(from: 0, to: values.count, by: step) where values[index] > Float(Kernel.least) {
      warm.append(values[index])
    }
    warm.sort()
    let rank = Int(exactly: (share * Double(warm.count)).rounded(.up)) ?? warm.count
    return warm.isEmpty ? Float(Kernel.least) : warm[min(warm.count, max(1, rank)) - 1]
  }

  /// The density in the ramp's colors, as pixels of the picture.
  ///
  /// - Parameters:
  ///   - ramp: colors of densities from 0 to `hottest`, evenly spaced; densities above have the last.
  ///   - hottest: the density of the ramp's last color, above 0.
  ///   - picture: the picture's size in points.
  ///   - scale: pixels a point.
  /// - Returns: the pixels and the rectangle of whole pixels they fill; what is invisible all around is left out.
  func colored(with ramp: [Color], hottest: Float = 1, picture: Size, scale: Double) -> ImageMark? {
    guard let first = ramp.first, let last = ramp.indices.last else { return nil }
    let isCropped = first.alpha == 0
    let across = pixels(touchedColumns, isCropped, length: picture.width, scale: scale)
    let down = pixels(touchedRows, isCropped, length: picture.height, scale: scale)
    guard !across.isEmpty, !down.isEmpty else { return nil }
    let words = ramp.map(\.word)
    let samples = across.map { sample($0, scale: scale, limit: columns) }
    let factor = Float(last) / hottest
    var line = [Float](repeating: 0, count: columns)
    let count = across.count * down.count * 4
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let target = UnsafeMutableRawBufferPointer(buffer)
      var offset = 0
      for y in down {
        let (upper, share) = sample(y, scale: scale, limit: rows)
        for x in 0..<columns {
          let above = values[upper * columns + x]
          line[x] = above + share * (values[(upper + 1) * columns + x] - above)
        }
        for (left, share) in samples {
          let density = line[left] + share * (line[left + 1] - line[left])
          let step = Int(min(Float(last), max(0, density * factor)) + 0.5)
          target.storeBytes(of: words[step], toByteOffset: offset, as: UInt32.self)
          offset += 4
        }
      }
      initialized = count
    }
    guard let bitmap = Bitmap(width: across.count, height: down.count, pixels: bytes) else { return nil }
    return ImageMark(
      bitmap: bitmap,
      rectangle: Rectangle(
        x: Double(across.lowerBound) / scale, y: Double(down.lowerBound) / scale,
        width: Double(across.count) / scale, height: Double(down.count) / scale))
  }

  /// The pixels between the nodes that were touched and their untouched neighbors, or all.
  private func pixels(_ nodes: Range<Int>, _ isCropped: Bool, length: Double, scale: Double) -> Range<Int> {
    let all = Int(exactly: (length * scale).rounded(.up)) ?? 0
    guard isCropped else { return 0..<all }
    let first = ((Double(nodes.lowerBound) - 0.5) * spacing * scale).rounded(.down)
    let end = ((Double(nodes.upperBound) + 0.5) * spacing * scale).rounded(.up)
    guard let lower = Int(exactly: max(0, first)), let upper = Int(exactly: min(Double(all), end)),
      lower < upper
    else { return 0..<0 }
    return lower..<upper
  }

  /// The node before a pixel's middle, and how far toward the next it lies; the outer ones go on to the edge.
  private func sample(_ pixel: Int, scale: Double, limit: Int) -> (node: Int, share: Float) {
    let position = max(0, (Double(pixel) + 0.5) / scale / spacing - 0.5)
    let node = min(max(0, limit - 2), Int(exactly: position.rounded(.down)) ?? 0)
    return (node, Float(min(1, position - Double(node))))
  }
}

extension Range<Int> {
  fileprivate func hull(with other: Range<Int>) -> Range<Int> {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}

extension Color {
  /// Four bytes in memory: red, green, blue, alpha.
  fileprivate var word: UInt32 {
    func byte(_ share: Double) -> UInt32 { UInt32(min(255, max(0, (share * 255).rounded()))) }
    return UInt32(littleEndian: byte(red) | byte(green) << 8 | byte(blue) << 16 | byte(alpha) << 24)
  }
}
