import CommandParts
import FileResources
public import JSONDocument
public import MapClusters
import MapContent
import MapGeometry
public import MapSession
public import MapSettings
import TileSources

/// Points on a map, and how the map is to look: the front door for programs.
///
/// ```swift
/// let map = MapPicture(places, id: \.name, latitude: \.latitude, longitude: \.longitude)
///   .colored(by: \.kind).basemap(.world).size(800, 500)
/// try await map.write(to: "map.png")
/// ```
///
/// A value that is changed by methods, each of which returns another one. Nothing is read or drawn before bytes or markers are asked
/// for; what is read is kept for the next picture. The command `clustersnap render` draws the same bytes of the same columns.
public struct MapPicture<Place: Sendable>: Sendable {
  private var places: [Place] = []
  private var columns: [(name: String, cells: [JSONValue])] = []
  private var settings: [JSONMember] = []
  private var bytes: [String: MemoryResource] = [:]
  /// The settings that no method here has: rules of the program's own, sources beside this one.
  public var specification = MapSpecification()

  private init() {}

  /// A map of values.
  ///
  /// - Parameters:
  ///   - id: names each point; `nil` for its number.
  ///   - latitude: degrees north.
  ///   - longitude: degrees east.
  public init(
    _ places: some Sequence<Place>, id: PartialKeyPath<Place>? = nil, latitude: KeyPath<Place, Double>,
    longitude: KeyPath<Place, Double>
  ) {
    self.places = Array(places)
    if let id { self = column(id, named: "id") }
    self = column(latitude, named: "latitude").column(longitude, named: "longitude")
  }

  // MARK: Columns

  /// Adds a column of data, for settings and styles that name one.
  ///
  /// - Parameters:
  ///   - path: texts, numbers, truths, enumerations of these or their optionals; anything else is its description.
  ///   - name: the column's name; `nil` for that of the property.
  public func column(_ path: PartialKeyPath<Place>, named name: String? = nil) -> MapPicture {
    var map = self
    let name = name ?? self.name(of: path)
    guard !columns.contains(where: { $0.name == name }) else { return map }
    map.columns.append((name, places.map { cell($0[keyPath: path]) }))
    return map
  }

  private func name(of path: PartialKeyPath<Place>) -> String {
    let name = "\(path)".split { ".?!".contains($0) }.last.map(String.init) ?? ""
    let isName = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && !name.isEmpty
    return isName ? name : "column \(columns.count)"
  }

  private func setting(_ setting: WritableKeyPath<ClusterOptions, String?>, _ path: PartialKeyPath<Place>)
    -> MapPicture
  {
    let map = column(path)
    return map.set(setting, map.name(of: path))
  }

  /// Colors markers by a property: texts by category, numbers by class.
  public func colored(by path: PartialKeyPath<Place>) -> MapPicture { setting(\.colorBy, path) }
  /// Sizes markers by a property of numbers, a cluster by its sum.
  public func sized(by path: PartialKeyPath<Place>) -> MapPicture { setting(\.sizeBy, path) }
  /// Labels single points by a property.
  public func labeled(by path: PartialKeyPath<Place>) -> MapPicture { setting(\.labelBy, path) }
  /// Weighs points by a property, so that counts become sums.
  public func weighted(by path: PartialKeyPath<Place>) -> MapPicture { setting(\.weight, path) }
  /// Clusters each category of a property by itself, in a color of its own.
  public func grouped(by path: PartialKeyPath<Place>) -> MapPicture { setting(\.groupBy, path) }
  /// Draws clusters as rings of the categories of a property.
  public func donuts(by path: PartialKeyPath<Place>) -> MapPicture { setting(\.donutBy, path) }

  // MARK: Settings

  private func with(_ change: (inout MapPicture) -> Void) -> MapPicture {
    var map = self
    change(&map)
    return map
  }

  /// Sets how points are clustered and drawn by columns, such as `.set(\.cellSize, 80)`.
  public func set<Value>(_ path: WritableKeyPath<ClusterOptions, Value?>, _ value: Value) -> MapPicture {
    with { $0.specification.clustering[keyPath: path] = value }
  }

