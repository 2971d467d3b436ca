import MapClusters
public import MapGeometry
public import MapSettings
import CSystem
import JSONDocument
public import MapContent
import Parallel

// The sheet that a view's settings ask for, and sources on it.
extension MapSnapshotter {
  /// The sheet of a view; `nil` for Mercator's plane.
  ///
  /// - Parameter planarSystem: opens a system of coordinates that a library of others knows.
  /// - Throws: ``SnapshotError`` where the settings make no sheet, or there is nothing to fit it to.
  /// - Complexity: O(*points*) where the view is fitted.
  public func sheet(
    of options: ViewOptions,
    opening planarSystem: (String) throws(SnapshotError) -> any PlanarSystem = {
      (definition) throws(SnapshotError) in throw .noSystem(definition, "no library of projections is loaded")
    }
  ) throws(SnapshotError) -> Sheet? {
    guard let choice = options.projection, choice != .named(.mercator) else { return nil }
    let insets = options.unfittedBoxes
    var finding = try SheetFinding(options, choice) { bounds($0, outside: insets) }
    let discs: [Projection] = [.lambertAzimuthal, .orthographic, .verticalPerspective]
    if finding.isFitted, choice == .globe || discs.contains(where: { choice == .named($0) }) {
      finding.fit(fittedPlaces(options.fit == .robust ? .robust : .all, outside: insets))
    }
    finding.isPacific = finding.isOfWorld && liesAboutPacific(outside: insets)
    guard case .foreign(let definition) = choice else {
      let sheet = try rethrowing(finding.sheet(), as: SnapshotError.geometry)
      guard sheet == nil || options.pitch ?? 0 == 0 else { throw .pitchedSheet }
      return sheet
    }
    guard options.pitch ?? 0 == 0 else { throw .pitchedSheet }
    try rethrowing(Sheet.checkWhole(definition), as: SnapshotError.geometry)
    let opened = try planarSystem(definition)
    return try rethrowing(
      opened.isGeographic ? Sheet(.equirectangular, center: finding.center) : Sheet(opened),
      as: SnapshotError.geometry)
  }

  /// Returns the map on a sheet: the points of its sources become planar coordinates, and those that the sheet hides
  /// are left out.
  ///
  /// - Throws: ``SnapshotError`` for columns that hold nothing any more.
  /// - Complexity: O(*points*).
  public func on(_ sheet: Sheet?) throws(SnapshotError) -> MapSnapshotter {
    guard let sheet else { return self }
    return try on(
      sheet, sources.map { source throws(SnapshotError) in try source.on(sheet, threads: threads) })
  }

  /// The number of points that its sheet hides; 0 on Mercator's plane.
  public var hiddenCount: Int { sources.reduce(0) { $0 + $1.hiddenCount } }

  /// Checks that a view that is fitted to points has some to be fitted to.
  ///
  /// - Throws: ``SnapshotError/allHidden(_:place:)`` where the sheet hides all of them.
  public func checkShown(_ options: ViewOptions) throws(SnapshotError) {
    guard let sheet, hiddenCount > 0, options.isFittedToPoints, bounds(.all) == nil else { return }
    throw .allHidden(hiddenCount, place: sheet.beyond)
  }
}

/// Finds the sheet of a view.
private struct SheetFinding {
  let options: ViewOptions
  let choice: ProjectionChoice
  /// The box of the Earth that the view shows, at least.
  let box: BoundingBox
  /// The zoom of the view; `nil` where it is fitted.
  let zoom: Double?
  /// True if the view is fitted to points.
  var isFitted: Bool { options.box == nil && (options.center == nil || options.fitsPoints == true) }
  /// Of a fitted disc the smallest cap that holds the points, and a sample of those in it.
  private var cap: SphericalCap?
  private var places = CoordinateTable()
  /// True if the points lie about the Pacific.
  var isPacific = false

