import CSystem
public import MapGeometry
public import MapStyle

/// The tiles of a source, and those that a view needs.
public struct TileCover: Hashable, Sendable {
  /// The rule by which a zoom between two whole ones finds its tiles.
  public enum Rounding: Hashable, Sendable {
    /// The nearest zoom: tiles are drawn at 71 % to 141 % of their size.
    case nearest
    /// The zoom below: tiles are drawn at 100 % to 200 % of their size.
    case down
  }

  /// The width of a tile in points at its own zoom.
  public var tileSize: Double
  /// The smallest zoom that has tiles; views farther out are empty.
  public var minimumZoom: Int
  /// The largest zoom that has tiles; closer views have these enlarged.
  public var maximumZoom: Int
  /// The area that has tiles; `nil` for everywhere.
  public var bounds: BoundingBox?
  /// The zoom of the tiles that a view between two zooms shows: pictures are rounded, features are those of the zoom below.
  public var rounding = Rounding.nearest
  /// True if pictures of more pixels a point show the tiles of closer zooms, as far as they are few.
  public var isRefined = false

  /// The tiles that there are.
  public init(tileSize: Double, minimumZoom: Int, maximumZoom: Int, bounds: BoundingBox? = nil) {
    (self.tileSize, self.minimumZoom, self.maximumZoom) = (tileSize, minimumZoom, maximumZoom)
    self.bounds = bounds
  }

  /// Creates the cover that a source of a style declares.
  public init(_ source: RasterSource) {
    self.init(
      tileSize: Double(source.tileSize), minimumZoom: source.tileSet.minZoom,
      maximumZoom: source.tileSet.maxZoom, bounds: source.tileSet.bounds)
  }

  /// The vector tiles that there are: 512 points wide, those of the zoom below drawn larger.
  public static func vector(minimumZoom: Int, maximumZoom: Int, bounds: BoundingBox? = nil) -> TileCover {
    var cover = TileCover(tileSize: 512, minimumZoom: minimumZoom, maximumZoom: maximumZoom, bounds: bounds)
    cover.rounding = .down
    return cover
  }

  /// Creates the cover that a source of vector tiles declares.
  public init(vector tileSet: TileSet) {
    self = .vector(minimumZoom: tileSet.minZoom, maximumZoom: tileSet.maxZoom, bounds: tileSet.bounds)
  }

  /// The zoom whose tiles a view shows, as MapLibre finds it; `nil` where the view lies too far out.
  public func zoom(in viewport: Viewport) -> Int? {
    let exact =
      viewport.zoom + viewport.mercatorDetail + log2(512 / max(1, tileSize))
      + (isRefined ? viewport.refinement : 0)
    let wanted = rounding == .nearest ? exact.rounded() : max(0, exact.rounded(.down))
    guard wanted >= Double(minimumZoom), var zoom = Int(exactly: min(wanted, Double(maximumZoom))) else {
      return nil
    }
    zoom = max(0, min(30, zoom))
    // A sheet may be far larger in its middle than elsewhere: it takes no more tiles than the world has at zoom 4.
    while viewport.sheet != nil, zoom > max(4, minimumZoom) {
      let count = Double(1 << zoom)
      guard let area = viewport.mercatorRectangle(growingBy: 0.5 / count),
        area.width * area.height * count * count > 256
      else { break }
      zoom -= 1
    }
    return zoom
  }

  /// The lowest zoom whose tiles stand for pictures that are missing in views, as MapLibre GL JS fills them: ten zooms
  /// farther out than what is wanted. 0 for features.
  package func farthestAncestor(in viewports: [Viewport]) -> Int {
    guard rounding == .nearest, let farthest = viewports.map(\.zoom).min() else { return 0 }
    return max(0, Int((farthest + log2(512 / max(1, tileSize))).rounded()) - 10)
  }

  /// The tiles that a view needs, each once, from the upper left to the lower right.
  ///
  /// - Complexity: O(*tiles*): a picture of `w` by `h` points has about `2wh / tileSize²` at most.
  public func tiles(in viewport: Viewport) -> [TileID] {
    shownTiles(in: viewport).map(\.tile).distinct(by: \.self)
  }

