extension Viewport {
  /// The view of an interactive map that shows a region: enlarged about its middle to the picture's aspect, as near as it takes.
  ///
  /// - Parameter region: such as ``BoundingBox/init(center:latitudeSpan:longitudeSpan:)`` makes it of a center and spans.
  /// - Throws: what ``fitting(_:size:padding:maximumZoom:zoom:scale:bearing:pitch:around:)`` throws.
  public init(
    region: BoundingBox, size: ScreenSize, scale: Double = 1, bearing: Double = 0
  ) throws(GeometryError) {
    self = try .fitting(region, size: size, maximumZoom: nil, scale: scale, bearing: bearing)
  }

  /// The closest view that shows a whole box inside its padding.
  ///
  /// - Parameters:
  ///   - box: its middle on the flat world becomes the middle of the free area.
  ///   - size: in points.
  ///   - padding: points kept free along the edges.
  ///   - maximumZoom: limit, which alone decides for a box of one point; `nil` for that of ``zooms``.
  ///   - fixedZoom: zoom to use instead.
  ///   - bearing: compass direction of up, in degrees.
  ///   - pitch: degrees from straight down.
  ///   - outline: points in the box, if they do not fill it, for views with a bearing.
  /// - Returns: at most the smallest of ``zooms``, even if that does not show all of the box.
  /// - Throws: ``GeometryError/paddingTooLarge``, or other invalid numbers.
  public static func fitting(
    _ box: BoundingBox, size: ScreenSize, padding: Padding = Padding(0), maximumZoom: Double? = 16,
    zoom fixedZoom: Double? = nil, scale: Double = 1, bearing: Double = 0,
    pitch: Double = 0, around outline: [WorldPoint] = []
  ) throws(GeometryError) -> Viewport {
    let maximumZoom = maximumZoom ?? zooms.upperBound
    let numbers = [
      size.width, size.height, padding.top, padding.right, padding.bottom, padding.left, maximumZoom,
      fixedZoom ?? 0, bearing, pitch,
    ]
    for number in numbers where !number.isFinite { throw .notFinite(number) }
    for zoom in [maximumZoom, fixedZoom ?? 0] where !zooms.contains(zoom) { throw .zoomOutOfRange(zoom) }
    guard size.width > 0, size.height > 0 else { throw .emptySize(width: size.width, height: size.height) }
    let freeWidth = size.width - padding.left - padding.right
    let freeHeight = size.height - padding.top - padding.bottom
    guard freeWidth > 0, freeHeight > 0 else { throw .paddingTooLarge }
    let top = WorldPoint.y(ofLatitude: box.north)
    let bottom = WorldPoint.y(ofLatitude: box.south)
    let width = box.longitudes.width / 360
    // A box without extent fits at any zoom: its quotient is infinite and the minimum decides.
    let turn = Turn(degrees: bearing)
    var bounds = turn.bounds(width: width, height: bottom - top)
    var middle = WorldPoint(
      x: (box.longitudes.west + box.longitudes.width / 2) / 360 + 0.5, y: (top + bottom) / 2)
    if turn.sine != 0, let turned = turn.bounds(of: outline) { (middle, bounds) = turned }
    let worldSize = min(freeWidth / bounds.width, freeHeight / bounds.height)
    let fitted = min(maximumZoom, binaryLogarithm(worldSize / tileSize))
    let zoom = fixedZoom ?? max(zooms.lowerBound, fitted)
    // The free area's middle is off the picture's middle where the padding is lopsided.
    let points = tileSize * powerOfTwo(zoom)
    let (right, down) = ((padding.right - padding.left) / 2, (padding.bottom - padding.top) / 2)
    middle.x += (right * turn.cosine - down * turn.sine) / points
    middle.y += (down * turn.cosine + right * turn.sine) / points
    let view = try Viewport(
      center: middle.coordinate, zoom: zoom, size: size, scale: scale, bearing: bearing, pitch: pitch)
    guard fixedZoom == nil, pitch > 0 else { return view }
    return try view.pitched(showing: box, within: padding, maximumZoom: maximumZoom)
  }

  /// Closest pitched view that shows a box within the padding; its edges are taken for straight.
  private func pitched(
    showing box: BoundingBox, within padding: Padding, maximumZoom: Double
  ) throws(GeometryError) -> Viewport {
    let corners = [box.longitudes.west, box.longitudes.west + box.longitudes.width].flatMap { longitude in
      [box.north, box.south].map { latitude in
        WorldPoint(x: longitude / 360 + 0.5, y: WorldPoint.y(ofLatitude: latitude))
      }
    }
    func extent(in view: Viewport) -> Extent<Double>? {
      guard let camera = view.camera else { return nil }
      let copy = ((corners[0].x + corners[3].x) / 2 - view.worldCenter.x).rounded()
      var extent = Extent<Double>()
      for corner in corners {
        let ground = view.fromAbove.project(WorldPoint(x: corner.x - copy, y: corner.y))
        guard camera.depth(ground) > camera.nearest else { return nil }
        extent.include(camera.project(ground).x, camera.project(ground).y)
      }
      return extent
    }
    let free = Extent(
      minX: padding.left, minY: padding.top, maxX: size.width - padding.right,
      maxY: size.height - padding.bottom)
    var view = self
    for round in 0..<6 {
      var (far, near) = (Viewport.zooms.lowerBound, min(maximumZoom, zoom + 3))
      for _ in 0..<40 {
        let middle = (far + near) / 2
        view = try view.about(view.center, zoom: middle)
        let found = extent(in: view)
        if let found, free.contains(found) {
          far = middle
        } else {
          near = middle
        }
      }
      view = try view.about(view.center, zoom: far)
      guard let found = extent(in: view) else { break }
      let middle = ScreenPoint(
        x: (found.minX + found.maxX - free.minX - free.maxX + size.width) / 2,
        y: (found.minY + found.maxY - free.minY - free.maxY + size.height) / 2)
      let (right, down) = (abs(middle.x - size.width / 2), abs(middle.y - size.height / 2))
      if max(right, down) < 0.25 || round == 5 { break }
      view = try view.about(view.worldPoint(at: middle).coordinate, zoom: far)
    }
    return view
  }
}
