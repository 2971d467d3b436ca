public import MapGeometry

/// A view about a point that is shown by a marker.
public struct Selection: Sendable {
  /// The view, centered on the marker.
  public let viewport: Viewport
  /// The marker that shows the point.
  public let marker: Marker
  /// The markers of the view.
  public let markers: ClusterResult
}

/// The picture about a selected point: its size, and the ground that it shows at least.
public struct SelectionFrame: Hashable, Sendable {
  /// The picture's size in points.
  public var size: ScreenSize
  /// The ground from south to north, meters.
  public var latitudeMeters: Double
  /// The ground from west to east, meters; as much as from south to north if `nil`.
  public var longitudeMeters: Double?
  /// The pixels per point of the picture.
  public var scale: Double
  /// The compass direction that is up, in degrees.
  public var bearing: Double
  /// The sheet that the positions are planar coordinates of; `nil` for Mercator's plane.
  public var sheet: Sheet?

  /// A picture of a kilometer each way unless more is set.
  public init(
    size: ScreenSize, latitudeMeters: Double = 1000, longitudeMeters: Double? = nil, scale: Double = 1,
    bearing: Double = 0, sheet: Sheet? = nil
  ) {
    (self.size, self.scale, self.bearing, self.sheet) = (size, scale, bearing, sheet)
    (self.latitudeMeters, self.longitudeMeters) = (latitudeMeters, longitudeMeters)
  }

  func viewport(about center: Coordinate) throws(ClusterError) -> Viewport {
    let stretch = sheet?.meters(atPlanar: center) ?? 1
    let box = try viewing(
      Geodesy.box(
        about: center, latitudeMeters: latitudeMeters * stretch,
        longitudeMeters: (longitudeMeters ?? latitudeMeters) * stretch))
    return try viewing(
      Viewport.fitting(
        box, size: size, maximumZoom: nil, scale: scale, bearing: bearing)
    ).on(sheet)
  }
}

/// A view, or what makes one, with the geometry's error as the clustering's.
func viewing<Value>(_ value: @autoclosure () throws(GeometryError) -> Value) throws(ClusterError) -> Value {
  do throws(GeometryError) {
    return try value()
  } catch {
    throw .view(error)
  }
}

extension ClusterInput {
  /// Finds the view about a clustered point: fits a box about it, clusters, finds the marker that holds it, centers on that
  /// marker without zooming and clusters again.
  ///
  /// - Parameters:
  ///   - frame: the picture, and the box on the ground.
  ///   - settings: method and parameters.
  ///   - strategies: rules of the caller's own, which stand in for settings.
  ///   - threads: how many to use, at least 1.
  /// - Throws: ``ClusterError``, ``ClusterError/unknownID(_:)`` for a row that is none.
  public func selection(
    ofPoint row: Int, in frame: SelectionFrame, settings: ClusterSettings = .standard,
    strategies: ClusterStrategies = ClusterStrategies(), threads: Int = 1
  ) throws(ClusterError) -> Selection {
    let coordinate = try coordinate(ofRow: row)
    let viewport = try frame.viewport(about: coordinate)
    func clustered(_ viewport: Viewport) throws(ClusterError) -> ClusterResult {
      try markers(of: self, in: viewport, settings: settings, strategies: strategies, threads: threads)
    }
    let first = try clustered(viewport)
    let holder = first.marker(holding: row)
    let centered = try viewing(viewport.about(holder?.position ?? coordinate))
    let second = try clustered(centered)
    guard let marker = second.marker(holding: row) else { throw .unknownID(String(row)) }
    return Selection(viewport: centered, marker: marker, markers: second)
  }

  /// The smallest whole zoom from 0 on at which a point stands alone, or alone with those of its own coordinate.
  ///
  /// - Parameters:
  ///   - settings: method and parameters.
  ///   - strategies: rules of the caller's own, which stand in for settings.
  ///   - size: the picture's size in points: cells that begin at the view's corner or are a part of its width depend on
  ///     it, and so does which points take part.
  ///   - bearing: the compass direction that is up, in degrees.
  ///   - threads: how many to use, at least 1.
  /// - Returns: for the method radius the zoom at which the last cluster that holds the point falls apart.
  /// - Throws: ``ClusterError/neverAlone`` where it shares its marker up to zoom 24.
  /// - Complexity: one clustering of a view a zoom, or one radius index.
  public func expansionZoom(
    ofPoint row: Int, settings: ClusterSettings = .standard,
    strategies: ClusterStrategies = ClusterStrategies(), size: ScreenSize, bearing: Double = 0,
    threads: Int = 1
  ) throws(ClusterError) -> Double {
    let coordinate = try coordinate(ofRow: row)
    let memory = ReloadMemory()
    for zoom in 0...24 {
      let viewport = try viewing(
        Viewport(center: coordinate, zoom: Double(zoom), size: size, bearing: bearing))
      let found = try Clustering(
        viewport: viewport, settings: settings, strategies: strategies, threads: threads,
        memory: (memory, .init(revision: 0, rowRevision: 0, zoom: settings.ringZoom(of: viewport)))
      ).markers(of: self)
      guard let marker = found.marker(holding: row) else { continue }
      if marker.count == 1 || !marker.isCluster || (settings.joinsUniqueLocations && marker.isUniqueLocation)
      {
        return Double(zoom)
      }
    }
    throw .neverAlone
  }

  private func coordinate(ofRow row: Int) throws(ClusterError) -> Coordinate {
    guard coordinates.longitudes.indices.contains(row), coordinates.latitudes.indices.contains(row),
      coordinates.latitudes[row].isFinite
    else { throw .unknownID(String(row)) }
    return coordinates[row]
  }
}

extension Viewport {
  /// Points kept free about a cluster's members when a view is fitted to them.
  public static let clusterInset = 20.0

  /// The closest view that shows all members of a cluster inside insets of 20 points.
  ///
  /// - Throws: what ``fitting(_:size:padding:maximumZoom:zoom:scale:bearing:pitch:around:)`` throws.
  public static func fitting(
    _ marker: Marker, size: ScreenSize, inset: Double = clusterInset, maximumZoom: Double? = 16,
    scale: Double = 1, bearing: Double = 0
  ) throws(GeometryError) -> Viewport {
    try fitting(
      marker.bounds, size: size, padding: Padding(inset), maximumZoom: maximumZoom, scale: scale,
      bearing: bearing)
  }

  /// True if a mark lies in the picture, in any of its copies of the world.
  func shows(_ coordinate: Coordinate) -> Bool {
    let point = project(coordinate)
    return (0...size.width).contains(point.x) && (0...size.height).contains(point.y)
  }
}

extension ClusterResult {
  /// The marker that shows a row of the input, if one does.
  ///
  /// - Complexity: O(*n*) for *n* members.
  public func marker(holding row: Int) -> Marker? {
    guard let number = UInt32(exactly: row), let index = members.firstIndex(of: number) else { return nil }
    return markers.first { $0.members.contains(index) }
  }
}
