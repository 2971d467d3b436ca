import JSONDocument
import MapGeometry

/// Areas on the flat world that may contain points and lines.
///
/// Edges are straight in Mercator. A point on an edge is outside. Coordinates are rounded to a tile's 8192
/// steps, as in the specification's implementation.
struct WithinAreas: Sendable {
  private let areas: [[[GridPlace]]]
  private let box: Extent<Double>

  /// Reads a geometry, feature or collection; `nil` if empty or malformed.
  init?(geoJSON: JSONValue) {
    var areas: [[[GridPlace]]] = []
    for geometry in GeoJSONGeometry.all(in: geoJSON)
    where geometry.coordinates != nil && ["Polygon", "MultiPolygon"].contains(geometry.type) {
      guard let found = geometry.areas else { return nil }
      areas += found.map { $0.map { $0.map { GridPlace($0) } } }
    }
    guard !areas.isEmpty else { return nil }
    self.init(areas)
  }

  private init(_ areas: [[[GridPlace]]]) {
    self.areas = areas
    box = WithinAreas.box(of: areas.flatMap { $0 })
  }

  /// True if all points or lines lie inside; areas never do.
  func contain(_ feature: any StyleFeature, tile: TileID?) -> Bool {
    let kind = feature.geometryType.simplified
    guard kind == .point || kind == .lineString else { return false }
    var lines = feature.rings.map { $0.map { GridPlace($0) } }
    guard lines.contains(where: { !$0.isEmpty }) else { return false }
    guard let tile else { return contain(&lines, isPoint: kind == .point) }
    let steps = GridPlace.steps(of: tile)
    func rounded(_ lines: [[GridPlace]]) -> [[GridPlace]] { lines.map { $0.map { $0.rounded(to: steps) } } }
    lines = rounded(lines)
    return WithinAreas(areas.map(rounded)).contain(&lines, isPoint: kind == .point)
  }

  private func contain(_ lines: inout [[GridPlace]], isPoint: Bool) -> Bool {
    var extent = WithinAreas.box(of: lines)
    // Places outside the areas' columns may be meant on the next copy of the world.
    if isPoint || extent.maxX - extent.minX <= 0.5 {
      for line in lines.indices {
        for index in lines[line].indices { shift(&lines[line][index]) }
      }
      extent = WithinAreas.box(of: lines)
    }
    guard box.encloses(extent) else { return false }
    return lines.allSatisfy { line in
      isPoint
        ? line.allSatisfy { point in areas.contains { WithinAreas.contains(point, $0) } }
        : areas.contains { WithinAreas.contains(line, $0) }
    }
  }

  private static func box(of lines: [[GridPlace]]) -> Extent<Double> {
    Extent(of: lines.joined()) { ($0.x, $0.y) }
  }

  private func shift(_ point: inout GridPlace) {
    guard point.x < box.minX || point.x > box.maxX else { return }
    if point.x - box.minX > 0.5 || point.x - box.maxX > 0.5 {
      point.x -= 1
    } else if box.minX - point.x > 0.5 || box.maxX - point.x > 0.5 {
      point.x += 1
    }
  }

  /// True inside an area, by counting edges to the east; false on an edge.
  private static func contains(_ point: GridPlace, _ rings: [[GridPlace]]) -> Bool {
    var isInside = false
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        if isOn(point, a, b) { return false }
        if (a.y > point.y) != (b.y > point.y), point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x {
          isInside.toggle()
        }
      }
    }
    return isInside
  }

  private static func isOn(_ point: GridPlace, _ a: GridPlace, _ b: GridPlace) -> Bool {
    let cross = (point.x - a.x) * (b.y - a.y) - (b.x - a.x) * (point.y - a.y)
    return cross == 0 && (point.x - a.x) * (point.x - b.x) <= 0 && (point.y - a.y) * (point.y - b.y) <= 0
  }

  /// True if all corners lie inside, and no segment crosses an edge.
  private static func contains(_ line: [GridPlace], _ rings: [[GridPlace]]) -> Bool {
    guard line.allSatisfy({ contains($0, rings) }) else { return false }
    for (p, q) in zip(line, line.dropFirst()) {
      for ring in rings {
        for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where cross(p, q, a, b) { return false }
      }
    }
    return true
  }

  private static func cross(_ p: GridPlace, _ q: GridPlace, _ a: GridPlace, _ b: GridPlace) -> Bool {
    func side(_ a: GridPlace, _ b: GridPlace, _ c: GridPlace) -> Double {
      (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }
    let (s1, s2, s3, s4) = (side(p, q, a), side(p, q, b), side(a, b, p), side(a, b, q))
    return (s1 > 0) != (s2 > 0) && (s3 > 0) != (s4 > 0) && s1 != 0 && s2 != 0
  }
}
