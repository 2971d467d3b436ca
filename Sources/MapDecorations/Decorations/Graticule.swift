import CMath
import Drawing
import JSONDocument
import MapContent
import MapGeometry
import MapStyle

/// Lines of equal longitude and latitude at round degrees: straight in Mercator's projection.
///
/// Positions are those of the picture with north up; in another one lines are turned with the map.
struct Graticule {
  struct Line: Hashable {
    /// Points from the left edge, or from the upper one for a latitude; on a sheet, where lines bend, the degrees.
    let position: Double
    let name: String
  }

  /// Degrees between lines of latitude, and between those of longitude.
  let step, meridianStep: Double
  /// Lines from pole to pole, west to east.
  let longitudes: [Line]
  /// Lines around the world, south to north.
  let latitudes: [Line]
  /// The ends of lines of longitude: the picture's part of the flat world.
  let span: ClosedRange<Double>
  private let frame: ViewFrame

  /// Degrees that suit people, widest first.
  private static let steps = [
    90, 60, 45, 30, 20, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001,
  ]
  /// Points that lines are apart at least where no distance is set; lines of the whole world stand closer in small pictures.
  private static let usualGap = 90.0
  /// Lines nearer than so many points are no lines any more.
  static let leastGap = 4.0

  /// The lines of a view.
  ///
  /// - Parameter step: degrees between lines, above 0; `nil` for what suits the view. Too small a step is replaced.
  init(_ frame: ViewFrame, step: Double?) {
    self.frame = frame
    let worldSize = frame.viewport.worldSize
    let least = min(Graticule.usualGap, max(36, frame.viewport.size.width * 0.075))
    func suiting(_ degree: Double) -> Double {
      if let step, step * degree >= Graticule.leastGap { return step }
      return Graticule.steps.last { $0 * degree >= ($0 < 30 ? Graticule.usualGap : least) }
        ?? Graticule.steps[0]
    }
    self.step = suiting(worldSize / 360)
    meridianStep = suiting(Graticule.degree(frame.viewport) ?? worldSize / 360)
    let visible = frame.viewport.visibleWorldRectangle
    let (decimals, digits) = (Graticule.decimals(of: self.step), Graticule.decimals(of: meridianStep))

    func multiples(_ low: Double, _ high: Double, of step: Double) -> [Double] {
      guard let first = Int(exactly: (low / step - 1e-9).rounded(.up)),
        let last = Int(exactly: (high / step + 1e-9).rounded(.down)), first <= last
      else { return [] }
      return (first...last).map { Double($0) * step }
    }
    if let sheet = frame.viewport.sheet, let shown = sheet.shown(in: frame.viewport) {
      let (west, east) = (shown.offsets.lowerBound, shown.offsets.upperBound)
      let center = sheet.center.longitude
      longitudes = multiples(center + west, center + min(east, west + 359.9), of: meridianStep).map {
        Line(position: $0, name: Graticule.name(wrapped($0), digits, east: "E", west: "W"))
      }
      latitudes = multiples(
        max(-89.9, shown.latitudes.lowerBound), min(89.9, shown.latitudes.upperBound), of: self.step
      ).map {
        Line(position: $0, name: Graticule.name($0, decimals, east: "N", west: "S"))
      }
      span = 0...0
      return
    }
    let world = frame.singleWorld == nil ? visible : frame.clipWorld
    longitudes = multiples((world.minX - 0.5) * 360, (world.maxX - 0.5) * 360, of: meridianStep).map {
      degrees in
      Line(
        position: (degrees / 360 + 0.5 - frame.origin.x) * worldSize,
        name: Graticule.name(wrapped(degrees), digits, east: "E", west: "W"))
    }
    let limit = WorldPoint.maximumLatitude
    latitudes = multiples(
      max(-limit, WorldPoint.latitude(ofY: visible.maxY)), min(limit, WorldPoint.latitude(ofY: visible.minY)),
      of: self.step
    ).map { degrees in
      Line(
        position: (WorldPoint.y(ofLatitude: degrees) - frame.origin.y) * worldSize,
        name: Graticule.name(degrees, decimals, east: "N", west: "S"))
    }
    let top = max(0, -frame.origin.y * worldSize)
    guard frame.viewport.bearing == 0, frame.viewport.camera == nil else {
      let (north, south) = (max(0, visible.minY), min(1, visible.maxY))
      let first = (north - frame.origin.y) * worldSize
      span = first...max(first, (south - frame.origin.y) * worldSize)
      return
    }
    span = top...max(top, min(frame.viewport.size.height, (1 - frame.origin.y) * worldSize))
  }

