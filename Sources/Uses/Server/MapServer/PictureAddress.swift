import BuiltIns
import JSONDocument
import MapContent
import MapFeatures
import MapGeometry
import MapScene
import MapSession
import MapSettings

enum AnswerForm: Hashable, Sendable {
  case picture(PictureFormat)
  case markers(MarkerDocument.Format)

  init(ending: String) throws(ServerError) {
    let name = ending == "jpg" ? "jpeg" : ending
    if let format = PictureFormat(rawValue: name) {
      self = .picture(format)
    } else if let format = MarkerDocument.Format(rawValue: name) {
      self = .markers(format)
    } else {
      let known = PictureFormat.allCases.map(\.rawValue) + MarkerDocument.Format.allCases.map(\.rawValue)
      throw .unknown("form", ending, among: known, at: "format")
    }
  }

  static let tiles = ["mvt", "pbf", "json", "geojson"]

  var mediaType: String {
    switch self {
    case .picture(.svg): "image/svg+xml"
    case .picture(.html): "text/html; charset=utf-8"
    case .picture(.pdf): "application/pdf"
    case .picture(let format): "image/\(format.rawValue)"
    case .markers(.geojson): "application/geo+json"
    case .markers(.csv): "text/csv; charset=utf-8"
    case .markers(.json): "application/json"
    }
  }

  var isText: Bool {
    switch self {
    case .picture(let format): format == .svg || format == .html
    case .markers: true
    }
  }
}

struct PictureAddress: Sendable {
  var specification: MapSpecification
  var form: AnswerForm
  var view: String?
}

struct PictureAddressReader {
  let folder: SiteIndex
  let options: MapServer.Options
  private var settings = QuerySettings()
  private var tileSize: Int
  private var overlays = OverlayAddress()

  static let others = ["source", "basemap", "format"] + AddressSignature.parameters

  init(_ folder: SiteIndex, _ options: MapServer.Options) {
    (self.folder, self.options, tileSize) = (folder, options, options.tileSize)
  }

  /// `/styles/{style}/static/{where}/{size}[@2x].{ending}`
  func tileServer(
    style: String, _ view: String, _ file: String, _ address: RequestAddress
  ) throws(ServerError) -> PictureAddress {
    var reader = self
    let ending = try reader.setSize(file)
    let (head, camera) = Self.parted(view, at: "@")
    let numbers = head.split(separator: ",", omittingEmptySubsequences: false)
    switch (head, numbers.count) {
    case ("auto", _): break
    case (_, 3):
      try reader.set("center", numbers[..<2].joined(separator: ","))
      try reader.set("zoom", String(numbers[2]))
    case (_, 4): try reader.set("bbox", head)
    default:
      throw ServerError(
        400, "\(quotedForMessage(view)) is no view; write LON,LAT,ZOOM, WEST,SOUTH,EAST,NORTH or auto",
        at: "view")
    }
    if let camera { try reader.turn(camera.split(separator: ",", omittingEmptySubsequences: false)) }
    try reader.takeQuery(address, sharesPadding: true)
    return try reader.address(style: style, ending: ending, address, nil)
  }