  init(
    _ options: ViewOptions, _ choice: ProjectionChoice, fitting points: (FitRule) -> BoundingBox?
  ) throws(SnapshotError) {
    (self.options, self.choice) = (options, choice)
    zoom = options.zoom.map(options.zoom512)
    if let box = options.box {
      self.box = box
    } else if let center = options.center, options.fitsPoints != true {
      guard let zoom else { throw .centerWithoutZoom }
      // Half of the picture's height in degrees, as they are in the middle.
      let size = options.size ?? ViewOptions.standardSize
      let half = min(60, size.height / 2 * 360 / (Viewport.tileSize * exp2(zoom)))
      box = try rethrowing(
        BoundingBox(
          west: center.longitude, south: max(-90, center.latitude - half), east: center.longitude,
          north: min(90, center.latitude + half)), as: SnapshotError.geometry)
    } else {
      guard let box = points(options.fit == .robust ? .robust : .all) else { throw .nothingToFit }
      self.box = box
    }
  }

  /// Takes the middle of a disc from the points: on the globe, so that as many as can be are seen.
  mutating func fit(_ points: CoordinateTable) {
    cap = SphericalCap(holding: points)
    guard let cap else { return }
    places = CoordinateTable(
      stride(from: 0, to: points.count, by: 1 + points.count / 4096).map { points[$0] }.filter(cap.contains))
  }

  /// True for a fitted map of the world, whose middle the points do not decide alone.
  var isOfWorld: Bool { isFitted && box.longitudes.width >= 200 }

  private var meridian: Double {
    if let given = options.centralMeridian { return given }
    // A map of the world is cut where no land is: through Bering Strait, or one about the Pacific through the Atlantic.
    if isOfWorld { return isPacific ? 150 : Projection.worldMeridian }
    guard box.longitudes.width < 300 else { return 0 }
    // Of a large part of the Earth a round one.
    let middle = box.longitudes.middle
    return box.longitudes.width > 90 ? (middle / 5).rounded() * 5 : middle
  }

  var center: Coordinate {
    if let cap {
      return Coordinate(
        latitude: cap.center.latitude, longitude: options.centralMeridian ?? cap.center.longitude)
    }
    let given = options.box == nil && !isFitted ? options.center?.latitude : nil
    return Coordinate(latitude: given ?? (box.south + box.north) / 2, longitude: meridian)
  }

  /// A sixth of the latitudes from each end, of those in the hemisphere that has more of them.
  private var parallels: (south: Double, north: Double) {
    if let given = options.parallels { return (given.south, given.north) }
    var (south, north) = (box.south, box.north)
    if south < 0, north > 0 { if north >= -south { south = 0 } else { north = 0 } }
    let sixth = (north - south) / 6
    // About a pole both would lie beyond it.
    (south, north) = (max(-85, min(84, south + sixth)), min(85, max(-84, north - sixth)))
    // About the equator alone a cone would be a cylinder.
    if abs(south + north) < 2 { (south, north) = south + north < 0 ? (-2, 0) : (0, 2) }
    return (south, north)
  }

  func sheet() throws(GeometryError) -> Sheet? {
    switch choice {
    case .named(let projection):
      return projection == .verticalPerspective
        ? try globe { _ in 0 }
        : try Sheet(projection, center: center, parallels: projection.isConic ? parallels : nil)
    case .foreign: return nil
    case .globe:
      // As in MapLibre it goes over to Mercator's plane from zoom 10 to 12.
      return try globe { min(1, max(0, ($0 - 10) / 2)) }
    }
  }

  /// The globe as MapLibre's camera sees it, 1.5 heights of the picture away; of a fitted view the zoom and the distance are
  /// found in turns. It is `nil` where it is flat.
  private func globe(flatness: (_ zoom: Double) -> Double) throws(GeometryError) -> Sheet? {
    var center = center
    // MapLibre's globe has no pole in its middle, and is near enough to that of a fitted view.
    if isFitted || options.box != nil { center.latitude = min(85, max(-85, center.latitude)) }
    guard abs(center.latitude) <= WorldPoint.maximumLatitude else { throw .centerAtPole(choice.name) }
    let magnification = 1 / max(0.05, cos(center.latitude * Double.pi / 180))
    let size = options.size ?? ViewOptions.standardSize
    func sheet(_ zoom: Double) throws(GeometryError) -> Sheet {
      let radius = Viewport.tileSize * exp2(zoom) / (2 * Double.pi) * magnification
      var sheet = try Sheet(
        .verticalPerspective, center: center, distance: 1 + 1.5 * size.height / radius,
        magnification: magnification, flatness: flatness(zoom))
      sheet.name = choice.name
      return sheet
    }
    /// The box to be seen; `nil` where a part of it is hidden.
    func shown(_ sheet: Sheet) -> BoundingBox? {
      guard cap != nil else { return sheet.planar(box) }
      let planar = CoordinateTable((0..<places.count).compactMap { sheet.planar(places[$0]) })
      return planar.count == places.count ? Sheet.box(ofPlanar: planar).map { sheet.fitted($0) } : nil
    }
    var now = zoom ?? 1
    for _ in 0..<(zoom == nil ? 8 : 0) {
      if let planar = try shown(sheet(now)) {
        now = try Viewport.fitting(
          planar, size: size, padding: options.padding ?? ViewOptions.standardPadding(of: size)
        ).zoom
      } else {
        now = max(Viewport.zooms.lowerBound, now - 1)
      }
    }
    // A box may be too large for any distance.
    while zoom == nil, now > Viewport.zooms.lowerBound, try shown(sheet(now)) == nil { now -= 0.25 }
    return flatness(now) == 1 ? nil : try sheet(now)
  }
}

