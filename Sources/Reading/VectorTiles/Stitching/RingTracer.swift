struct RingTracer {
  struct Edge {
    let points: [GridPoint]
    /// True for a closed ring, its first point repeated, and for edges without an outline.
    let isRing, isHidden: Bool
  }

  private struct Vertex {
    let point: GridPoint
    var marks: StitchedLayer.Marks
  }

  static func write(_ edges: [Edge], into columns: inout StitchedColumns) {
    var byStart: [GridPoint: [Int]] = [:]
    for (index, edge) in edges.enumerated().reversed() where !edge.isRing {
      // The first is taken first: it is the last of its list.
      byStart[edge.points[0], default: []].append(index)
    }
    var isUsed = Array(repeating: false, count: edges.count)
    var rings: [[Vertex]] = []
    for first in edges.indices where !isUsed[first] {
      var ring: [Vertex] = []
      ring.reserveCapacity(edges[first].points.count)
      var at: Int? = first
      while let index = at {
        isUsed[index] = true
        let edge = edges[index]
        for (position, point) in edge.points.dropLast().enumerated() {
          var marks: StitchedLayer.Marks = edge.isHidden ? .hiddenEdge : []
          if position == 0, !edge.isRing { marks.insert(.cut) }
          ring.append(Vertex(point: point, marks: marks))
        }
        guard let end = edge.points.last, end != edges[first].points[0] else { break }
        var following = byStart[end]
        while let last = following?.last, isUsed[last] { following?.removeLast() }
        at = following?.popLast()
        byStart[end] = following
      }
      simplify(&ring)
      if ring.count > 2, doubledArea(ring) != 0 { rings.append(ring) }
    }
    let areas = rings.map(doubledArea)
    for isHole in [false, true] {
      for (ring, area) in zip(rings, areas) where (area < 0) == isHole {
        for vertex in ring { columns.add(vertex.point, vertex.marks) }
        columns.endPart(isHole: isHole)
      }
    }
  }

  /// Drops repeated vertices, and corners of squares on straight edges.
  private static func simplify(_ ring: inout [Vertex]) {
    var kept = 0
    for index in ring.indices {
      if kept > 0, ring[kept - 1].point == ring[index].point {
        ring[kept - 1].marks.formUnion(ring[index].marks)
        continue
      }
      ring[kept] = ring[index]
      kept += 1
    }
    while kept > 1, ring[0].point == ring[kept - 1].point { kept -= 1 }
    ring.removeLast(ring.count - kept)
  }

  private static func doubledArea(_ ring: [Vertex]) -> Double {
    let origin = ring[0].point
    var doubled = 0.0
    var last = ring[ring.count - 1].point - origin
    for vertex in ring {
      let now = vertex.point - origin
      doubled += last.x * now.y - now.x * last.y
      last = now
    }
    return doubled
  }
}