  /// `/styles/v1/{user}/{style}/static/[{overlay}/]{where}/{size}[@2x]`, or `auto` in place of the numbers.
  func mapbox(style: String, _ parts: ArraySlice<String>, _ address: RequestAddress) throws(ServerError)
    -> PictureAddress
  {
    var reader = self
    guard let file = parts.last, let view = parts.dropLast().last else {
      throw ServerError(404, "the address ends early; write /LON,LAT,ZOOM/WIDTHxHEIGHT", at: "view")
    }
    guard parts.count <= 3 else {
      throw ServerError(
        404, "the address has too many segments; write /OVERLAYS/LON,LAT,ZOOM/WIDTHxHEIGHT", at: "view")
    }
    if parts.count == 3, let overlay = parts.first { try reader.overlays.takeMapbox(overlay) }
    let ending = try reader.setSize(file)
    if view.hasPrefix("["), view.hasSuffix("]") {
      try reader.set("bbox", String(view.dropFirst().dropLast()))
    } else if view != "auto" {
      let numbers = view.split(separator: ",", omittingEmptySubsequences: false)
      guard (3...5).contains(numbers.count) else {
        throw ServerError(
          400, "\(quotedForMessage(view)) is no view; write LON,LAT,ZOOM, [WEST,SOUTH,EAST,NORTH] or auto",
          at: "view")
      }
      try reader.set("center", numbers[..<2].joined(separator: ","))
      try reader.set("zoom", String(numbers[2]))
      try reader.turn(Array(numbers[3...]))
    }
    try reader.takeQuery(address, passingOver: ["access_token", "attribution", "logo", "before_layer"])
    var picture = try reader.address(style: style, ending: ending, address, nil)
    picture.specification.overlaysBeneath = address["before_layer"]
    return picture
  }

  /// Google's `/staticmap?center=LAT,LON&zoom=Z&size=WxH`, zooms of a world 256 points wide.
  func google(_ address: RequestAddress) throws(ServerError) -> PictureAddress {
    var reader = self
    reader.tileSize = 256
    guard let size = address["size"] else {
      throw ServerError(400, "the picture has no size; add size=640x480", at: "size")
    }
    try reader.set("size", size)
    if let center = address["center"] {
      let numbers = center.split(separator: ",", omittingEmptySubsequences: false)
      guard numbers.count == 2, let latitude = Double(numbers[0]), let longitude = Double(numbers[1]),
        latitude.isFinite, longitude.isFinite
      else {
        throw ServerError(
          400,
          "\(quotedForMessage(center)) is no place; write LATITUDE,LONGITUDE, for names are not looked up",
          at: "center")
      }
      try reader.set("center", "\(numbers[1]),\(numbers[0])")
    }
    try reader.overlays.takeGoogle(address)
    let known = ["size", "center", "maptype", "language", "region", "key", "signature", "markers", "style"]
    try reader.takeQuery(address, passingOver: known)
    let format = address["format"] ?? "png"
    return try reader.address(
      style: address["style"] ?? options.style,
      ending: format.hasPrefix("png") ? "png" : format.hasPrefix("jpg") ? "jpg" : format, address, nil)
  }

  func body(_ data: InlineData, _ address: RequestAddress) throws(ServerError) -> PictureAddress {
    var reader = self
    try reader.takeQuery(address, passingOver: ["style"])
    return try reader.address(
      style: address["style"] ?? options.style, ending: address["format"] ?? "png", address, data)
  }

  /// `/clusters/{source}/{z}/{x}/{y}[@2x].{ending}`
  func tile(_ file: TileFile, of name: String, _ address: RequestAddress) throws(ServerError) -> ServerWork {
    var reader = self
    let source = try folder.source(name)
    let own = ["properties", "buffer", "style"]
    if !AnswerForm.tiles.contains(file.ending) {
      reader.settings.drawTile(isOver: true)
      var picture = try reader.picture(
        of: file, size: 512, style: address["style"] ?? options.style, address, own)
      (picture.specification.inputs, picture.specification.cells) = ([], [])
      source.fill(name, of: &picture.specification)
      var clustering = reader.settings.clustering.over(source.clustering)
      // Bubbles of neighbors reach in by up to 64 points.
      clustering.margin = clustering.margin ?? 0.125
      picture.specification.clusteringBySource = [(name, clustering)]
      if address["basemap"] == nil { picture.specification.basemaps = ["none"] }
      return .picture(picture)
    }
    guard file.scale == 1 else {
      throw ServerError(400, "tiles of features have no scale; leave @\(file.scale)x out", at: "tile")
    }
    try reader.takeQuery(address, passingOver: own)
    let buffer = address["buffer"] ?? "0"
    guard let buffer = Int(buffer), (0...ClusterLevel.extent).contains(buffer) else {
      throw ServerError(
        400, "\(quotedForMessage(buffer)) is no whole number of 0 to 4096; write one", at: "buffer")
    }
    var map = MapSpecification()
    source.fill(name, of: &map)
    map.basemaps = ["none"]
    map.clustering = reader.settings.clustering.over(source.clustering)
    (map.needsMembers, map.prefersGrid) = (true, true)
    map.resources = options.resources
    let columns = address["properties"]?.split(separator: ",").map(String.init) ?? []
    return .tile(
      TileAddress(
        specification: map, tile: file.id, columns: columns, buffer: buffer,
        isGeoJSON: file.ending.hasSuffix("json")))
  }

