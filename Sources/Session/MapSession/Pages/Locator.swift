import BuiltIns
import Drawing
import JSONDocument
import MapContent
import MapDecorations
import MapGeometry
import MapScene
import MapSettings
import MapStyle

/// A small map of the world or of an area, with a box around what the picture shows.
struct Locator: Sendable {
  let settings: OutputSettings.Decoration
  /// Its view; `nil` where it is left out.
  private(set) var viewport: Viewport?
  /// The lines around what the picture shows.
  private var lines: [[Point]] = []
  private(set) var note: Diagnostic?

  /// The locator of a view; `nil` where none is set.
  init?(of view: SnapshotRequest.View, in viewport: Viewport) throws(SessionError) {
    guard let settings = view.output.locator, settings.isShown else { return nil }
    self.settings = settings
    let area = try Locator.area(of: settings)
    let own = try rethrowing(viewport.locator(of: area), as: Locator.fault)
    let (lines, share, isHeld, isBeyond) = viewport.outlines(in: own)
    if area == nil, share > 0.8 {
      let advice: SettingText = "show a part of it with \(setting: "bbox", of: "W,S,E,N"), or leave this out"
      note = Locator.note("locator-world", "the map itself shows nearly all of the world; \(advice)")
      return
    }
    if isBeyond, area != nil {
      note = Locator.note(
        "locator-inside", "its box lies inside of what the map shows, and is left out; set a larger one")
      return
    }
    (self.viewport, self.lines) = (own, lines)
    if !isHeld, area != nil {
      note = Locator.note("locator-beside", "its box does not hold what the map shows; set a larger one")
    }
  }

  private static func note(_ code: String, _ fault: SettingText) -> Diagnostic {
    Diagnostic(.warning, code: code, naming: "\(setting: "locator"): \(fault)")
  }

  /// The area that a locator shows, a country with a twentieth around it; `nil` for the world.
  private static func area(of locator: OutputSettings.Decoration) throws(SessionError) -> BoundingBox? {
    if locator.area?.isFlat == true {
      throw .input("\(setting: "locator"): a box without an area shows nothing; write WEST,SOUTH,EAST,NORTH")
    }
    guard locator.area == nil, let name = locator.country else { return locator.area }
    guard let box = BuiltInPlace.country(name)?.box else {
      let advice = didYouMean(name, among: BuiltInPlace.countries.map(\.name)).map { "did you mean \($0)?" }
      throw .input(
        "\(setting: "locator"): the built-in world has no country \(escapedForMessage(name)); \(advice ?? "write an English name, a code such as FR, or west, south, east and north")"
      )
    }
    let (width, height) = (box[2] - box[0], box[3] - box[1])
    let margin = max(width, height) / 20
    return try rethrowing(
      width > 350
        ? BoundingBox(west: -180, south: box[1], east: 180, north: box[3])
        : BoundingBox(
          west: box[0] - margin, south: max(-90, box[1] - margin), east: box[2] + margin,
          north: min(90, box[3] + margin)), as: fault)
  }

  private static func fault(_ error: GeometryError) -> SessionError {
    .input("\(setting: "locator"): \(error.description)")
  }

  /// Its scene; `nil` where it is left out.
  ///
  /// - Parameters:
  ///   - world: the built-in world, its tiles loaded.
  ///   - isDark: whether the style of the picture is dark.
  func scene(
    of world: MapSnapshotter, isDark: Bool, _ shaper: any TextShaper
  ) throws(SnapshotError) -> Scene? {
    guard let viewport else { return nil }
    var options = PictureOptions(describesMarks: false)
    if let color = settings.background { options.background = .color(color) }
    let map = viewport.sheet.map { world.on($0, []) } ?? world
    var scene = try map.snapshot(of: viewport, options: options, shaper: shaper).scene
    let look = DecorationLook(settings, isDark: isDark, size: 11)
    let (box, edge) = (Path(lines: lines), 0.5 / viewport.scale)
    let frame = Rectangle(
      x: edge, y: edge, width: viewport.size.width - 2 * edge, height: viewport.size.height - 2 * edge)
    scene.layers.append(
      SceneLayer(
        id: "locator",
        marks: [
          .stroke(box, look.plate, width: 3.5, join: .round), .stroke(box, look.color, width: 1.5),
          .stroke(Path(frame), look.color, width: 2 * edge),
        ]))
    return scene
  }
}