  /// The points of a degree of longitude on a sheet where meridians lie far apart, but for a tenth of the picture; `nil` for
  /// Mercator's plane, and for a picture beside the sheet.
  private static func degree(_ viewport: Viewport) -> Double? {
    guard let sheet = viewport.sheet else { return nil }
    var lengths: [Double] = []
    for index in 0..<289 {
      let point = ScreenPoint(
        x: viewport.size.width * Double(index % 17) / 16, y: viewport.size.height * Double(index / 17) / 16)
      guard let place = sheet.coordinate(viewport.worldPoint(at: point)),
        abs(Coordinate.wrappedLongitude(place.longitude - sheet.center.longitude)) < 179.9
      else { continue }
      let ends = [-0.01, 0.01].compactMap {
        sheet.worldPoint(Coordinate(latitude: place.latitude, longitude: place.longitude + $0))
      }
      guard ends.count == 2 else { continue }
      lengths.append(hypot(ends[1].x - ends[0].x, ends[1].y - ends[0].y) / 0.02 * viewport.worldSize)
    }
    return lengths.isEmpty ? nil : lengths.sorted()[lengths.count * 9 / 10]
  }

  func path(width: Double) -> Path {
    if frame.viewport.sheet != nil {
      var path = Path()
      let courses = longitudes.map(meridian) + latitudes.map(parallel)
      for piece in courses.joined() { path.addLine(piece) }
      return path
    }
    guard !isTurned else { return turnedPath }
    var path = Path()
    for line in longitudes {
      path.addLine([Point(x: line.position, y: span.lowerBound), Point(x: line.position, y: span.upperBound)])
    }
    for line in latitudes {
      let ends = frame.singleWorld ?? 0...width
      path.addLine([Point(x: ends.lowerBound, y: line.position), Point(x: ends.upperBound, y: line.position)])
    }
    return path
  }

  /// True if lines of longitude and latitude bend.
  var isBent: Bool { frame.viewport.sheet != nil }

  /// The pieces of a meridian on a sheet; of a disc those between poles end one step before them.
  private func meridian(_ line: Line) -> [[Point]] {
    let reach = reach(line)
    return pieces(
      Coordinate(latitude: -reach, longitude: line.position),
      Coordinate(latitude: reach, longitude: line.position))
  }

  private func reach(_ line: Line) -> Double {
    let isLong = line.position.truncatingRemainder(dividingBy: 90) == 0
    return isLong || frame.viewport.sheet?.isDisc != true ? 90 : 90 - min(step, 15)
  }

  private func parallel(_ line: Line) -> [[Point]] {
    let center = frame.viewport.sheet?.center.longitude ?? 0
    return pieces(
      Coordinate(latitude: line.position, longitude: center - 180),
      Coordinate(latitude: line.position, longitude: center + 180))
  }

  private func pieces(_ start: Coordinate, _ end: Coordinate) -> [[Point]] {
    frame.sheet?.lines([start, end]).flatMap { frame.picture.clipped(line: $0.points) } ?? []
  }

  /// The ends of the longest of some pieces.
  private func ends(_ pieces: [[Point]]) -> (start: Point, end: Point)? {
    guard let longest = pieces.max(by: { $0.count < $1.count }), let start = longest.first,
      let end = longest.last
    else { return nil }
    return (start, end)
  }