extension ViewOptions {
  /// Returns the view of a sheet's plane, with planar coordinates.
  ///
  /// - Throws: ``SnapshotError/beyondSheet(_:ofBox:isSystem:wider:)`` where its center or a part of its box is hidden.
  package func on(_ sheet: Sheet?) throws(SnapshotError) -> ViewOptions {
    guard let sheet else { return self }
    func hidden(ofBox: Bool) -> SnapshotError {
      .beyondSheet(
        sheet.beyond, ofBox: ofBox, isSystem: sheet.projection == .system,
        wider: (center ?? box?.middle).flatMap(sheet.wider))
    }
    var options = self
    if let center {
      guard let planar = sheet.planar(center) else { throw hidden(ofBox: false) }
      options.center = planar
    }
    if let box {
      guard let planar = sheet.planar(box) else { throw hidden(ofBox: true) }
      options.box = planar
    }
    return options
  }
}

extension MapSource {
  /// Returns the data on a sheet.
  func on(_ sheet: Sheet, threads: Int) throws(SnapshotError) -> MapSource {
    let places = input.coordinates
    let (piece, batch) = (1 << 14, 1 << 20)
    let lookup = sheet.lookup(for: places.count)
    var table = CoordinateTable()
    table.longitudes.reserveCapacity(places.count)
    table.latitudes.reserveCapacity(places.count)
    var shown: [(rows: [Int]?, range: Range<Int>)] = []
    // A batch at a time: few points are held twice.
    for first in stride(from: 0, to: places.count, by: batch) {
      let end = min(places.count, first + batch)
      let pieces = concurrentMap((end - first + piece - 1) / piece, threads: threads) { number in
        let begin = first + number * piece
        let range = begin..<min(end, begin + piece)
        return (sheet.planar(places, rows: range, by: lookup), range)
      }
      for ((part, rows), range) in pieces {
        table.longitudes += part.longitudes
        table.latitudes += part.latitudes
        shown.append((rows, range))
      }
    }
    guard table.count < places.count else { return planar(table, rows: nil, on: sheet) }
    let rows = shown.flatMap { $0.rows ?? Array($0.range) }
    return try planar(table, rows: rows, on: sheet).themedAnew()
  }
}

extension ClusterSettings {
  /// True if points are clustered or moved by meters on the ground, which planar coordinates do not measure.
  fileprivate var needsMeters: Bool {
    let isByDistance = if case .meters = distance { [.distance, .dbscan].contains(method) } else { false }
    return switch coLocated {
    case .ring(.meters), .scatter(.meters): true
    default: isByDistance
    }
  }
}

extension MapSource {
  /// True if it holds points, or the cells of a table with the boxes of theirs.
  package var keepsPlaces: Bool { streamed == nil && databaseCounts == nil }

  /// True if it holds points, not numbers of them.
  package var keepsPoints: Bool { !isOfCells && keepsPlaces }

  /// True if its points are kept, and drawn for themselves or clustered by our grid or by radius, without meters.
  package var takesWideSheet: Bool {
    guard keepsPoints else { return false }
    guard let clustering else { return true }
    return clustering.preset == nil && [.grid, .peaks, .radius, .none].contains(clustering.settings.method)
      && !clustering.settings.needsMeters
  }
}
