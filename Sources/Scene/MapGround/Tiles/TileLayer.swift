import CSystem
import Drawing
package import MapContent
import MapGeometry
package import MapStyle
import VectorTiles

/// One layer of vector tiles as a view shows it: stitched once, each feature projected when a layer first draws it.
package final class TileLayer {
  package struct Key: Hashable, Sendable {
    package let source: String
    let name: String

    package init?(_ layer: StyleLayer) {
      guard let source = layer.source, let name = layer.sourceLayer else { return nil }
      (self.source, self.name) = (source, name)
    }
  }

  let stitched: StitchedLayer
  let idProperty: String?
  private let frame, ground: ViewFrame
  private let firstNumber: Int
  /// The columns and rows of squares that are placed in several copies of the world, without the first of each: its
  /// points stand for those of all copies.
  private var repeatedSquares: Set<SIMD2<Int>> = []
  private let squareCount: Double
  private let boxes: [Extent<Double>]
  /// By how much the tiles are drawn larger because there are none of closer zooms, a power of two.
  private let overscaling: Double
  private let tileWidth: Double
  private var paths: [[OutlinePath]?]

  /// A layer that was stitched of the tiles that the view shows; `number` is its own among the picture's layers, so
  /// that no two have points of the same number.
  init(
    _ stitched: StitchedLayer, of tiles: [PlacedTile], idProperty: String?, number: Int, in frame: ViewFrame
  ) {
    self.stitched = stitched
    self.idProperty = idProperty
    (self.frame, ground) = (frame, frame.ground)
    firstNumber = (number + 1) << 42
    let zoom = frame.viewport.zoom.rounded(.down)
    let tileZoom = tiles.first.map { Double($0.square.zoom) } ?? zoom
    (overscaling, tileWidth) = (frame.overscaling(beyond: tileZoom), exp2(-tileZoom))
    paths = Array(repeating: nil, count: stitched.count)
    boxes = stitched.features.map { feature in
      stitched.box(of: feature.part(0).lowerBound..<feature.part(feature.partCount - 1).upperBound)
    }
    squareCount = Double(1 << (tiles.first?.square.zoom ?? 0))
    var known: Set<TileID> = []
    for tile in tiles where !known.insert(tile.square).inserted {
      repeatedSquares.insert(SIMD2(tile.column, tile.square.row))
    }
  }

  package func outlines(where passes: (TileFeature) -> Bool) -> [OutlineItem] {
    outlines(where: passes, near: { $0.meets(ground.clipWorld) }, paths: paths)
  }

  package func lines(where passes: (TileFeature) -> Bool) -> [OutlineItem] {
    // No tile at hand reaches farther out than it is wide.
    let window = ground.clipWorld.grown(by: tileWidth)
    return outlines(where: passes, near: { $0.reaches(window) }, paths: { paths(of: $0, in: window) })
  }

  private func outlines(
    where passes: (TileFeature) -> Bool, near: (Extent<Double>) -> Bool, paths: (Int) -> [OutlinePath]
  ) -> [OutlineItem] {
    boxes.indices.compactMap { index in
      let kind = stitched[index].kind
      guard kind != .point, ground.viewport.sheet != nil || near(boxes[index]) else { return nil }
      let feature = TileFeature(layer: self, index: index)
      guard passes(feature) else { return nil }
      let paths = paths(index)
      return paths.isEmpty
        ? nil : OutlineItem(feature: feature, kind: kind == .line ? .line : .area, paths: paths)
    }
  }

  package func points(margin: Double) -> [PointItem] {
    items(margin: margin) { feature in feature.kind == .point }
  }

  package func corners(margin: Double, where passes: (TileFeature) -> Bool) -> [PointItem] {
    items(margin: margin) { $0.kind != .point && passes(TileFeature(layer: self, index: $0.index)) }
  }

  private func items(margin: Double, of isTaken: (StitchedFeature) -> Bool) -> [PointItem] {
    let sheet = frame.viewport.sheet
    let window = frame.world(margin: min(margin, ViewFrame.farthestReach))
    var items: [PointItem] = []
    for index in boxes.indices
    where (sheet != nil || boxes[index].reaches(window)) && isTaken(stitched[index]) {
      let feature = stitched[index]
      let maker = ItemMaker { _ in TileFeature(layer: self, index: index) }
      for part in 0..<feature.partCount {
        for vertex in feature.part(part) where !stitched.marks[vertex].contains(.cut) {
          var position = stitched.positions[vertex]
          if let sheet {
            guard let point = sheet.worldPoint(TileLayer.coordinate(position)) else { continue }
            position = point
          }
          guard window.reaches(position), sheet != nil || !isRepeated(position) else { continue }
          items.append(PointItem(index: firstNumber + vertex, point: position, by: maker))
        }
      }
    }
    return items
  }

  // MARK: Projecting

  private func paths(of index: Int) -> [OutlinePath] {
    if let known = paths[index] { return known }
    let result = paths(of: index, in: ground.clipWorld)
    paths[index] = result
    return result
  }

  private func paths(of index: Int, in window: WorldRectangle) -> [OutlinePath] {
    let feature = stitched[index]
    var result: [OutlinePath] = []
    if let sheet = ground.sheet {
      for part in 0..<feature.partCount { result += paths(of: feature, part, on: sheet) }
      return result
    }
    for part in 0..<feature.partCount {
      let box = stitched.box(of: feature.part(part))
      guard box.meets(window) else { continue }
      let path = project(feature, part, isInside: box.lies(in: ground.clipWorld))
      if path.points.count > 1 { result.append(path) }
    }
    return result
  }

  private func paths(of feature: StitchedFeature, _ part: Int, on sheet: SheetFrame) -> [OutlinePath] {
    let range = feature.part(part)
    var positions = range.map { TileLayer.coordinate(stitched.positions[$0]) }
    var paths: [OutlinePath]
    if feature.kind == .polygon {
      positions.append(positions[0])
      // A mark is that of the edge which begins at its vertex.
      let hidesEdge = [true] + range.map { stitched.marks[$0].contains(.hiddenEdge) }
      paths = sheet.rings(positions, isHole: feature.isHole(part), hidesEdge: hidesEdge)
    } else {
      paths = sheet.lines(positions)
    }
    for index in paths.indices { (paths[index].overscaling, paths[index].isStitched) = (overscaling, true) }
    return paths
  }

  /// The coordinate of a position; what ends at the edge of Mercator's square goes on to the pole.
  static func coordinate(_ position: WorldPoint) -> Coordinate {
    position.y > 0 && position.y < 1
      ? position.coordinate
      : Coordinate(latitude: position.y <= 0 ? 90 : -90, longitude: (position.x - 0.5) * 360)
  }

  /// The positions of a part in points, one nearer than half a pixel to the one before left out.
  private func project(_ feature: StitchedFeature, _ part: Int, isInside: Bool) -> OutlinePath {
    let range = feature.part(part)
    let isRing = feature.kind == .polygon
    let (size, origin, scale) = (ground.viewport.worldSize, ground.origin, ground.viewport.scale)
    let nearest = 0.5 / scale
    let isTurned = ground.viewport.bearing != 0
    // A ring begins behind an edge that is not drawn, so that none of its borders is torn where it begins.
    let hidden = isRing ? range.first { stitched.marks[$0].contains(.hiddenEdge) } : nil
    let first = hidden.map { $0 + 1 == range.upperBound ? range.lowerBound : $0 + 1 } ?? range.lowerBound
    let count = range.count + (isRing ? 1 : 0)
    var points: [Point] = []
    points.reserveCapacity(min(count, 4096))
    var cutEdges: [Bool] = []
    var isBehindHiddenEdge = false
    for step in 0..<count {
      var index = first + step
      if index >= range.upperBound { index -= range.count }
      let position = stitched.positions[index]
      var point = Point(x: (position.x - origin.x) * size, y: (position.y - origin.y) * size)
      // Where features end at 180° each half would cover part of a pixel, and what lies beneath would shine through.
      if isTurned {
        point = ground.turned(point)
      } else if isRing, position.x == position.x.rounded(), runsAlongMeridian(index, of: range) {
        point.x = (point.x * scale).rounded() / scale
      }
      let isHidden = isBehindHiddenEdge
      isBehindHiddenEdge = stitched.marks[index].contains(.hiddenEdge)
      if let last = points.last, abs(point.x - last.x) < nearest, abs(point.y - last.y) < nearest,
        step != count - 1
      {
        continue
      }
      if hidden != nil { cutEdges.append(isHidden) }
      points.append(point)
    }
    let isClosed = stitched.positions[range.lowerBound] == stitched.positions[range.upperBound - 1]
    // The rectangle around a picture that is turned is larger than what drawing is cut to.
    let isInside = isTurned ? points.allSatisfy(ground.clip.contains) : isInside
    var path = OutlinePath(
      points: points, isInside: isInside, isHole: isRing && feature.isHole(part), cutEdges: cutEdges,
      beginsInside: isRing || isClosed || !stitched.marks[range.lowerBound].contains(.cut),
      overscaling: overscaling)
    path.isStitched = true
    return path
  }

  /// True if a point lies in a square that is shown in another copy of the world as well.
  private func isRepeated(_ position: WorldPoint) -> Bool {
    guard !repeatedSquares.isEmpty else { return false }
    let (column, row) = ((position.x * squareCount).rounded(.down), (position.y * squareCount).rounded(.down))
    return repeatedSquares.contains(SIMD2(Int(column), Int(row)))
  }

  /// True if an edge of a ring at one of its vertices runs due north or south.
  private func runsAlongMeridian(_ vertex: Int, of ring: Range<Int>) -> Bool {
    let before = vertex == ring.lowerBound ? ring.upperBound - 1 : vertex - 1
    let after = vertex + 1 == ring.upperBound ? ring.lowerBound : vertex + 1
    let x = stitched.positions[vertex].x
    return stitched.positions[before].x == x || stitched.positions[after].x == x
  }
}

extension StitchedLayer {
  fileprivate func box(of positions: Range<Int>) -> Extent<Double> {
    Extent(of: self.positions[positions]) { ($0.x, $0.y) }
  }
}