  /// `/styles/{style}/{z}/{x}/{y}[@2x].{ending}`; `size` is the side of the tile in points, 256 or 512.
  func tile(
    _ file: TileFile, ofStyle style: String, size: Int, _ address: RequestAddress
  ) throws(ServerError) -> PictureAddress {
    var reader = self
    reader.settings.drawTile(isOver: false)
    return try reader.picture(of: file, size: size, style: style, address, [])
  }

  private mutating func picture(
    of file: TileFile, size: Int, style: String, _ address: RequestAddress, _ known: [String]
  ) throws(ServerError) -> PictureAddress {
    let (west, north, side) = file.id.worldRect
    // To the last digit as an address with twelve decimals.
    func rounded(_ degrees: Double) -> Double { (degrees * 1e12).rounded() / 1e12 }
    let center = WorldPoint(x: west + side / 2, y: north + side / 2).coordinate
    settings.view.center = Coordinate(
      latitude: rounded(center.latitude), longitude: rounded(center.longitude))
    settings.view.zoom = Double(file.id.zoom)
    settings.view.size = ScreenSize(width: Double(size), height: Double(size))
    if file.scale > 1 { settings.view.scale = Double(file.scale) }
    tileSize = size
    try takeQuery(address, passingOver: known)
    return try self.address(style: style, ending: file.ending, address, nil)
  }

  func settings(_ address: RequestAddress, among known: [String]) throws(ServerError) -> QuerySettings {
    var reader = self
    for parameter in address.parameters where !AddressSignature.parameters.contains(parameter.name) {
      guard known.contains(parameter.name) else {
        let advice =
          known.isEmpty
          ? "it lists none in \"parameters\"; leave it out" : nameAdvice(parameter.name, among: known)
        throw ServerError(
          400, "the map takes no \(quotedForMessage(parameter.name)); \(advice)", at: parameter.name)
      }
      guard try reader.settings.take(parameter) else {
        throw ServerError(
          500, "\(quotedForMessage(parameter.name)) is no setting of addresses; see /openapi.json",
          at: parameter.name)
      }
    }
    try reader.settings.name(in: folder)
    if reader.settings.view.size != nil { try options.checkPixels(of: reader.settings.view) }
    // The map may count zooms in a world of 256 points.
    let zooms = Viewport.zooms.lowerBound...Viewport.zooms.upperBound + 1
    if let zoom = reader.settings.view.zoom, !zooms.contains(zoom) {
      throw ServerError.setting(at: "zoom")(.outside(javaScriptText(of: zoom), zooms))
    }
    return reader.settings
  }

  private mutating func set(_ key: String, _ word: String) throws(ServerError) {
    _ = try settings.take(.init(name: key, value: word))
  }

  private mutating func turn(_ numbers: [Substring]) throws(ServerError) {
    guard numbers.count <= 2 else {
      throw ServerError(
        400, "the camera has \(numbers.count) numbers; write BEARING or BEARING,PITCH", at: "view")
    }
    if let bearing = numbers.first { try set("bearing", String(bearing)) }
    if numbers.count == 2 { try set("pitch", String(numbers[1])) }
  }