  /// The tiles in a view, again for each copy of the world, and where each lies in worlds.
  func shownTiles(in viewport: Viewport) -> [(tile: TileID, rectangle: WorldRectangle)] {
    guard let zoom = zoom(in: viewport) else { return [] }
    let count = Double(1 << zoom)
    guard let visible = viewport.mercatorRectangle(growingBy: 0.5 / count) else { return [] }
    let firstRow = max(0, (visible.minY * count).rounded(.down))
    let lastRow = min(count - 1, (visible.maxY * count).rounded(.up) - 1)
    let firstColumn = (visible.minX * count).rounded(.down)
    var lastColumn = (visible.maxX * count).rounded(.up) - 1
    // On a sheet each tile is shown once: rings of more than a turn would fill areas twice.
    if viewport.sheet != nil { lastColumn = min(lastColumn, firstColumn + count - 1) }
    var shown: [(TileID, WorldRectangle)] = []
    for row in stride(from: firstRow, through: lastRow, by: 1) {
      for column in stride(from: firstColumn, through: lastColumn, by: 1) {
        let wrapped = column - (column / count).rounded(.down) * count
        guard let x = Int(exactly: wrapped), let y = Int(exactly: row) else { continue }
        guard let tile = TileID(zoom: zoom, column: x, row: y), isWithinBounds(tile, count) else { continue }
        let area = WorldRectangle(
          minX: column / count, minY: row / count, width: 1 / count, height: 1 / count)
        if viewport.camera != nil
          ? viewport.mayShow(area) : viewport.bearing == 0 || viewport.sheet != nil || viewport.reaches(area)
        {
          shown.append((tile, area))
        }
      }
    }
    return shown
  }

  private func isWithinBounds(_ tile: TileID, _ count: Double) -> Bool {
    guard let bounds else { return true }
    let (north, south) = (WorldPoint.y(ofLatitude: bounds.north), WorldPoint.y(ofLatitude: bounds.south))
    guard Double(tile.row) < south * count, Double(tile.row + 1) > north * count else { return false }
    // From the western edge eastward.
    let west = bounds.west / 360 + 0.5
    let start = Double(tile.column) / count - west
    let offset = start - start.rounded(.down)
    return offset < bounds.longitudes.width / 360 || offset + 1 / count > 1
  }
}

extension Viewport {
  /// The zooms that pixels add to points, with about a hundred tiles at most.
  fileprivate var refinement: Double {
    max(0, min(log2(scale), log2(100 / ((size.width / 512 + 1) * (size.height / 512 + 1))) / 2))
  }

  /// By how many zooms the tiles of a sheet's middle are closer than those of the view's zoom, so that they are drawn as large.
  fileprivate var mercatorDetail: Double {
    guard let sheet else { return 0 }
    guard let middle, let scale = sheet.scale(at: middle) else { return 0 }
    return log2(scale * max(0.2, cos(middle.latitude * Double.pi / 180)))
  }

  /// The part of Mercator's plane that the picture shows, in worlds; of a sheet the box around it, with a margin,
  /// for it is found at points.
  fileprivate func mercatorRectangle(growingBy margin: Double) -> WorldRectangle? {
    guard let sheet else { return visibleWorldRectangle }
    guard let shown = sheet.shown(in: self) else { return nil }
    let (south, north) = (shown.latitudes.lowerBound, shown.latitudes.upperBound)
    let (west, east) = (shown.offsets.lowerBound / 360, shown.offsets.upperBound / 360)
    let x = sheet.center.longitude / 360 + 0.5
    let top = max(0, WorldPoint.y(ofLatitude: north) - margin)
    let bottom = min(1, WorldPoint.y(ofLatitude: south) + margin)
    let (left, right) = (max(-0.5, west - margin), min(0.5, east + margin))
    return WorldRectangle(minX: x + left, minY: top, width: right - left, height: bottom - top)
  }

  /// True if a rectangle of the world that reaches into the one around the picture reaches into the picture itself.
  fileprivate func reaches(_ area: WorldRectangle) -> Bool {
    let seen = Extent(of: area.corners.map { project($0) }) { ($0.x, $0.y) }
    return seen.maxX > 0 && seen.minX < size.width && seen.maxY > 0 && seen.minY < size.height
  }
}
