import Drawing
import MapClusters
import MapContent
import MapGeometry
import MapStyle

/// Draws the cells of markers: those of one color as one surface without seams.
struct CellLayer {
  private struct Cell {
    let corners: [Corner]
    let places: [Point]

    /// The edges clockwise, each with its ends.
    var edges: [(Edge, (Point, Point))] {
      corners.indices.map { index in
        let next = (index + 1) % corners.count
        return (Edge(from: corners[index], to: corners[next]), (places[index], places[next]))
      }
    }
  }

  private struct Edge: Hashable {
    let from, to: Corner
    var reversed: Edge { Edge(from: to, to: from) }
  }

  private struct Corner: Hashable {
    let column, row: Int
  }

  private let color: BoundProperty<Color>

  init(_ layer: ResolvedLayer) { color = layer.property(.circleColor) }

  /// The surfaces of markers: those of one source after those of another, each from cell to cell, row by row.
  ///
  /// Markers come in the order of their rows of data. An edge between two colors has that of the later cell, which must not depend
  /// on it.
  ///
  /// - Complexity: O(*cells* · log *cells* + *cells* · *colors*).
  func marks(of items: [PointItem], of groups: [MarkerGroup], in drawing: inout LayerDrawing) -> [DrawItem] {
    var shown: [(cell: Cell, color: Color, source: Int)] = []
    for item in items {
      guard let (group, marker) = groups.marker(of: item) else { continue }
      let color = drawing.value(self.color, in: drawing.context(for: item.feature))
      guard color.alpha > 0 else { continue }
      let source = groups.firstIndex { $0.source.name == group.source.name } ?? 0
      shown += appearances(of: marker, in: group.markers, drawing.frame).map { ($0, color, source) }
    }
    shown.sort { a, b in
      (a.source, a.cell.corners[0].row, a.cell.corners[0].column)
        < (b.source, b.cell.corners[0].row, b.cell.corners[0].column)
    }
    var cells = OrderedValues<Color, [Cell]>()
    for (cell, color, _) in shown { cells.add([cell], for: color) { $0.append(cell) } }
    return seams(between: cells.values, cells.keys, drawing.frame)
      + zip(cells.values, cells.keys).map { .fill(surface(of: $0), $1) }
  }

  /// Lines beneath the edges between two colors, so that nothing shines through there.
  private func seams(between cells: [[Cell]], _ colors: [Color], _ frame: ViewFrame) -> [DrawItem] {
    var owners: [Edge: Int] = [:]  // looked up, never iterated
    return colors.indices.compactMap { index in
      var path = Path()
      for cell in cells[index] {
        for (edge, places) in cell.edges {
          owners[edge] = index
          guard let other = owners[edge.reversed], other != index else { continue }
          path.move(to: places.0)
          path.line(to: places.1)
        }
      }
      guard !path.isEmpty, colors[index].alpha == 1 else { return nil }
      return .stroke(path, colors[index], width: 1 / frame.viewport.scale)
    }
  }

  /// A cell in each copy of the world that the picture shows; cut at the edges of the world.
  private func appearances(of marker: Marker, in result: ClusterResult, _ frame: ViewFrame) -> [Cell] {
    let area = frame.clipWorld
    let (first, last) = (area.minX.rounded(.down) - 1, area.maxX.rounded(.down) + 1)
    guard last - first < 1000 else { return [] }
    return (Int(first)...Int(last)).compactMap { world in
      // A sheet is shown once.
      guard frame.viewport.sheet == nil || world == 0,
        let corners = result.corners(of: marker, inWorld: world)
      else { return nil }
      let places = corners.map { corner in
        var position = frame.project(WorldPoint(x: corner.point.x, y: min(1, max(0, corner.point.y))))
        if let world = frame.singleWorld {
          position.x = min(world.upperBound, max(world.lowerBound, position.x))
        }
        return position
      }
      let (xs, ys) = (places.map(\.x).sorted(), places.map(\.y).sorted())
      guard xs[0] < frame.clip.maxX, xs[xs.count - 1] > frame.clip.minX, ys[0] < frame.clip.maxY,
        ys[ys.count - 1] > frame.clip.minY, xs[0] < xs[xs.count - 1], ys[0] < ys[ys.count - 1]
      else { return nil }
      return Cell(corners: corners.map { Corner(column: $0.column, row: $0.row) }, places: places)
    }
  }

  /// The outline of cells that touch: edges that two of them share are left out.
  private func surface(of cells: [Cell]) -> Path {
    var places: [Corner: Point] = [:]
    var edges: [Edge] = []
    var isOpen: Set<Edge> = []
    for (edge, ends) in cells.lazy.flatMap(\.edges) {
      if places[edge.from] == nil { places[edge.from] = ends.0 }
      if isOpen.remove(edge.reversed) == nil {
        isOpen.insert(edge)
        edges.append(edge)
      }
    }
    var next: [Corner: [Corner]] = [:]  // looked up, never iterated
    for edge in edges where isOpen.contains(edge) { next[edge.from, default: []].append(edge.to) }
    var path = Path()
    for edge in edges {
      guard var corner = next[edge.from]?.popLast() else { continue }
      var ring = [edge.from]
      while corner != edge.from {
        ring.append(corner)
        guard let following = next[corner]?.popLast() else { break }
        corner = following
      }
      path.addRing(ring.compactMap { places[$0] })
    }
    return path
  }
}
