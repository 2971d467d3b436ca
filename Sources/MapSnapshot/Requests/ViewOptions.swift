public import MapGeometry

/// What was said about the view, by a style, a request or a command line; `nil` where nothing was.
public struct ViewOptions: Hashable, Sendable {
  /// The place in the middle of the picture; needs a zoom.
  public var center: Coordinate?
  /// The zoom, of a world ``tileSize`` points wide at zoom 0.
  public var zoom: Double?
  /// A box to be seen whole.
  public var box: BoundingBox?
  /// Whether all points are to be seen.
  public var fitsPoints: Bool?
  /// The picture's size in points.
  public var size: ScreenSize?
  /// Pixels per point.
  public var scale: Double?
  /// Points kept free when fitting.
  public var padding: Padding?
  /// Fitting does not come closer than this zoom.
  public var maximumFitZoom: Double?
  /// What zooms count from: 512 or 256.
  public var tileSize: Int?

  /// Nothing was said.
  public init() {}

  /// The picture's size where nobody says otherwise.
  public static let standardSize = ScreenSize(width: 1024, height: 768)
  /// The most pixels a side may have.
  public static let maximumSide = 16_384.0
  /// The most pixels a picture may have.
  public static let maximumArea = 64_000_000.0

  /// These options where they say something, else those of `base`.
  ///
  /// A way of finding the view (center, box, fitting) replaces those of `base` altogether.
  public func over(_ base: ViewOptions) -> ViewOptions {
    var result = self
    if center == nil && box == nil && fitsPoints != true {
      result.center = base.center
      result.box = base.box
      result.fitsPoints = base.fitsPoints
      if zoom == nil {
        result.zoom = base.zoom
        if tileSize == nil { result.tileSize = base.tileSize }
      }
    }
    result.size = size ?? base.size
    result.scale = scale ?? base.scale
    result.padding = padding ?? base.padding
    result.maximumFitZoom = maximumFitZoom ?? base.maximumFitZoom
    result.tileSize = result.tileSize ?? base.tileSize
    return result
  }

  /// A zoom as written, in the zooms of a world 512 points wide.
  public func zoom512(_ zoom: Double) -> Double {
    tileSize == 256 ? zoom - 1 : zoom
  }

  /// The view.
  ///
  /// - Parameter points: the box of all points, asked for where the view is fitted to them.
  /// - Throws: ``SnapshotError`` where the options do not make a view.
  public func viewport(fitting points: () -> BoundingBox?) throws(SnapshotError) -> Viewport {
    let size = size ?? ViewOptions.standardSize
    let scale = scale ?? 1
    let (width, height) = (size.width * scale, size.height * scale)
    if max(width, height) > ViewOptions.maximumSide || width * height > ViewOptions.maximumArea {
      throw .pictureTooLarge(width: size.width, height: size.height, scale: scale)
    }
    let zoom = zoom.map(zoom512)
    do {
      if let center, box == nil, fitsPoints != true {
        guard let zoom else { throw SnapshotError.centerWithoutZoom }
        return try Viewport(center: center, zoom: zoom, size: size, scale: scale)
      }
      let closest = maximumFitZoom.map(zoom512) ?? 16
      if let box {
        return try .fitting(
          box, size: size, padding: padding ?? Padding(0), maximumZoom: closest, zoom: zoom, scale: scale)
      }
      guard let all = points() else { throw SnapshotError.nothingToFit }
      return try .fitting(
        all, size: size, padding: padding ?? Padding(20), maximumZoom: closest, zoom: zoom, scale: scale)
    } catch let error as GeometryError {
      throw .geometry(error)
    } catch let error as SnapshotError {
      throw error
    } catch {
      throw .nothingToFit
    }
  }
}
