import MapGeometry

extension FeatureParser {
  /// Puts points in place of the lines and areas of the record at hand, if options say so.
  func placeShapes(since mark: Mark) {
    guard let rule = chunk.shapePoints, chunk.shapes.count > mark.shapes else { return }
    let places: [Coordinate] = chunk.shapes[mark.shapes...].flatMap { shape in
      let paths = shape.paths.map { path in
        ((path == 0 ? 0 : chunk.pathEnds[path - 1])..<chunk.pathEnds[path]).map {
          Coordinate(latitude: chunk.vertexLatitudes[$0], longitude: chunk.vertexLongitudes[$0])
        }
      }
      let outline = ShapeOutline(
        paths, isHole: Array(chunk.pathIsHole[shape.paths]), isArea: shape.kind == .area)
      return switch rule {
      case .center: [outline.centroid].compactMap(\.self)
      case .pole: [outline.pole].compactMap(\.self)
      case .vertices: outline.vertices
      }
    }
    goBack(to: Mark(points: chunk.count, vertices: mark.vertices, paths: mark.paths, shapes: mark.shapes))
    chunk.reserve(places.count)
    for point in places {
      guard case .success(let longitude) = PlaceCheck.longitude(point.longitude, latitude: point.latitude)
      else { continue }
      chunk.appendReserved(longitude: longitude, latitude: point.latitude, place: place)
    }
  }
}
