public import JSONDocument
import MapContent
public import MapGeometry
public import MapSettings
import MapStyle

// Which points a view is fitted to, and how much room their marks need.
extension MapSnapshotter {
  /// The smallest box that holds all points that are drawn or clustered; `nil` without points.
  public var boundingBox: BoundingBox? { bounds(.all) }

  /// True if a point lies nearer to a pole than Mercator's plane goes.
  public var exceedsMercator: Bool {
    let limit = WorldPoint.maximumLatitude
    return sources.contains { source in
      source.streamed?.bounds.map { max($0.north, -$0.south) > limit }
        ?? source.input.coordinates.latitudes.contains { $0.magnitude > limit }
    }
  }

  /// The smallest box that holds the points that a rule keeps; `nil` without points.
  ///
  /// - Parameters:
  ///   - rule: the points that are kept.
  ///   - insets: boxes whose points do not count, unless there are no others.
  /// - Complexity: O(*points*).
  public func bounds(_ rule: FitRule, outside insets: [BoundingBox] = []) -> BoundingBox? {
    let (data, overlays) = (boundsOfData(rule, outside: insets), boundsOfOverlays)
    guard let data, let overlays else { return data ?? overlays }
    return sheet.map { union([data, overlays], on: $0) } ?? data.union(overlays)
  }

  /// The places in degrees that a view is fitted to: points that a rule keeps, and corners of what is drawn over them; none of
  /// points that are not kept.
  func fittedPlaces(_ rule: FitRule, outside insets: [BoundingBox]) -> CoordinateTable {
    guard let points = fittedPoints?.outside(insets, on: nil).places else { return overlaidPlaces }
    let (box, overlaid) = (rule == .all ? nil : boundsOfData(rule, outside: insets), overlaidPlaces)
    let kept = (0..<points.count).lazy.map { points[$0] }.filter { box?.contains($0) != false }
    return CoordinateTable(kept + (0..<overlaid.count).map { overlaid[$0] })
  }

  /// True if two thirds of the points, or of a sample, lie more than a quarter turn from the middle of maps of the world.
  func liesAboutPacific(outside insets: [BoundingBox]) -> Bool {
    guard let points = fittedPoints?.outside(insets, on: nil).sample(of: 1 << 12).places else { return false }
    let far = points.longitudes.count { abs(Coordinate.wrappedLongitude($0 - Projection.worldMeridian)) > 90 }
    return 3 * far >= 2 * points.count
  }

  /// Pins, and places along lines and rings, as close as a cap about them needs.
  private var overlaidPlaces: CoordinateTable {
    var places = CoordinateTable(fittedPaths.flatMap { MapSnapshotter.places(along: $0.positions) })
    for pins in overlays.map(\.input.coordinates) {
      places.longitudes += pins.longitudes
      places.latitudes += pins.latitudes
    }
    return places
  }

  /// Places along a line that is straight in longitude and latitude, 5° apart at most.
  private static func places(along line: [Coordinate]) -> [Coordinate] {
    zip(line, line.dropFirst()).reduce(into: line.prefix(1).map(\.wrapped)) { places, edge in
      let (from, to) = edge
      let (across, up) = (to.longitude - from.longitude, to.latitude - from.latitude)
      let count = max(1, (max(abs(across), abs(up)) / 5).rounded(.up))
      for step in 1...Int(count) {
        let share = Double(step) / count
        let (longitude, latitude) = (from.longitude + across * share, from.latitude + up * share)
        places.append(Coordinate(latitude: latitude, longitude: longitude).wrapped)
      }
    }
  }

  private var overlays: [MapSource] { sources.filter { MapSource.isOverlay($0.id) } }

  /// Lines and rings that a view is fitted to: of overlays, and of areas that are drawn in place of markers.
  private var fittedPaths: [(isRing: Bool, positions: [Coordinate])] {
    (overlays.flatMap(\.shapes) + sources.flatMap(\.drawnAreas)).flatMap { shape in
      (0..<shape.pathCount).map { (shape.kind == .area, shape.coordinates(ofPath: $0)) }
    }
  }

