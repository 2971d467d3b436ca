import CSystem
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
    let isMeridian: Bool
  }

  /// Degrees between lines of latitude, and between those of longitude.
  let step, meridianStep: Double
  /// Lines from pole to pole, west to east.
  let longitudes: [Line]
  /// Lines around the world, south to north.
  let latitudes: [Line]
  /// The ends of lines of longitude, and of those of latitude: the picture's part of the flat world.
  let span, breadth: ClosedRange<Double>
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
    func meridian(_ degrees: Double, at position: Double) -> Line {
      let name = Graticule.name(Coordinate.wrappedLongitude(degrees), digits, east: "E", west: "W")
      return Line(position: position, name: name, isMeridian: true)
    }
    func parallel(_ degrees: Double, at position: Double) -> Line {
      let name = Graticule.name(degrees, decimals, east: "N", west: "S")
      return Line(position: position, name: name, isMeridian: false)
    }
    if let sheet = frame.viewport.sheet, let shown = sheet.shown(in: frame.viewport) {
      let (west, east) = (shown.offsets.lowerBound, shown.offsets.upperBound)
      let center = sheet.center.longitude
      longitudes = multiples(center + west, center + min(east, west + 359.9), of: meridianStep)
        .map { meridian($0, at: $0) }
      latitudes = multiples(
        max(-89.9, shown.latitudes.lowerBound), min(89.9, shown.latitudes.upperBound), of: self.step
      ).map { parallel($0, at: $0) }
      (span, breadth) = (0...0, 0...0)
      return
    }
    func x(_ world: Double) -> Double { (world - frame.origin.x) * worldSize }
    func y(_ world: Double) -> Double { (world - frame.origin.y) * worldSize }
    let world = frame.singleWorld == nil ? visible : frame.clipWorld
    longitudes = multiples((world.minX - 0.5) * 360, (world.maxX - 0.5) * 360, of: meridianStep)
      .map { meridian($0, at: x($0 / 360 + 0.5)) }
    let limit = WorldPoint.maximumLatitude
    latitudes = multiples(
      max(-limit, WorldPoint.latitude(ofY: visible.maxY)), min(limit, WorldPoint.latitude(ofY: visible.minY)),
      of: self.step
    ).map { parallel($0, at: y(WorldPoint.y(ofLatitude: $0))) }
    guard frame.viewport.bearing == 0, frame.viewport.camera == nil else {
      let first = y(max(0, visible.minY))
      span = first...max(first, y(min(1, visible.maxY)))
      breadth = x(visible.minX)...x(visible.maxX)
      return
    }
    let top = max(0, -frame.origin.y * worldSize)
    span = top...max(top, min(frame.viewport.size.height, y(1)))
    breadth = frame.singleWorld ?? 0...frame.picture.width
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

  var path: Path { Path(lines: (longitudes + latitudes).flatMap(pieces)) }

  /// True if lines of longitude and latitude bend.
  var isBent: Bool { frame.viewport.sheet != nil }

  /// True if lines do not run along the picture's edges, straight as they are.
  var isTurned: Bool { frame.viewport.bearing != 0 || frame.viewport.camera != nil }

  /// The pieces of a line in the picture: of a meridian from north to south, on a sheet from south to north.
  private func pieces(of line: Line) -> [[Point]] {
    if let sheet = frame.viewport.sheet {
      let (reach, center) = (reach(line), sheet.center.longitude)
      let ends =
        line.isMeridian
        ? [-reach, reach].map { Coordinate(latitude: $0, longitude: line.position) }
        : [center - 180, center + 180].map { Coordinate(latitude: line.position, longitude: $0) }
      return frame.sheet?.lines(ends).flatMap { frame.picture.clipped(line: $0.points) } ?? []
    }
    let ends =
      line.isMeridian
      ? [span.lowerBound, span.upperBound].map { Point(x: line.position, y: $0) }
      : [breadth.lowerBound, breadth.upperBound].map { Point(x: $0, y: line.position) }
    guard isTurned else { return [ends] }
    var (start, end) = (frame.turned(ends[0]), frame.turned(ends[1]))
    if let camera = frame.viewport.camera {
      guard let ground = frame.ground.clip.clipped(start, end) else { return [] }
      (start, end) = (camera.project(ground.0), camera.project(ground.1))
    }
    return frame.picture.clipped(start, end).map { [[$0.0, $0.1]] } ?? []
  }

  /// The latitude of a meridian's ends; of a disc those between poles end one step before them.
  private func reach(_ line: Line) -> Double {
    let isLong = line.position.truncatingRemainder(dividingBy: 90) == 0
    return isLong || frame.viewport.sheet?.isDisc != true ? 90 : 90 - min(step, 15)
  }

  /// The places for the name of a line at the ends of its longest piece, `nil` where it does not reach into the picture: of a line
  /// of latitude the western and the eastern one, of one of longitude the southern and the northern one, but for a pole that it
  /// meets others at, and where it crosses a line of latitude in the middle of a sheet.
  func nameplaces(of line: Line) -> [Point?]? {
    guard let longest = pieces(of: line).max(by: { $0.count < $1.count }), let first = longest.first,
      let last = longest.last
    else { return nil }
    guard line.isMeridian else { return [first, last] }
    guard let sheet = frame.viewport.sheet else { return [last, first] }
    func place(_ latitude: Double, _ longitude: Double) -> Point? {
      sheet.worldPoint(Coordinate(latitude: latitude, longitude: longitude)).map(frame.project)
    }
    func isNear(_ a: Point?, _ b: Point?, _ limit: Double) -> Bool {
      guard let a, let b else { return false }
      return hypot(a.x - b.x, a.y - b.y) < limit
    }
    let (center, reach) = (sheet.center.longitude, reach(line))
    let ends = zip([first, last], [-1.0, 1]).map { end, side in
      isNear(end, place(side * reach, line.position), 1)
        && (sheet.isDisc || isNear(place(side * 90, center), place(side * 90, center + 179), 30)) ? nil : end
    }
    let middle = latitudes.isEmpty ? nil : place(latitudes[latitudes.count / 2].position, line.position)
    return ends + [middle.flatMap { frame.picture.contains($0) ? $0 : nil }]
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
