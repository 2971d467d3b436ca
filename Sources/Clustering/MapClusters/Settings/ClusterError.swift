public import MapGeometry

/// Why settings and points do not make clusters.
public enum ClusterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A cell's side that is not a finite number above 0.
  case cellSide(Double)
  /// A table by zoom without rows or with rows out of order.
  case zoomTable
  /// Cells so small that there would be more than 2^31 of them, or that they are finer than the points' own steps.
  case tooManyCells(points: Double)
  /// Cells of so many points would be finer than eight of the steps of 9 mm that points are placed by.
  case cellsTooFine(points: Double)
  /// Hexagons narrower than 2 points.
  case smallHexagons(points: Double)
  /// A margin that is not finite.
  case margin(Double)
  /// A radius that is not a finite number above 0.
  case radius(Double)
  /// A tile's extent that is not a finite number above 0.
  case extent(Double)
  /// Fewer than one point to make a cluster or a core.
  case minimumPoints(Int)
  /// A distance that is not a finite number above 0.
  case distance(Double)
  /// Fewer than one cluster asked of k-means.
  case clusterCount(Int)
  /// More clusters asked of k-means than there are points.
  case moreClustersThanPoints(clusters: Int, points: Int)
  /// A DBSCAN reach that is not a finite number above 0.
  case epsilon(Double)
  /// A cluster of fewer than one point.
  case minimumCount(Int)
  /// A cluster of fewer than no unique locations.
  case minimumUnique(Int)
  /// A maximum zoom that is not a number.
  case maximumZoom(Double)
  /// A ring's radius that is not finite or below 0.
  case ringRadius(Double)
  /// A point whose coordinate is not on Earth.
  case badCoordinate(index: Int, longitude: Double, latitude: Double)
  /// A table whose columns are not equally long.
  case unevenColumns(longitudes: Int, latitudes: Int)
  /// Weights that are not one a point.
  case weightCount(weights: Int, points: Int)
  /// A weight that is not finite or below 0.
  case badWeight(index: Int, weight: Double)
  /// More points than the sums are exact for.
  case tooManyPoints(Int)
  /// Weights whose sum times their coordinates would leave 128 bits.
  case tooHeavy(Double)
  /// Settings that cells counted elsewhere cannot serve.
  case cellLimit(CellLimit)
  /// Cells of another grid than the view's, and not finer ones that make up its cells; cells along the world.
  case cellsOfOtherGrid(table: Int, view: Int)
  /// Cells that were counted for a part of the world that does not hold the view; both in the table's cells.
  case cellsElsewhere(table: CellWindow, view: CellWindow)
  /// Cells that were counted for another view alone.
  case cellsOfOtherView
  /// An id that no held point has.
  case unknownID(String)
  /// The work was cancelled, or superseded by a later reload.
  case cancelled
  /// A view that cannot be found: what the geometry refuses.
  case view(GeometryError)
  /// A point that does not stand alone at any zoom.
  case neverAlone
  /// A marker that no reload showed.
  case unknownMarker(Int)
  /// Zooms of a radius index that do not satisfy 0 ≤ minimum ≤ maximum ≤ ``RadiusSettings/zoomLimit``.
  case clusterZooms(minimum: Int, maximum: Int)
  /// More points than a cluster's id of a radius index can number.
  case tooManyForRadius(Int)
  /// No cluster of a radius index has this id.
  case unknownCluster(Int)
  /// No point of a radius index has this index.
  case unknownPoint(Int)
  /// A tile outside the pyramid of tiles.
  case tileOutOfRange(zoom: Int, column: Int, row: Int)

  /// The setting that is wrong, by its name in requests and styles; `nil` where it is none, or not one alone.
  public var setting: String? {
    switch self {
    case .cellSide, .zoomTable, .tooManyCells, .cellsTooFine, .smallHexagons: "cellSize"
    case .margin: "margin"
    case .radius: "radius"
    case .extent: "extent"
    case .minimumPoints: "minPoints"
    case .distance: "distance"
    case .clusterCount, .moreClustersThanPoints: "clusters"
    case .epsilon: "eps"
    case .minimumCount: "minCount"
    case .minimumUnique: "minUnique"
    case .maximumZoom: "clusterMaxZoom"
    case .clusterZooms: "clusterMinZoom"
    case .ringRadius: "coLocated"
    case .cellLimit(let limit): limit.setting
    default: nil
    }
  }

  /// The fault and its remedy, in one line.
  public var description: String {
    switch self {
    case .cellSide(let side):
      "a cell size of \(numberText(side)) points makes no cells; write a finite number above 0, such as 60"
    case .zoomTable:
      "the cell sizes by zoom are empty or out of order; write rising zooms, such as 0:88,12:64"
    case .tooManyCells(let points):
      "cells of \(numberText(points)) points would be more than 2147483648 here; write a larger cell size"
    case .cellsTooFine(let points):
      "cells of \(numberText(points)) points are a few centimeters at this zoom, finer than points are placed; write a larger cell size or a smaller zoom"
    case .smallHexagons(let points):
      "hexagons of \(numberText(points)) points are too small to be seen; write a cell size from 2 on, such as 40"
    case .margin(let margin):
      "a margin of \(numberText(margin)) is not a share of the picture; write a finite number, such as 0.5"
    case .radius(let radius):
      "a radius of \(numberText(radius)) reaches nothing; write a finite number above 0, such as 40"
    case .extent(let extent):
      "an extent of \(numberText(extent)) divides no tile; write a finite number above 0, such as 512"
    case .minimumPoints(let count):
      "a minimum of \(count) points is below 1; write how many points make a cluster, such as 2"
    case .distance(let distance):
      "a distance of \(numberText(distance)) joins nothing; write a finite number above 0, such as 80 meters or 50pt"
    case .clusterCount(let count): "\(count) clusters are too few; write a number of clusters from 1 on"
    case .moreClustersThanPoints(let clusters, let points):
      "\(clusters) clusters cannot be made of \(points) \(points == 1 ? "point" : "points"); write at most \(points)"
    case .epsilon(let reach):
      "an eps of \(numberText(reach)) points reaches nothing; write a finite number above 0, such as 40"
    case .minimumCount(let count):
      "a minimum count of \(count) is below 1; write how many points make a cluster, such as 2"
    case .minimumUnique(let count):
      "a minimum of \(count) unique locations is below 0; write 1 for no minimum"
    case .maximumZoom(let zoom):
      "a cluster maximum zoom of \(numberText(zoom)) is no zoom; write a finite number, such as 16"
    case .ringRadius(let radius):
      "a ring of \(numberText(radius)) cannot be drawn; write a finite radius from 0 on, such as 3 meters or 12pt"
    case .badCoordinate(let index, let longitude, let latitude):
      "point \(index + 1) has no place on Earth (longitude \(numberText(longitude)), latitude \(numberText(latitude))); leave it out"
    case .unevenColumns(let longitudes, let latitudes):
      "there are \(longitudes) longitudes and \(latitudes) latitudes; give each point one of both"
    case .weightCount(let weights, let points):
      "there are \(weights) weights for \(points) points; give each point one"
    case .badWeight(let index, let weight):
      "point \(index + 1) weighs \(numberText(weight)); write a finite weight from 0 on"
    case .tooManyPoints(let count):
      "\(count) points are more than the 500000000 that can be summed exactly; cluster them in parts"
    case .tooHeavy:
      // Where points are summed while they are read, the sum is not known to its end.
      "the weights are more than 1e21 in all, which is the most that is summed exactly; write them in a larger unit"
    case .cellLimit(let limit): limit.description
    case .cellsOfOtherGrid(let table, let view):
      "the table's cells are \(table) along the world, the view needs \(view) or a multiple; take the cells of clustersnap sql for this view, or set the cell size and zoom they were made for"
    case .cellsElsewhere(let table, let view):
      "the table's cells were made for another view: it has \(table.text), this view needs \(view.text); take the cells of clustersnap sql for this view"
    case .cellsOfOtherView:
      "the cells were counted for another view alone; count the points again for this one"
    case .unknownID(let id): "no point has the id \(id); write the id of a point that was added"
    case .cancelled: "the clustering was cancelled; reload again"
    case .view(let error): error.description
    case .neverAlone: "the point shares its marker at every zoom up to 24; select its marker instead"
    case .unknownMarker(let identity): "no marker \(identity) is shown; take one from the last reload"
    case .clusterZooms(let minimum, let maximum):
      "cluster zooms \(minimum) to \(maximum) are outside 0...\(RadiusSettings.zoomLimit) or in wrong order; write the coarser zoom first"
    case .tooManyForRadius(let count):
      "\(count) points are more than the \(RadiusSettings.pointLimit) a radius index can number; use a grid or split the data"
    case .unknownCluster: "No cluster with the specified id."
    case .unknownPoint(let index): "no point has the index \(index); indices count the points from 0"
    case .tileOutOfRange(let zoom, let column, let row):
      "tile \(zoom)/\(column)/\(row) does not exist; columns and rows count from 0 to 2^zoom - 1, zooms from 0 to \(RadiusSettings.zoomLimit + 1)"
    }
  }
}

/// A number as people write it: `0` rather than `0.0`.
package func numberText(_ number: Double) -> String {
  let text = "\(number)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

extension CellWindow {
  fileprivate var text: String {
    "columns \(firstColumn) to \((firstColumn + max(0, columns - 1)) % max(1, worldColumns)) and rows \(firstRow) to \(firstRow + max(0, rows - 1)) of \(worldColumns)"
  }
}

extension CellLimit {
  /// The setting by its name in requests and styles; `nil` for a caller's own rule.
  public var setting: String? {
    switch self {
    case .method: "method"
    case .anchor: "anchor"
    case .unaligned: "alignWorld"
    case .position: "position"
    case .ring: "coLocated"
    case .minimumCount: "minCount"
    case .minimumUnique: "minUnique"
    case .maximumZoom: "clusterMaxZoom"
    case .unclusteredRows: "optOut"
    case .strategies: nil
    }
  }
}
