import BuiltIns
import Drawing
import JSONDocument
import MapDecorations
import MapGeometry
import MapScene
import MapSettings
import MapStyle

// A small map of the world or of an area, with a box around what the picture shows.
extension LoadedMap {
  /// True if the style's background is dark.
  var isDark: Bool {
    var ignored = StyleWarnings()
    let background = snapshotter.style.layers.first { $0.type == .background }.map {
      $0.value(.backgroundColor, in: snapshotter.style.context(zoom: 0), noting: &ignored)
    }
    return background.map { $0.over(.white).relativeLuminance < 0.2 } ?? false
  }

  /// The built-in world for locators, in the colors of a built-in style, its tiles loaded; `nil` where no view has a locator.
  func locatorWorld(
    in viewports: [Viewport], _ loader: SourcePictureLoader
  ) throws(SessionError) -> MapSnapshotter? {
    let locators = views.compactMap(\.output.locator).filter(\.isShown)
    guard !locators.isEmpty else { return nil }
    let name = plan.chosen.folder.isBuiltIn ? styleName : isDark ? "dark" : BuiltInStyles.names[0]
    guard let standard = session.builtInStyle(BuiltInStyles.names[0]).style,
      let style = session.builtInStyle(name).style
    else { return nil }
    var world = MapSnapshotter(style: style.drawingWorld(like: standard, withOverlays: false), sources: [])
      .mapLayers { layer in
        let isShape = [.fill, .line].contains(layer.type) && layer.source == WorldBasemap.tilesID
        return layer.type == .background || isShape && layer.sourceLayer != "waterway" ? layer : nil
      }
    var shown: Set<Viewport> = []
    for locator in locators {
      for viewport in viewports {
        let area = try LoadedMap.area(of: locator)
        shown.insert(try rethrowing(viewport.locator(of: area), as: LoadedMap.noLocator))
      }
    }
    try loader.load(into: &world, for: Array(shown))
    return world
  }

  /// The area that a locator shows, a country with a twentieth around it; `nil` for the world.
  private static func area(of locator: OutputSettings.Decoration) throws(SessionError) -> BoundingBox? {
    if let area = locator.area, area.longitudes.width == 0 || area.south == area.north {
      throw .input("\(setting: "locator"): a box without an area shows nothing; write WEST,SOUTH,EAST,NORTH")
    }
    guard locator.area == nil, let name = locator.country else { return locator.area }
    let (countries, wanted) = (BuiltInPlace.countries, name.lowercased())
    guard
      let box = countries.first(where: { [$0.name, $0.code].contains { $0.lowercased() == wanted } })?.box
    else {
      let advice = didYouMean(name, among: countries.map(\.name)).map { "did you mean \($0)?" }
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
          north: min(90, box[3] + margin)), as: noLocator)
  }

  private static func noLocator(_ error: GeometryError) -> SessionError {
    .input("\(setting: "locator"): \(error.description)")
  }

  /// The locator of a view; `nil` where it has none.
  func locator(
    of view: SnapshotRequest.View, in viewport: Viewport, _ shaper: any TextShaper
  ) throws(SessionError) -> (settings: OutputSettings.Decoration, scene: Scene?, note: Diagnostic?)? {
    guard let settings = view.output.locator, settings.isShown, let locatorWorld else { return nil }
    let area = try LoadedMap.area(of: settings)
    let own = try rethrowing(viewport.locator(of: area), as: LoadedMap.noLocator)
    func note(_ code: String, _ fault: String) -> Diagnostic {
      Diagnostic(
        .warning, code: code, path: JSONPath(), position: nil,
        naming: "\(setting: "locator"): its box \(fault); set a larger one")
    }
    let (lines, isSeen, isBeyond) = viewport.outlines(in: own)
    if isBeyond, area != nil {
      return (settings, nil, note("locator-inside", "lies inside of what the map shows, and is left out"))
    }
    var options = PictureOptions(describesMarks: false)
    if let color = settings.background { options.background = .color(color) }
    let map = own.sheet.map { locatorWorld.on($0, []) } ?? locatorWorld
    var scene = try rethrowing(
      map.snapshot(of: own, options: options, shaper: shaper).scene, as: fault(of: view))
    let look = DecorationLook(settings, isDark: isDark, size: 11)
    var (box, frame) = (Path(), Path())
    for line in lines { box.addLine(line) }
    let edge = 0.5 / own.scale
    frame.add(
      Rectangle(x: edge, y: edge, width: own.size.width - 2 * edge, height: own.size.height - 2 * edge))
    scene.layers.append(
      SceneLayer(
        id: "locator",
        marks: [
          Mark(.stroke(Stroke(box, .color(look.plate), width: 3.5, join: .round))),
          Mark(.stroke(Stroke(box, .color(look.color), width: 1.5, join: .miter))),
          Mark(.stroke(Stroke(frame, .color(look.color), width: 2 * edge, join: .miter))),
        ]))
    return (settings, scene, isSeen ? nil : note("locator-beside", "does not hold what the map shows"))
  }
}

