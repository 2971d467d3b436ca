package import Drawing
package import MapGeometry

extension ViewFrame {
  /// The sheet of the view; `nil` for Mercator's plane.
  package var sheet: SheetFrame? { viewport.sheet.map { SheetFrame($0, view: self) } }
}

extension ViewFrame {
  /// True if a rectangle lies on the sheet, false if it lies beside it, `nil` where the sheet's edge runs through it.
  package func isOnSheet(_ box: Rectangle) -> Bool? {
    guard let sheet = viewport.sheet else { return true }
    let (xs, ys) = ([box.minX, box.center.x, box.maxX], [box.minY, box.center.y, box.maxY])
    let places = ys.flatMap { y in xs.map { viewport.worldPoint(at: Point(x: $0, y: y)) } }
    let count = places.count { sheet.coordinate($0) != nil }
    return count == 9 ? true : count == 0 ? false : nil
  }
}

/// A view of a sheet: takes lines and areas in longitude and latitude to it, and to the picture.
package struct SheetFrame {
  package let sheet: Sheet
  private let view: ViewFrame
  private let cutter: SheetCutter

  init(_ sheet: Sheet, view: ViewFrame) {
    (self.sheet, self.view) = (sheet, view)
    // A quarter of a pixel.
    cutter = SheetCutter(sheet, tolerance: 0.25 / view.viewport.scale / view.viewport.worldSize)
  }

  /// The pieces of a line near the picture.
  ///
  /// - Parameter margin: how far beyond what drawing is cut to, in worlds.
  package func lines(_ positions: [Coordinate], margin: Double = 0) -> [OutlinePath] {
    cutter.pieces(of: positions).compactMap { path($0, isRing: false, isHole: false, margin) }
  }

  /// The rings that fill what the sheet shows of a ring, near the picture.
  ///
  /// - Parameters:
  ///   - hidesEdge: whether the edge that ends at each position is no border; empty where those along the antimeridian and
  ///     the poles are none, at which areas are cut.
  ///   - margin: how far beyond what drawing is cut to, in worlds.
  package func rings(
    _ positions: [Coordinate], isHole: Bool, hidesEdge: [Bool] = [], margin: Double = 0
  ) -> [OutlinePath] {
    let hidden = hidesEdge.isEmpty ? SheetFrame.seams(positions) : hidesEdge
    return cutter.rings(of: positions, hidesEdge: hidden).compactMap {
      path($0, isRing: true, isHole: isHole != $0.isComplement, margin)
    }
  }

  private static func seams(_ positions: [Coordinate]) -> [Bool] {
    positions.indices.map { index in
      guard index > 0 else { return true }
      let (a, b) = (positions[index - 1], positions[index])
      return a.longitude == b.longitude && a.longitude.magnitude == 180
        || a.latitude == b.latitude && a.latitude.magnitude == 90
    }
  }

  /// The line along the edge of the sheet in the picture.
  package var edge: Path { Path(lines: outline.map { view.clip.clipped(line: $0.points) } ?? []) }

  /// The edge of the sheet.
  package var outline: OutlinePath? { path(cutter.outline, isRing: true, isHole: false, 0) }

  /// A path as it appears in the picture, points nearer than half a pixel to the one before left out but where a border
  /// ends; `nil` away from the picture.
  private func path(_ path: SheetPath, isRing: Bool, isHole: Bool, _ margin: Double) -> OutlinePath? {
    let extent = Extent(of: path.points) { ($0.x, $0.y) }
    guard extent.meets(view.clipWorld.grown(by: margin)) else { return nil }
    let nearest = 0.5 / view.viewport.scale
    var (points, cutEdges): ([Point], [Bool]) = ([], [])
    // Of edges that become one, one that is a border makes it one.
    var isHidden = true
    for (index, world) in path.points.enumerated() {
      let point = view.project(world)
      isHidden = isHidden && path.hidesEdge[index]
      if let last = points.last, abs(point.x - last.x) < nearest, abs(point.y - last.y) < nearest,
        index != path.points.count - 1, isHidden || !path.hidesEdge[index + 1]
      {
        continue
      }
      points.append(point)
      cutEdges.append(isHidden && index > 0)
      isHidden = true
    }
    guard points.count > 1 else { return nil }
    return OutlinePath(
      points: points, isInside: points.allSatisfy(view.clip.contains), isHole: isHole,
      cutEdges: isRing && cutEdges.contains(true) ? cutEdges : [])
  }
}

extension Color {
  /// The color of the ground around a sheet of this color: a pale tint of it, and of dark sheets a darker one.
  package var sheetPaper: Color {
    let shade = over(.white)
    let channels = SIMD3(shade.red, shade.green, shade.blue)
    guard shade.relativeLuminance >= 0.2 else {
      return Color(red: shade.red * 0.6, green: shade.green * 0.6, blue: shade.blue * 0.6)
    }
    // Two fifths grayer, and a third as far from white: #eef2f4 of the sea's #c8dbe6.
    let pale = 1 - 0.35 * (1 - (channels * 0.6 + SIMD3(repeating: channels.sum() / 3 * 0.4)))
    return Color(red: pale.x, green: pale.y, blue: pale.z)
  }

  /// The color of the line along the edge of a sheet of this color: darker, or of dark sheets lighter.
  package var sheetEdge: Color {
    let shade = over(.white)
    func mixed(_ value: Double) -> Double { shade.relativeLuminance < 0.2 ? 0.6 * value + 0.4 : 0.65 * value }
    return Color(red: mixed(shade.red), green: mixed(shade.green), blue: mixed(shade.blue))
  }
}
