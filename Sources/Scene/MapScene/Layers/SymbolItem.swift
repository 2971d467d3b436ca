import CSystem
import Drawing
import MapContent
import MapGeometry
import MapGround
import MapStyle

/// An item that a symbol layer draws: a point, an area at the geometry in it that is farthest from its edge, or a line.
struct SymbolItem {
  private enum Place {
    case world(PointItem)
    case picture([Point])
    case lines([MeasuredLine])
  }

  /// Its number among its source's, to identify marks that belong together.
  let index: Int
  let feature: any StyleFeature
  private let geometry: Place

  var subject: MarkDescription? { if case .world(let point) = geometry { point.subject } else { nil } }

  var isPoint: Bool { if case .world = geometry { true } else { false } }

  /// The lines that it runs along; `nil` where it stands at points.
  var lines: [MeasuredLine]? { if case .lines(let lines) = geometry { lines } else { nil } }

  /// The positions in the picture grown by a margin, as it is or as if it were shifted.
  func places(in frame: ViewFrame, margin: Double, shift: Point) -> [Point] {
    switch geometry {
    case .world(let point): return frame.appearances(of: point.point, margin: margin, shift: shift)
    case .picture(let places):
      let area = frame.picture.expanded(by: margin + max(abs(shift.x), abs(shift.y)))
      return places.filter { area.contains($0) }
    case .lines: return []
    }
  }
}

extension SymbolItem {
  fileprivate init(_ point: PointItem) {
    self.init(index: point.index, feature: point.feature, geometry: .world(point))
  }

  /// Those of lines and areas.
  fileprivate static func items(
    of outlines: [OutlineItem], numberedFrom first: Int, _ placement: SymbolPlacement, _ layer: ResolvedLayer,
    in drawing: inout LayerDrawing
  ) -> [SymbolItem] {
    var items: [SymbolItem] = []
    var outlines = outlines
    if placement != .point {
      // Of those beyond the picture some matter still, which have the same texts.
      let near = drawing.frame.ground.clip.expanded(by: 256 * drawing.frame.growth)
      outlines = LineMerging.merged(outlines, layer, in: &drawing).filter { $0.reaches(near) }
    }
    let camera = drawing.frame.viewport.camera
    func seen(_ places: [Point]) -> [Point] {
      guard let camera else { return places }
      return places.filter { camera.depth($0) < camera.farthest }.map { camera.project($0) }
    }
    for (index, outline) in outlines.enumerated() {
      let geometry: Place =
        switch (placement, outline.kind) {
        case (.point, .area): .picture(seen(outline.labelPoints))
        case (.point, .line):
          .picture(seen(outline.paths.compactMap { $0.beginsInside ? $0.points.first : nil }))
        case (.line, _), (.lineCenter, _): .lines(outline.paths.compactMap { MeasuredLine($0.rewound) })
        }
      items.append(SymbolItem(index: first + index, feature: outline.feature, geometry: geometry))
    }
    return items
  }
}

/// The items of a source that a symbol layer draws, in order: of its points, of which there may be millions, nothing
/// is kept twice.
struct SymbolItems {
  private let points: [PointItem]
  private let outlines: [SymbolItem]

  init(
    _ points: [PointItem], _ outlines: [OutlineItem], _ layer: ResolvedLayer, in drawing: inout LayerDrawing
  ) {
    let placement = drawing.value(of: .symbolPlacement, in: layer)
    self.points = placement == .point ? points : []
    self.outlines = SymbolItem.items(of: outlines, numberedFrom: points.count, placement, layer, in: &drawing)
  }

  var indices: Range<Int> { 0..<points.count + outlines.count }

  var isEmpty: Bool { points.isEmpty && outlines.isEmpty }

  subscript(entry: Int) -> SymbolItem {
    entry < points.count ? SymbolItem(points[entry]) : outlines[entry - points.count]
  }
}

extension MeasuredLine {
  init?(_ path: OutlinePath) {
    self.init(path.points, beginsInside: path.beginsInside)
    overscaling = path.overscaling
  }
}

extension OutlineItem {
  /// True if some edge may meet an area.
  fileprivate func reaches(_ area: Rectangle) -> Bool {
    paths.contains { path in
      let box = Extent(of: path.points) { ($0.x, $0.y) }
      return box.maxX >= area.minX && box.minX <= area.maxX && box.maxY >= area.minY && box.minY <= area.maxY
    }
  }
}

extension OutlineItem {
  /// For each area the geometry inside that is farthest from its edge, where a label has most room.
  ///
  /// - Complexity: O(*corners*) for each of some dozens of places tried an area.
  var labelPoints: [Point] {
    var places: [Point] = []
    var rings: [[Point]] = []
    func finish() {
      let pole = poleOfInaccessibility(
        of: rings.map { $0.map { WorldPoint(x: $0.x, y: $0.y) } }, precision: 1)
      if let pole { places.append(Point(x: pole.x, y: pole.y)) }
    }
    for path in paths {
      if !path.isHole {
        if !rings.isEmpty { finish() }
        rings = []
      }
      rings.append(path.points)
    }
    if !rings.isEmpty { finish() }
    return places
  }
}