  private var boundsOfOverlays: BoundingBox? {
    let pins = overlays.map(\.input.coordinates)
    if let sheet {
      let paths = fittedPaths
      let shown = sheet.box(
        ofLines: paths.filter { !$0.isRing }.map(\.positions), rings: paths.filter(\.isRing).map(\.positions))
      return union(pins.compactMap(Sheet.box) + [shown].compactMap(\.self), on: sheet)
    }
    // A line or ring goes from longitude to longitude as it is written, be that more than half of the way around.
    let boxes =
      pins.compactMap(BoundingBox.init(holding:))
      + fittedPaths.compactMap { Sheet.box(ofPlanar: CoordinateTable($0.positions)) }
    return boxes.dropFirst().reduce(boxes.first) { $0?.union($1) }
  }

  /// The smallest box of a sheet's plane that holds boxes, which do not go around it.
  private func union(_ boxes: [BoundingBox], on sheet: Sheet) -> BoundingBox? {
    let corners = boxes.flatMap {
      [
        Coordinate(latitude: $0.south, longitude: $0.longitudes.west),
        Coordinate(latitude: $0.north, longitude: $0.longitudes.east),
      ]
    }
    return Sheet.box(ofPlanar: CoordinateTable(corners)).map { sheet.fitted($0) }
  }

  private func boundsOfData(_ rule: FitRule, outside insets: [BoundingBox]) -> BoundingBox? {
    let filled = sources.filter { !$0.isBackdrop && $0.readCount > 0 }
    if filled.contains(where: { $0.streamed != nil }) {
      return filled.count == 1 ? filled[0].streamed?.bounds : nil
    }
    guard let points = fittedPoints?.outside(insets, on: sheet) else { return nil }
    let box = rule == .robust ? points.box(of: points.regions) : points.box
    guard let sheet, let found = box else { return box }
    let planar = rule == .all || found.longitudes.east > 180 ? points.planarBox : box
    let hiddenCount = rule == .all ? filled.reduce(0) { $0 + $1.hiddenCount } : 0
    return planar.map { sheet.fitted($0, hiding: hiddenCount, of: points.count + hiddenCount) }
  }

  /// All points that are drawn or clustered; `nil` where there are none.
  private var fittedPoints: FittedPoints? {
    let filled = sources.filter {
      !$0.isBackdrop && $0.streamed == nil && $0.input.coordinates.count > 0
    }
    return filled.isEmpty ? nil : FittedPoints(filled.map(\.input))
  }

  /// The number of points that are drawn or clustered outside of boxes, found in O(*points* · *boxes*).
  package func pointCount(outside boxes: [BoundingBox]) -> Int {
    fittedPoints?.rows(outside: boxes, on: sheet).count ?? 0
  }

  /// A hint about points far away from the others: those that a robust view leaves out, or, in a view of all points, what
  /// a robust one would win.
  ///
  /// - Parameters:
  ///   - options: what the view was found by.
  /// - Returns: one line; `nil` where there is none.
  /// - Complexity: O(*points*) for a robust view, else O(1): a sample shows whether points lie far away.
  public func fitNote(_ options: ViewOptions, _ viewport: Viewport) -> SettingText? {
    guard options.isFittedToPoints, let points = fittedPoints?.outside(options.unfittedBoxes, on: sheet)
    else { return nil }
    if options.fit == .robust {
      let count = points.regions.outsideCount
      guard count > 0 else { return nil }
      return count == 1
        ? "1 point lies far from the others and is not fitted; \(setting: "fit") shows it, too"
        : "\(count) points lie far from the others and are not fitted; \(setting: "fit") shows them, too"
    }
    guard options.zoom == nil, points.count >= 10 else { return nil }
    let sample = points.sample(of: 1 << 12)
    guard isCloser(options, sample.box(of: sample.regions), than: viewport) else { return nil }
    let regions = points.regions
    guard regions.outsideCount > 0, isCloser(options, points.box(of: regions), than: viewport) else {
      return nil
    }
    let isOne = regions.outsideCount == 1
    let subject =
      isOne ? "1 point far from the others costs" : "\(regions.outsideCount) points far from the others cost"
    return
      "\(subject) more than half of the picture; \(setting: "fit", to: "robust") leaves \(isOne ? "it" : "them") out"
  }