  private mutating func takeQuery(
    _ address: RequestAddress, sharesPadding: Bool = false, passingOver known: [String] = []
  ) throws(ServerError) {
    // Google's scheme has marks of its own.
    let passed = Self.others + known + (known.contains("markers") ? ["path"] : OverlayAddress.names)
    for parameter in address.parameters where !passed.contains(parameter.name) {
      if OverlayAddress.unknown.contains(parameter.name) {
        throw ServerError(501, "this parameter has no effect here; leave it out", at: parameter.name)
      }
      if sharesPadding, parameter.name == "padding", let share = Double(parameter.value),
        (0..<1).contains(share)
      {
        settings.view.padding = padding(ofShare: share)
        continue
      }
      guard try settings.take(parameter) else {
        let all = QuerySettings.keys + passed
        throw ServerError(
          400,
          "there is no parameter \(quotedForMessage(parameter.name)); \(nameAdvice(parameter.name, among: all, else: "see /openapi.json"))",
          at: parameter.name)
      }
    }
    try settings.name(in: folder)
    if !known.contains("markers") { try overlays.take(address) }
    if let conflict = settings.view.conflict {
      throw ServerError(400, conflict.description, at: "view")
    }
  }

  private func padding(ofShare share: Double) -> Padding {
    let size = settings.view.size ?? ViewOptions.standardSize
    func points(_ side: Double) -> Double { (side * share / (1 + 2 * share) * 1000).rounded() / 1000 }
    let (across, down) = (points(size.width), points(size.height))
    return Padding(top: down, right: across, bottom: down, left: across)
  }

  private func address(
    style: String, ending: String, _ address: RequestAddress, _ data: InlineData?
  ) throws(ServerError) -> PictureAddress {
    try options.checkPixels(of: settings.view)
    var map = MapSpecification()
    guard folder.styleNames.contains(style) else {
      throw .unknown("style", style, among: folder.styleNames, at: "style")
    }
    map.style = folder.styles[style] ?? style
    map.sources = folder.tiles(ofStyle: style)
    for name in address.values(of: "source") {
      let source = try folder.source(name)
      source.fill(name, of: &map)
      map.clusteringBySource.append((name, settings.clustering.over(source.clustering)))
    }
    if map.clusteringBySource.isEmpty { map.clustering = settings.clustering }
    if let basemap = address["basemap"] {
      guard ["world", "none"].contains(basemap) else {
        throw ServerError(
          400, "\(quotedForMessage(basemap)) is no base map of an address; write world or none", at: "basemap"
        )
      }
      map.basemaps = [basemap]
    }
    map.basemaps = folder.basemaps(map.basemaps, style: style)
    if let data {
      map.request = .value(
        SnapshotRequest(
          sources: [.init(name: "data", content: data.bytes)],
          views: [.init(view: ViewOptions(), output: OutputSettings())]), name: nil)
      map.inputFormat = data.format
    }
    (map.view, map.output) = (settings.view, settings.output)
    map.overlays = overlays.overlays
    map.tileSize = settings.view.tileSize ?? tileSize
    map.resources = options.resources
    return PictureAddress(specification: map, form: try AnswerForm(ending: ending))
  }

  private mutating func setSize(_ file: String) throws(ServerError) -> String {
    var rest = Substring(file)
    var ending = "png"
    if let dot = rest.lastIndex(of: "."), let after = rest[rest.index(after: dot)...].first, after.isLetter {
      ending = String(rest[rest.index(after: dot)...])
      rest = rest[..<dot]
    }
    let (size, density) = Self.parted(String(rest), at: "@")
    if let density, !density.hasSuffix("x") {
      throw ServerError(400, "\(quotedForMessage("@" + density)) is no scale; write @2x", at: "size")
    }
    try set("size", size)
    if let density { try set("scale", String(density.dropLast())) }
    return ending
  }

  private static func parted(_ text: String, at mark: Character) -> (String, String?) {
    guard let index = text.firstIndex(of: mark) else { return (text, nil) }
    return (String(text[..<index]), String(text[text.index(after: index)...]))
  }
}

struct InlineData: Sendable {
  let bytes: [UInt8]
  /// `nil` for a request, and for a stream of Arrow.
  let format: InputFormat?
  var isRequest = false
}
