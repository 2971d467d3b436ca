import CellSources
import JSONDocument
import MapClusters
import MapContent
import MapFeatures
import MapGeometry
import Parallel

extension TableLoader {
  /// The records of a source, or of a part of it, and how its points came to be there.
  struct Part {
    let table: FeatureTable
    /// The version under which the table is kept between requests; `nil` for what is not kept.
    var kept: KeptTable?
    var way = Way.kept(note: nil)

    enum Way {
      case kept(note: SettingText?)
      /// Points were summed into cells while they were read, a row each of the table.
      case summed(CellTable, StreamedPoints, note: SettingText?)
      case counted(CellTable, DatabaseCounts)
      case cells(CellTable)

      /// The cells that stand for the points.
      var cells: CellTable? {
        switch self {
        case .kept: nil
        case .summed(let cells, _, _), .counted(let cells, _), .cells(let cells): cells
        }
      }

      /// The reason for the way in place of a better one; `nil` where there is none to give.
      var note: SettingText? {
        switch self {
        case .kept(let note), .summed(_, _, let note): note
        case .counted, .cells: nil
        }
      }
    }

    var readCount: Int {
      if case .summed(_, let streamed, _) = way { streamed.readCount } else { table.points.count }
    }

    /// The key under which the table is kept; `nil` for what is not kept.
    var key: SessionCache.Key? {
      guard let kept else { return nil }
      return way.cells == nil
        ? .table(identity: kept.version.identity, kept.reading)
        : .cells(identity: kept.version.identity, kept.reading)
    }

    func finding(identifier: ColumnName?) -> SourceFinding {
      var finding = SourceFinding(pointCount: readCount, shapeCount: table.shapes.count)
      finding.isCounted = way.cells != nil
      finding.hasRows = finding.isCounted || readCount > 0
      if case .cells(let cells) = way {
        finding.isPyramid = cells.isPyramid
        let names = [identifier?.description, "id"].compactMap(\.self)
        finding.hasIdentifier = names.contains(where: table.hasProperty)
      }
      return finding
    }
  }

  struct KeptTable {
    let version: ResourceVersion
    let reading: TableReading
  }
}

/// The summation of an input into the cells of a view while it is read.
struct InputSummation {
  let view: CellRequest.View
  let clustering: SourceClustering
  let chooser: PointChooser
  /// The box that the view is fitted to; `nil` for a view with a place of its own.
  var bounds: BoundingBox?
}

/// Finds the box of the points that take part in a source while they are read, and keeps none of them.
final class PointBoundsSink: PointSink {
  private let chooser: PointChooser
  private let found = Mutex(PointBounds())

  init(_ chooser: PointChooser) { self.chooser = chooser }

  func restart() {
    chooser.restart()
    found.withLock { $0 = PointBounds() }
  }

  func take(_ batch: FeatureTable, after count: Int, by worker: Int) {
    let points = chooser.choose(batch, after: count).input.coordinates
    found.withLock { $0.add(points) }
  }

  var box: BoundingBox? { found.withLock { $0.box } }
}
