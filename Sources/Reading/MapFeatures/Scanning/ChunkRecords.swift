import MapGeometry

// Whole records, added or skipped.
extension Chunk {
  struct Mark {
    var points, vertices, paths, shapes: Int
  }

  var mark: Mark { Mark(points: count, vertices: vertexCount, paths: pathEnds.count, shapes: shapes.count) }

  func goBack(to mark: Mark) {
    count = mark.points
    vertexCount = mark.vertices
    guard pathEnds.count > mark.paths else { return }
    pathEnds.removeSubrange(mark.paths...)
    pathIsHole.removeSubrange(mark.paths...)
    shapes.removeSubrange(mark.shapes...)
  }

  func endGeometry(_ reason: SkipReason?, since mark: Mark, offset: Int) {
    let isEmpty = count == mark.points && shapes.count == mark.shapes
    if let reason = reason ?? (isEmpty ? .emptyGeometry : nil) {
      goBack(to: mark)
      return skip(offset: offset, reason)
    }
    if shapePoints != nil { representShapes(since: mark, offset: offset) }
    endRecord(offset: offset, points: count &- mark.points)
  }

  private func representShapes(since mark: Mark, offset: Int) {
    guard let rule = shapePoints, shapes.count > mark.shapes else { return }
    let coordinates: [Coordinate] = shapes[mark.shapes...].flatMap { shape in
      let paths = shape.paths.map { path in
        ((path == 0 ? 0 : pathEnds[path - 1])..<pathEnds[path]).map {
          Coordinate(latitude: vertexLatitudes[$0], longitude: vertexLongitudes[$0])
        }
      }
      let outline = ShapeOutline(paths, isHole: Array(pathIsHole[shape.paths]), isArea: shape.kind == .area)
      return switch rule {
      case .center: [outline.centroid].compactMap(\.self)
      case .pole: [outline.pole].compactMap(\.self)
      case .vertices: outline.vertices
      }
    }
    goBack(to: Mark(points: count, vertices: mark.vertices, paths: mark.paths, shapes: mark.shapes))
    reserve(coordinates.count)
    for point in coordinates {
      var longitude = point.longitude
      guard CoordinateCheck.refusal(&longitude, latitude: point.latitude) == nil else { continue }
      appendReserved(longitude: longitude, latitude: point.latitude, offset: offset)
    }
  }

  func add(longitude: Double, latitude: Double, offset: Int) {
    var longitude = longitude
    if let refusal = CoordinateCheck.refusal(&longitude, latitude: latitude) {
      return skip(offset: offset, refusal)
    }
    reserve(1)
    appendReserved(longitude: longitude, latitude: latitude, offset: offset)
    endRecord(offset: offset, points: 1)
  }

  func add(_ text: String, _ order: CoordinateOrder, offset: Int) {
    do throws(SkipReason) {
      let found = try CoordinateText.coordinate(in: text, order)
      add(longitude: found.longitude, latitude: found.latitude, offset: offset)
    } catch {
      skip(offset: offset, error)
    }
  }

  /// Adds a record with coordinates in two fields, or skips it if one is missing.
  func add(
    _ x: CSVScanner.CoordinateField, _ y: CSVScanner.CoordinateField, _ decimal: DecimalMark, unit: Double,
    offset: Int,
    at start: ((SkipReason.Axis) -> Int)? = nil
  ) {
    var numbers: [Double] = []
    for (axis, field) in [(SkipReason.Axis.longitude, x), (.latitude, y)] {
      switch field {
      // Ten million is a number without a rounding error, its inverse is not.
      case .number(let number): numbers.append(unit == 1 ? number : number / (1 / unit).rounded())
      case .empty: return skip(offset: offset, .missing(axis))
      case .otherDecimal(let text):
        let problem = FeatureProblem.decimalMark(text, expected: decimal)
        return if let start {
          skip(offset: offset, problem, at: start(axis))
        } else {
          skip(offset: offset, .broken(problem))
        }
      case .other: return skip(offset: offset, .notNumber(axis))
      }
    }
    add(longitude: numbers[0], latitude: numbers[1], offset: offset)
  }
}

extension RecordOffsets {
  mutating func append(_ chunk: Chunk) {
    append(chunk.offsets, from: chunk.origin + chunk.firstOffset, through: chunk.origin + chunk.lastOffset)
  }
}

extension RecordNumbers {
  mutating func append(_ chunk: Chunk, behind points: Int, _ records: Int) {
    // Before the runs of the chunk: points go on counting from here.
    append(Run(firstPoint: points, firstRecord: records + 1, repeats: false))
    for run in chunk.runs {
      append(
        Run(
          firstPoint: points + run.firstPoint, firstRecord: records + 1 + run.firstRecord,
          repeats: run.repeats))
    }
  }
}