extension Viewport {
  /// The view of a locator for this one: of an area, or of the world in Equal Earth.
  fileprivate func locator(of area: BoundingBox?) throws(GeometryError) -> Viewport {
    let width = size.width < 480 ? 112.0 : 144
    let world = try BoundingBox(west: -180, south: -90, east: 180, north: 90)
    let box = area ?? world
    var (planar, sheet): (BoundingBox, Sheet?) = (box, nil)
    let ring = outline
    if area == nil, let center = self.sheet?.center, Viewport.goesAroundPole(ring) {
      // What holds a pole lies whole on a globe as it is turned in the view, or on all of the Earth.
      let isNear = ring.allSatisfy { Geodesy.distance(from: $0, to: center, radius: 180 / .pi) < 75 }
      let globe = try Sheet(isNear ? .orthographic : .lambertAzimuthal, center: center)
      (planar, sheet) = (globe.fitted(box, hiding: 1, of: 1), globe)
    } else if box.longitudes.width > 90 {
      let seen = boundingBox.longitudes
      // The edge of the world lies well beside the view.
      let meridian =
        area != nil
        ? box.longitudes.middle
        : [0, 150, seen.middle].first {
          abs(Coordinate.wrappedLongitude(seen.middle - $0)) + seen.width / 2 < 165
        } ?? 0
      // A part of one hemisphere looks as from above its middle.
      let isPart = box.longitudes.width < 300 && box.south * box.north > 0
      let center = Coordinate(latitude: isPart ? box.middle.latitude : 0, longitude: meridian)
      let globe = try Sheet(isPart ? .lambertAzimuthal : .equalEarth, center: center)
      (planar, sheet) = (globe.planar(box) ?? box, globe)
    }
    let down = WorldPoint.y(ofLatitude: planar.south) - WorldPoint.y(ofLatitude: planar.north)
    let shape = min(1.2, max(0.4, down * 360 / max(1e-9, planar.longitudes.width)))
    let margin = sheet == nil ? 0.0 : 5
    let size = ScreenSize(width: width, height: ((width - 2 * margin) * shape + 2 * margin).rounded(.up))
    return try Viewport.fitting(planar, size: size, padding: Padding(margin), scale: scale).on(sheet)
  }

  /// The lines around what this view shows in another view: where they would be too small to be seen a square. Beside them
  /// their share of the other one's sheet, and whether they lie inside of it, or around it.
  fileprivate func outlines(
    in other: Viewport
  ) -> (lines: [[Point]], share: Double, isHeld: Bool, isBeyond: Bool) {
    let ring = outline
    var (lines, share): ([[Point]], Double) = ([], 0)
    if let sheet = other.sheet {
      let cutter = SheetCutter(sheet, tolerance: 0.25 / other.worldSize)
      let isAroundPole = Viewport.goesAroundPole(ring)
      let paths = isAroundPole || sheet.isDisc ? cutter.pieces(of: ring) : cutter.rings(of: ring)
      lines = paths.map { $0.points.map { other.project($0) } }
      let edge = SheetCutter(sheet, tolerance: 1e-5).outline.points.map { other.project($0) }
      if isAroundPole, !sheet.isDisc, let end = lines.first?.last {
        // What goes all around is closed along the edge of the sheet.
        let isNorth = middle.map { $0.latitude > 0 } ?? true
        lines += edge.split { isNorth ? $0.y > end.y : $0.y < end.y }.map(Array.init)
      } else {
        func size(_ ring: [Point]) -> Double {
          abs(zip(ring, ring.dropFirst()).reduce(0) { $0 + $1.0.x * $1.1.y - $1.0.y * $1.1.x })
        }
        share = lines.reduce(0) { $0 + size($1) } / size(edge)
      }
    } else if let first = ring.first {
      let turns = ((other.center.longitude - first.longitude) / 360).rounded()
      lines = [
        ring.map { other.project(WorldPoint(x: $0.longitude / 360 + 0.5 + turns, y: WorldPoint($0).y)) }
      ]
    }
    let box = Rectangle(Extent(of: lines.joined()) { ($0.x, $0.y) })
    let (picture, least) = (Rectangle(other.size), 8.0)
    guard box.intersects(picture), box.width < least, box.height < least else {
      let isHeld = min(box.minX, box.minY, picture.maxX - box.maxX, picture.maxY - box.maxY) > -1
      return (lines, share, isHeld, box.contains(picture))
    }
    let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1), (-1, -1)]
    return ([corners.map { box.center + Point(x: $0.0, y: $0.1) * (least / 2) }], share, true, false)
  }

  private static func goesAroundPole(_ ring: [Coordinate]) -> Bool {
    ring.last.map { abs($0.longitude - ring[0].longitude) > 180 } ?? false
  }

  /// The places along the edge of the picture, or of the world where it ends inside, their longitudes not wrapped; the last is
  /// the first, or of an edge around a pole lies a turn from it.
  private var outline: [Coordinate] {
    let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map {
      worldPoint(at: ScreenPoint(x: size.width * $0.0, y: size.height * $0.1))
    }
    // What goes around a pole has three corners more.
    let sides = zip(corners, corners.dropFirst() + corners.prefix(1))
    let ring =
      sheet?.ring(
        of: sides.flatMap { from, to in
          [0, 0.25, 0.5, 0.75].map {
            WorldPoint(x: from.x + (to.x - from.x) * $0, y: from.y + (to.y - from.y) * $0)
          }
        }) ?? []
    if !ring.isEmpty { return ring.count % 8 == 3 ? ring.dropLast(2) : ring + [ring[0]] }
    if sheet == nil, visibleWorldRectangle.width < 1 {
      return (corners + [corners[0]]).map {
        Coordinate(latitude: WorldPoint.latitude(ofY: min(1, max(0, $0.y))), longitude: ($0.x - 0.5) * 360)
      }
    }
    let (box, west) = (boundingBox, boundingBox.longitudes.west)
    let east = west + box.longitudes.width
    return [(west, box.north), (east, box.north), (east, box.south), (west, box.south), (west, box.north)].map
    {
      Coordinate(latitude: $0.1, longitude: $0.0)
    }
  }
}