  /// Sets what is shown, such as `.set(\.bearing, 30)`.
  public func set<Value>(_ path: WritableKeyPath<ViewOptions, Value?>, _ value: Value) -> MapPicture {
    with { $0.specification.view[keyPath: path] = value }
  }

  /// Sets what stands around the map and how files are written, such as `.set(\.legend, true)`.
  public func set<Value>(_ path: WritableKeyPath<OutputSettings, Value?>, _ value: Value) -> MapPicture {
    with { $0.specification.output[keyPath: path] = value }
  }

  /// Sets anything else of a request, such as `.set(\.relief, "hills.mbtiles")`.
  public func set<Value>(_ path: WritableKeyPath<SnapshotRequest, Value>, _ value: Value) -> MapPicture {
    with { $0.specification.settings[keyPath: path] = value }
  }

  /// Sets what documents call so, such as `.set("minCount", 3)`; a name or a value that is none is an error once the map is drawn.
  public func set(_ name: String, _ value: JSONValue) -> MapPicture {
    with { map in
      map.settings.removeAll { $0.key == name }
      map.settings.append(JSONMember(key: name, keyPosition: .start, value: value))
    }
  }

  /// Draws by a built-in style or one in a file.
  public func style(_ style: String) -> MapPicture { set(\.style, style) }
  /// Lays a map beneath the points; the last one lies highest.
  public func basemap(_ map: Basemap) -> MapPicture {
    with { $0.specification.settings.basemaps.append(map.name) }
  }
  /// Clusters as a known system does.
  public func preset(_ preset: ClusterPreset) -> MapPicture { set(\.preset, preset) }
  /// Groups points by a method.
  public func method(_ method: ClusterMethod) -> MapPicture { set(\.method, method) }
  /// Sets the picture's size in points.
  public func size(_ width: Double, _ height: Double) -> MapPicture {
    set(\.size, ScreenSize(width: width, height: height))
  }
  /// Sets the pixels of a point.
  public func scale(_ scale: Double) -> MapPicture { set(\ViewOptions.scale, scale) }
  /// Shows a place at a zoom, of a world 512 points wide at zoom 0; without a view all points are shown.
  public func centered(latitude: Double, longitude: Double, zoom: Double) -> MapPicture {
    set(\.center, Coordinate(latitude: latitude, longitude: longitude)).set(\.zoom, zoom)
  }
  /// Writes a headline, and a smaller line below it.
  public func title(_ title: String, subtitle: String? = nil) -> MapPicture {
    let map = set(\OutputSettings.title, .init(text: title))
    return subtitle.map { map.set(\OutputSettings.subtitle, .init(text: $0)) } ?? map
  }
  /// Explains colors and sizes beside the map.
  public func legend() -> MapPicture { set(\.legend, true) }

  // MARK: Pictures

  /// Draws the map.
  ///
  /// - Throws: ``SessionError`` for what cannot be read or drawn, with where it is and what to do.
  public func draw(as format: PictureFormat = .png) async throws(SessionError) -> DrawnPicture {
    var map = specification
    if !settings.isEmpty {
      var json = JSONWriter()
      json.value(JSONValue(.object(settings), at: .start))
      map.request = try MapSpecification(json: json.takeBytes(), name: "settings").request
    }
    var bytes = bytes
    if !columns.isEmpty {
      bytes["points"] = .bytes(table)
      map.inputs.insert("points=points", at: 0)
    }
    let session = bytes.isEmpty ? SharedSession.session : SharedSession.session(of: bytes)
    let answer = try await session.pictures(of: map, as: format)
    return try DrawnPicture(
      bytes: answer.pictures[0].bytes, notes: answer.notes, alt: answer.pictures[0].alt?.details,
      markers: answer.pictures[0].groups().flatMap(PictureMarker.list))
  }

