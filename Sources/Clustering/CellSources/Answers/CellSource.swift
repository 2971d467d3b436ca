import MapClusters
public import MapFeatures

/// A source of cells instead of points: a table of cells, points that are summed while they are read, or a database.
public protocol CellSource {
  /// The cells of a request. There may be more and finer ones than it asks for; those of its view are complete.
  ///
  /// - Throws: ``CellTableError``.
  func cells(for request: CellRequest) throws(CellTableError) -> ReadCells
}

/// A table of cells: points that were counted elsewhere.
public struct CellFile: CellSource {
  private let source: ColumnTable.Source

  /// Cells of a table, CSV or rows in JSON, or counted points in any form that points have, from its bytes.
  public init(_ source: any ByteSource) { self.source = .bytes(source) }

  /// Cells of rows whose values have types, such as those of a database.
  public init(_ rows: RowBatch) { source = .rows(rows) }

  /// All cells of the table, whatever view is asked for.
  ///
  /// - Throws: ``CellTableError`` for a table that cannot be read.
  public func cells(for request: CellRequest) throws(CellTableError) -> ReadCells {
    do throws(CellTableError) {
      return try ReadCells(reading: source, request)
    } catch {
      guard case .noPlace(let names) = error.problem else { throw error }
      return try counted(request, names, error)
    }
  }

  /// Returns the cells of points that are counted.
  private func counted(
    _ request: CellRequest, _ names: [String], _ noCells: CellTableError
  ) throws(CellTableError) -> ReadCells {
    let areFeatures = names.contains("type") && (names.contains("features") || names.contains("geometry"))
    var options = ReadingOptions()
    (options.threads, options.missing) = (request.threads, .ofDatabases)
    options.longitudeColumn = request.longitude.map(ColumnName.init)
    options.latitudeColumn = request.latitude.map(ColumnName.init)
    let table: FeatureTable
    do throws(FeatureError) {
      switch source {
      case .bytes(let bytes): table = try .read(bytes, options: options)
      case .rows(let rows): table = try .read(rows, options: options)
      }
    } catch {
      switch error.problem {
      case .nothingUsable(let skipped) where areFeatures && skipped.total == 0:
        return ReadCells(cells: CellTable(), features: FeatureTable(points: .init()))
      case .nothingUsable, .metres, .foreignReferenceSystem, .noSuchColumn: throw CellTableError(error)
      default: throw areFeatures ? CellTableError(error) : noCells
      }
    }
    return try CountedPoints(table, areFeatures: areFeatures).cells(for: request)
  }
}
