import MapGeometry

// Whole records, added or skipped.
extension Chunk {
  struct Mark {
    var points, vertices, paths, shapes: Int
  }

  var mark: Mark {
    Mark(points: count, vertices: vertexCount, paths: pathEnds.count, shapes: shapes.count)
  }

  func goBack(to mark: Mark) {
    count = mark.points
    vertexCount = mark.vertices
    guard pathEnds.count > mark.paths else { return }
    pathEnds.removeSubrange(mark.paths...)
    pathIsHole.removeSubrange(mark.paths...)
    shapes.removeSubrange(mark.shapes...)
  }

  func endGeometry(_ reason: SkipReason?, since mark: Mark, place: Int) {
    let isEmpty = count == mark.points && shapes.count == mark.shapes
    if let reason = reason ?? (isEmpty ? .emptyGeometry : nil) {
      goBack(to: mark)
      return skip(place: place, reason)
    }
    if shapePoints != nil { placeShapes(since: mark, place: place) }
    endRecord(place: place, points: count &- mark.points)
  }

  private func placeShapes(since mark: Mark, place: Int) {
    guard let rule = shapePoints, shapes.count > mark.shapes else { return }
    let places: [Coordinate] = shapes[mark.shapes...].flatMap { shape in
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
    reserve(places.count)
    for point in places {
      var longitude = point.longitude
      guard PlaceCheck.refusal(&longitude, latitude: point.latitude) == nil else { continue }
      appendReserved(longitude: longitude, latitude: point.latitude, place: place)
    }
  }

  func add(longitude: Double, latitude: Double, place: Int) {
    var longitude = longitude
    if let refusal = PlaceCheck.refusal(&longitude, latitude: latitude) {
      return skip(place: place, refusal)
    }
    reserve(1)
    appendReserved(longitude: longitude, latitude: latitude, place: place)
    endRecord(place: place, points: 1)
  }

  func add(_ text: String, _ order: PlaceOrder, place: Int) {
    do throws(SkipReason) {
      let found = try PlaceText.place(in: text, order)
      add(longitude: found.longitude, latitude: found.latitude, place: place)
    } catch {
      skip(place: place, error)
    }
  }

  /// Adds a record with coordinates in two fields, or skips it if one is missing.
  func add(
    _ x: CSVScanner.CoordinateField, _ y: CSVScanner.CoordinateField, _ decimal: DecimalMark, place: Int,
    at start: ((SkipReason.Axis) -> Int)? = nil
  ) {
    var numbers: [Double] = []
    for (axis, field) in [(SkipReason.Axis.longitude, x), (.latitude, y)] {
      switch field {
      case .number(let number): numbers.append(number)
      case .empty: return skip(place: place, .missing(axis))
      case .otherDecimal(let text):
        let problem = FeatureProblem.decimalMark(text, expected: decimal)
        return if let start {
          skip(place: place, problem, at: start(axis))
        } else {
          skip(place: place, .broken(problem))
        }
      case .other: return skip(place: place, .notNumber(axis))
      }
    }
    add(longitude: numbers[0], latitude: numbers[1], place: place)
  }
}

extension RecordPlaces {
  mutating func append(_ chunk: Chunk) {
    append(chunk.places, from: chunk.origin + chunk.firstPlace, through: chunk.origin + chunk.lastPlace)
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