  /// The map as the bytes of a PNG.
  ///
  /// - Throws: ``SessionError``, as ``draw(as:)`` does.
  public func png() async throws(SessionError) -> [UInt8] { try await draw(as: .png).bytes }
  /// The map as the bytes of an SVG.
  ///
  /// - Throws: ``SessionError``, as ``draw(as:)`` does.
  public func svg() async throws(SessionError) -> [UInt8] { try await draw(as: .svg).bytes }
  /// The map as the bytes of a PDF.
  ///
  /// - Throws: ``SessionError``, as ``draw(as:)`` does.
  public func pdf() async throws(SessionError) -> [UInt8] { try await draw(as: .pdf).bytes }
  /// The clusters and single points of the map, in the order in which they are drawn.
  public var markers: [PictureMarker] { get async throws(SessionError) { try await draw().markers } }

  /// Writes the map as a file: whole, or not at all.
  ///
  /// - Parameter path: ends in `.png`, `.svg`, `.pdf`, `.webp`, `.avif`, `.jpg` or `.html`.
  /// - Returns: the picture, with what is worth knowing about it.
  /// - Throws: ``SessionError`` for another ending, what cannot be drawn, and a file that cannot be written.
  @discardableResult public func write(to path: String) async throws(SessionError) -> DrawnPicture {
    let file = OutputFile(path: path)
    guard let format = PictureFormat(ending: file.pathExtension) else {
      throw .input(
        "this ends in no known format; name a .png, .svg, .pdf, .webp, .avif, .jpg or .html file", at: path)
    }
    let picture = try await draw(as: format)
    try file.write(picture.bytes)
    return picture
  }

  /// The columns as rows of JSON.
  private var table: [UInt8] {
    var json = JSONWriter()
    json.array { json in
      for row in places.indices {
        json.object { json in for column in columns { json.member(column.name, column.cells[row]) } }
      }
    }
    return json.takeBytes()
  }
}

extension MapPicture where Place == [String: any Sendable] {
  /// A map of rows; columns of degrees are found by their names, as those of files are.
  public init(rows: [[String: any Sendable]]) {
    places = rows
    for name in Set(rows.flatMap(\.keys)).sorted() {
      columns.append((name, rows.map { $0[name].map { cell($0) } ?? JSONValue(.null, at: .start) }))
    }
  }
}

extension MapPicture where Place == Never {
  /// A map of a file: a path, or `NAME=PATH`, which names the source.
  public init(file: String) { specification.inputs = [file] }

  /// A map of a file's content, in any format that files may have.
  public init(bytes: [UInt8]) {
    self.bytes["points"] = .bytes(bytes)
    specification.inputs = ["points=points"]
  }

  /// Sets a column by which markers are colored, sized, labeled or the like, such as `.by(\.colorBy, "kind")`.
  public func by(_ setting: WritableKeyPath<ClusterOptions, String?>, _ column: String) -> MapPicture {
    set(setting, column)
  }
}

/// A map that lies beneath points: the built-in world, tiles, areas and lines.
public struct Basemap: Hashable, Sendable, ExpressibleByStringLiteral {
  let name: String
  /// A file, a folder or an address of tiles, or a file of areas and lines.
  public init(stringLiteral name: String) { self.name = name }
  /// The built-in world.
  public static let world: Basemap = "world"
  /// No map.
  public static let none: Basemap = "none"
}

/// A value of a row as JSON has it.
private func cell(_ value: Any) -> JSONValue {
  switch value {
  case let text as String: JSONValue(.string(text), at: .start)
  case let bool as Bool: JSONValue(.bool(bool), at: .start)
  case let number as any BinaryFloatingPoint: JSONValue(.number(Double(number)), at: .start)
  case let number as any BinaryInteger:
    Double(exactly: number).map { JSONValue(.number($0), at: .start) }
      ?? JSONValue(.string("\(number)"), at: .start)
  case let raw as any RawRepresentable: cell(raw.rawValue)
  default:
    Mirror(reflecting: value).displayStyle == .optional
      ? JSONValue(.null, at: .start) : JSONValue(.string("\(value)"), at: .start)
  }
}