  /// A line of longitude in a picture that is turned, from north to south; `nil` where it does not reach into it.
  func course(ofLongitude line: Line) -> (start: Point, end: Point)? {
    if isBent { return ends(meridian(line)).map { (start: $0.end, end: $0.start) } }
    return course(Point(x: line.position, y: span.lowerBound), Point(x: line.position, y: span.upperBound))
  }

  /// The places for the name of a line of longitude: its southern and its northern end, but for a pole that it meets others at,
  /// and where it crosses a line of latitude in the middle of a sheet.
  func nameplaces(ofLongitude line: Line) -> [Point?]? {
    guard let course = course(ofLongitude: line) else { return nil }
    guard let sheet = frame.viewport.sheet else { return [course.end, course.start] }
    func place(_ latitude: Double, _ longitude: Double) -> Point? {
      sheet.worldPoint(Coordinate(latitude: latitude, longitude: longitude)).map(frame.place)
    }
    func isNear(_ a: Point?, _ b: Point?, _ limit: Double) -> Bool {
      guard let a, let b else { return false }
      return hypot(a.x - b.x, a.y - b.y) < limit
    }
    let (center, reach) = (sheet.center.longitude, reach(line))
    let ends = zip([course.end, course.start], [-1.0, 1]).map { end, side in
      isNear(end, place(side * reach, line.position), 1)
        && (sheet.isDisc || isNear(place(side * 90, center), place(side * 90, center + 179), 30)) ? nil : end
    }
    let middle = latitudes.isEmpty ? nil : place(latitudes[latitudes.count / 2].position, line.position)
    return ends + [middle.flatMap { frame.picture.contains($0) ? $0 : nil }]
  }

  /// A line of latitude in a picture that is turned, from west to east; `nil` where it does not reach into it.
  func course(ofLatitude line: Line) -> (start: Point, end: Point)? {
    if isBent { return ends(parallel(line)) }
    let visible = frame.viewport.visibleWorldRectangle
    func x(_ world: Double) -> Double { (world - frame.origin.x) * frame.viewport.worldSize }
    return course(
      Point(x: x(visible.minX), y: line.position), Point(x: x(visible.maxX), y: line.position))
  }

  /// True if lines do not run along the picture's edges, straight as they are.
  var isTurned: Bool { frame.viewport.bearing != 0 || frame.viewport.camera != nil }

  private func course(_ start: Point, _ end: Point) -> (start: Point, end: Point)? {
    if let camera = frame.viewport.camera {
      guard let ground = frame.ground.clip.clipped(frame.turned(start), frame.turned(end)) else { return nil }
      return frame.picture.clipped(camera.place(ground.0), camera.place(ground.1)).map {
        (start: $0.0, end: $0.1)
      }
    }
    return frame.picture.clipped(frame.turned(start), frame.turned(end)).map { (start: $0.0, end: $0.1) }
  }

  private var turnedPath: Path {
    var path = Path()
    for course in longitudes.map(course(ofLongitude:)) + latitudes.map(course(ofLatitude:)) {
      if let course { path.addLine([course.start, course.end]) }
    }
    return path
  }

  private static func decimals(of step: Double) -> Int {
    (0...6).first { digits in
      let scaled = step * pow(10, Double(digits))
      return abs(scaled - scaled.rounded()) < 1e-6
    } ?? 6
  }

  private static func name(_ degrees: Double, _ decimals: Int, east: String, west: String) -> String {
    let scale = pow(10, Double(decimals))
    let rounded = (degrees * scale).rounded() / scale
    let text = decimalText(of: abs(rounded), decimals: decimals, keepsZeros: true) + "°"
    return rounded == 0 || abs(rounded) == 180 ? text : "\(text) \(rounded < 0 ? west : east)"
  }
}

/// A longitude in `-180..<180`.
private func wrapped(_ longitude: Double) -> Double {
  longitude - 360 * ((longitude + 180) / 360).rounded(.down)
}
