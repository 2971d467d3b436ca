public import MapClusters
public import MapFeatures
public import MapGeometry

/// A request to a source of cells.
public struct CellRequest: Sendable {
  /// A view and how its points are clustered.
  public struct View: Sendable {
    /// The part of the world that the picture shows.
    public var viewport: Viewport
    /// The settings of the clustering.
    public var settings: ClusterSettings

    /// A view and how its points are clustered.
    public init(_ viewport: Viewport, _ settings: ClusterSettings) {
      (self.viewport, self.settings) = (viewport, settings)
    }
  }

  /// The view whose cells are wanted; `nil` for all that the source holds.
  public var view: View?
  /// The property whose sums are wanted; `nil` where nothing weighs.
  public var weight: String?
  /// The column that names single points; `nil` for `id`.
  public var identifier: String?
  /// The column of the longitudes of counted points, its name or its number from 1; `nil` to find it by its name.
  public var longitude: String?
  /// The column of the latitudes of counted points, likewise.
  public var latitude: String?
  /// True if the table is what a database answers to a ``GridQuery``: it may carry numbers as ``GridQuery/numbers`` has them,
  /// and columns named as places are single points' own.
  package var isAnswer = false
  /// The number of threads that may work; the result does not depend on it.
  public var threads = 1

  /// A request for the cells of a view, or for all.
  public init(view: View? = nil, weight: String? = nil, identifier: String? = nil, threads: Int = 1) {
    (self.view, self.weight, self.identifier, self.threads) = (view, weight, identifier, threads)
  }
}

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
    options.threads = request.threads
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