extension Viewport {
  /// The view of a locator for this one: of an area, or of the world in Equal Earth.
  fileprivate func locator(of area: BoundingBox?) throws(GeometryError) -> Viewport {
    let width = size.width < 480 ? 112.0 : 144
    let world = try BoundingBox(west: -180, south: -90, east: 180, north: 90)
    let box = area ?? world
    var (planar, sheet): (BoundingBox, Sheet?) = (box, nil)
    if box.longitudes.width > 90 {
      let middle = boundingBox.longitudes.middle
      let meridian = area == nil ? (abs(middle) > 150 ? 180 : 0) : box.longitudes.middle
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

  /// The lines around what this view shows in another view: where they would be too small to be seen a square.
  fileprivate func outlines(in other: Viewport) -> (lines: [[Point]], isSeen: Bool, isBeyond: Bool) {
    let ring = outline
    var lines: [[Point]] = []
    if let sheet = other.sheet {
      lines = SheetCutter(sheet, tolerance: 0.25 / other.worldSize).pieces(of: ring).map { piece in
        piece.points.map { other.project($0) }
      }
    } else if let first = ring.first {
      let turns = ((other.center.longitude - first.longitude) / 360).rounded()
      lines = [
        ring.map { other.project(WorldPoint(x: $0.longitude / 360 + 0.5 + turns, y: WorldPoint($0).y)) }
      ]
    }
    var extent = Extent<Double>()
    for point in lines.joined() { extent.include(point.x, point.y) }
    let box = Rectangle(
      x: extent.minX, y: extent.minY, width: extent.maxX - extent.minX, height: extent.maxY - extent.minY)
    let (picture, least) = (Rectangle(other.size), 8.0)
    guard box.intersects(picture), box.width < least, box.height < least else {
      return (lines, box.intersects(picture), box.contains(picture))
    }
    let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1), (-1, -1)]
    return ([corners.map { box.center + Point(x: $0.0, y: $0.1) * (least / 2) }], true, false)
  }

  /// The place at shares of the picture's width and height, or the last one of the world on the way there from the middle;
  /// `nil` where the middle lies beside it.
  private func place(towardX x: Double, _ y: Double) -> Coordinate? {
    func place(_ share: Double) -> Coordinate? {
      let point = worldPoint(
        at: ScreenPoint(
          x: size.width * (0.5 + (x - 0.5) * share), y: size.height * (0.5 + (y - 0.5) * share)))
      guard let sheet else { return (0...1).contains(point.y) ? point.coordinate : nil }
      return sheet.coordinate(point)
    }
    if let place = place(1) { return place }
    var (near, far) = (0.0, 1.0)
    for _ in 0..<30 {
      let middle = (near + far) / 2
      if place(middle) == nil { far = middle } else { near = middle }
    }
    return place(near)
  }

  /// The places along the edge of the picture, or of the world where it ends inside, their longitudes not wrapped.
  private var outline: [Coordinate] {
    let steps = 24
    var ring: [Coordinate] = []
    let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1), (0, 0)]
    for (from, to) in zip(corners, corners.dropFirst()) {
      for step in 0..<steps {
        let share = Double(step) / Double(steps)
        let (x, y) = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
        if let place = place(towardX: x, y) { ring.append(place) }
      }
    }
    if ring.count < 4 * steps || sheet == nil && visibleWorldRectangle.width >= 1 {
      let box = boundingBox
      let (west, east) = (box.longitudes.west, box.longitudes.west + box.longitudes.width)
      ring = [(west, box.north), (east, box.north), (east, box.south), (west, box.south)].map {
        Coordinate(latitude: $0.1, longitude: $0.0)
      }
      return ring + [ring[0]]
    }
    // No step along the edge is half a turn long.
    for index in ring.indices.dropFirst() {
      let turns = ((ring[index - 1].longitude - ring[index].longitude) / 360).rounded()
      ring[index] = Coordinate(
        latitude: ring[index].latitude, longitude: ring[index].longitude + 360 * turns)
    }
    let turns = ((ring[ring.count - 1].longitude - ring[0].longitude) / 360).rounded()
    return ring + [Coordinate(latitude: ring[0].latitude, longitude: ring[0].longitude + 360 * turns)]
  }
}