  /// True if a view of a box shows it at more than twice the area of another view.
  private func isCloser(_ options: ViewOptions, _ box: BoundingBox?, than viewport: Viewport) -> Bool {
    guard let box, let view = try? options.viewport(padding: fitPadding, on: sheet, fitting: { _ in box })
    else { return false }
    return view.zoom - viewport.zoom > 0.5
  }

  /// Room for the marks of points at the edge of a fitted view: that of the largest bubble that so many points can make, and
  /// the usual margin.
  public func fitPadding(of size: ScreenSize) -> Padding {
    // A pin stands above its point.
    var reach = sources.contains { MapSource.isOverlay($0.id) && $0.input.coordinates.count > 0 } ? 36.0 : 0
    for layer in layers where layer.type == .circle {
      let own = sources.filter { $0.id == layer.source && !$0.isBackdrop && $0.clustering != nil }
      let count =
        own.map { source in
          source.input.weights == nil || source.clustering?.weightedSingles != true
            ? Double(source.pointCount) : 100_000
        }.max() ?? 0
      guard count > 1 else { continue }
      reach = max(reach, 4 + largestReach(of: layer, count: count))
    }
    let count = sources.reduce(0) { $0 + ($1.isBackdrop ? 0 : $1.pointCount) }
    // Two points alone would stand in opposite corners.
    var padding = ViewOptions.standardPadding(of: size, reach: count == 2 ? .infinity : reach)
    let most = MapSnapshotter.mostPins * MapSnapshotter.mostPointsOfPin
    if mayDrawPins, count <= most {
      padding.top = max(padding.top, min(MapSnapshotter.pinHeight, size.height / 4))
    }
    let legged = sources.filter { $0.clustering?.settings.coLocated == .ring(.legs) && !$0.isOfCells }
    if let leg = legged.map(\.input.longestLeg).max(), leg > 0 {
      // With a dot at the end, and room for a picture between.
      let (across, down) = (min(leg + 10, 0.45 * size.width), min(leg + 10, 0.45 * size.height))
      padding = Padding(
        top: max(padding.top, down), right: max(padding.right, across), bottom: max(padding.bottom, down),
        left: max(padding.left, across))
    }
    return padding
  }

  /// The height of a pin above its point: 3.15 radii of 10.5 and twice its edge of 2, rounded up.
  private static let pinHeight = 38.0

  /// The reach of a bubble of so many points from its middle, of the highest class of its column.
  private func largestReach(of layer: StyleLayer, count: Double) -> Double {
    let feature = MemberFeature(
      [
        StyleMember(key: "cluster", value: .bool(true)),
        StyleMember(key: "point_count", value: .number(count)),
        StyleMember(key: "point_count_abbreviated", value: .number(count)),
        StyleMember(key: CountScale.property, value: .number(count)),
        StyleMember(key: CountScale.text, value: .number(count)),
        StyleMember(key: SizeScale.property, value: .number(1)),
        StyleMember(key: MarkerClasses.property, value: .number(1e300)),
      ])
    let context = EvaluationContext(feature: feature, globalState: style.state)
    // What goes wrong for a made-up cluster is nobody's concern.
    var ignored = StyleWarnings()
    let radius =
      layer.settings.classes?.radii.max() ?? layer.settings.donut?.radius?.value(
        in: context, noting: &ignored)
      ?? layer.value(.circleRadius, in: context, noting: &ignored)
    return min(100, radius) + layer.value(.circleStrokeWidth, in: context, noting: &ignored)
  }
}
