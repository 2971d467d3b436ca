public import JSONDocument
public import MapFeatures
import MapGeometry
public import MapStyle

/// A map said in JSON: sources, a style, and one view or many; loaded once, drawn as often as there are views.
///
/// ```json
/// {"sources": {"stones": "berlin.csv"}, "style": "light", "cluster": {"stones": {"preset": "cch"}},
///  "views": [{"name": "city", "center": [13.38, 52.52], "zoom": 9, "size": [320, 504], "output": "city.png"}]}
/// ```
///
/// Every option of the command has a member of the same name in camel case. Options of the view and the picture may
/// stand at the root, for all views, or in a view. Names of files are relative to the request's own.
public struct SnapshotRequest: Sendable {
  /// A source's data.
  public struct Source: Hashable, Sendable {
    /// The source's name.
    public let name: String
    /// Its file.
    public let path: String
  }

  /// One picture.
  public struct View: Sendable {
    /// What the picture is called; `nil` for a number.
    public var name: String?
    /// What is seen.
    public var view: ViewOptions
    /// What is drawn beside the style's layers.
    public var output: OutputSettings
    /// The picture's file; `nil` where the command says it.
    public var path: String?
    /// The picture's format; `nil` to see it from the file's ending.
    public var format: String?
    /// The file for the markers as data, if any.
    public var dump: String?
    /// Where the view stands in the request.
    public var position: TextPosition?

    /// One picture, of which nothing but view and output is said.
    public init(view: ViewOptions, output: OutputSettings, position: TextPosition? = nil) {
      self.view = view
      self.output = output
      self.position = position
    }
  }

  /// Data, in the request's order.
  public var sources: [Source]
  /// A file, or the name of a built-in look; `nil` for the standard look.
  public var style: String?
  /// Files with areas and lines that lie beneath.
  public var basemaps: [String]
  /// What is said about the clustering of all sources.
  public var clustering: ClusterOptions
  /// What is said about the clustering of single sources.
  public var clusteringBySource: [(name: String, options: ClusterOptions)]
  /// Where settings of the clustering are said: `radius` for all sources, `cluster.NAME.radius` for one.
  public var settingPositions: [String: TextPosition] = [:]
  /// The pictures, at least one.
  public var views: [View]
  /// How the pictures are held against goldens; those who compare read it, drawing passes it over.
  public var golden: JSONValue?
  /// What the zooms at the root count from, 512 or 256; `nil` where it does not say.
  public var tileSize: Int?
  /// The kind of all inputs; `nil` to see it from their content.
  public var inputFormat: InputFormat?
  /// The CSV column of longitudes; `nil` to find it by its name.
  public var longitude: ColumnName?
  /// The CSV column of latitudes; `nil` to find it by its name.
  public var latitude: ColumnName?
  /// The CSV column that names points; `nil` for `id`.
  public var identifier: ColumnName?
  /// Font files that text may be set in.
  public var fonts: [String] = []
  /// Folders whose font files text may be set in.
  public var fontFolders: [String] = []
  /// Folders whose PNG files are icons.
  public var iconFolders: [String] = []
  /// Whether the fonts of the system may be used, too; `nil` where it does not say.
  public var usesSystemFonts: Bool?

  /// Reads a request.
  ///
  /// - Returns: the request, unless there are errors, and all there is to say about it in the document's order.
  public static func parse(_ text: JSONText) -> (request: SnapshotRequest?, diagnostics: [Diagnostic]) {
    parse(text.root, notes: text.repeatedKeys.map(\.diagnostic), alsoKnown: [])
  }

  /// Reads a request from a part of a document.
  ///
  /// - Parameters:
  ///   - alsoKnown: members that someone else reads; named where a member is mistyped.
  ///   - hasHistory: whether views follow each other, so that markers may be remembered.
  package static func parse(
    _ root: JSONValue, notes: [Diagnostic] = [], alsoKnown: [String], hasHistory: Bool = false
  ) -> (request: SnapshotRequest?, diagnostics: [Diagnostic]) {
    var reader = RequestReader(alsoKnown: alsoKnown, hasHistory: hasHistory)
    reader.diagnostics = notes
    let request = reader.request(root)
    let hasErrors = reader.diagnostics.contains { $0.severity == .error }
    return (hasErrors ? nil : request, reader.diagnostics)
  }
}

/// Goes through a request's members and says what is wrong with them.
private struct RequestReader {
  private static let ownKeys = [
    "sources", "style", "basemap", "cluster", "views", "inputFormat", "longitude", "latitude", "id", "font",
    "fonts", "icons", "systemFonts", "golden",
  ]
  private static let viewKeys = [
    "name", "center", "zoom", "tileSize", "select", "selectSpan", "fitCluster", "expand", "output", "format",
    "dump",
  ]

  let alsoKnown: [String]
  let hasHistory: Bool
  var diagnostics: [Diagnostic] = []

  init(alsoKnown: [String], hasHistory: Bool) {
    self.alsoKnown = alsoKnown
    self.hasHistory = hasHistory
  }

  mutating func request(_ root: JSONValue) -> SnapshotRequest? {
    guard let members = root.members else {
      error(
        "wrong-type", JSONPath(), root, "a request is an object, not \(root.kindName); write {\"sources\": …}"
      )
      return nil
    }
    let path = JSONPath()
    var request = SnapshotRequest(
      sources: [], style: nil, basemaps: [], clustering: ClusterOptions(), clusteringBySource: [], views: [])
    // `title` is the picture's; a source's is said in `cluster`.
    let sourceKeys = SourceSettings.keys.filter { !OutputSettings.keys.contains($0) }
    checkKeys(
      members,
      among: RequestReader.ownKeys + RequestReader.viewKeys + OutputSettings.keys + sourceKeys + alsoKnown,
      path)
    for member in members {
      let place = path.appending(member.key)
      switch member.key {
      case "sources": request.sources = sources(member.value, place)
      case "style": request.style = string(member.value, place)
      case "basemap": request.basemaps = strings(member.value, place)
      case "golden": request.golden = member.value
      case "inputFormat": request.inputFormat = inputFormat(member.value, place)
      case "longitude": request.longitude = column(member.value, place)
      case "latitude": request.latitude = column(member.value, place)
      case "id": request.identifier = column(member.value, place)
      case "font": request.fonts = strings(member.value, place)
      case "fonts": request.fontFolders = strings(member.value, place)
      case "icons": request.iconFolders = strings(member.value, place)
      case "systemFonts":
        request.usesSystemFonts = member.value.bool
        if member.value.bool == nil { wrongType(place, member.value, "true or false") }
      case "cluster":
        for entry in object(member.value, place) {
          let (settings, notes) = SettingReader.sourceSettings(entry.value, at: place.appending(entry.key))
          diagnostics += notes
          checkHistory(entry.value, place.appending(entry.key))
          request.clusteringBySource.append((entry.key, ClusterOptions(settings)))
          for setting in entry.value.members ?? [] {
            request.settingPositions["cluster.\(entry.key).\(setting.key)"] = setting.value.position
          }
        }
      default: break
      }
    }
    let (settings, notes) = SettingReader.sourceSettings(part(of: root, sourceKeys), at: path)
    diagnostics += notes
    checkHistory(root, path)
    request.clustering = ClusterOptions(settings)
    for member in members where sourceKeys.contains(member.key) {
      request.settingPositions[member.key] = member.value.position
    }
    let defaults = view(root, path)
    if let views = root["views"] {
      let place = path.appending("views")
      guard let elements = views.elements, !elements.isEmpty else {
        error(
          "wrong-type", place, views, "views is a list of at least one object; leave it out for one picture")
        return nil
      }
      for (index, element) in elements.enumerated() {
        let here = place.appending(index)
        checkKeys(object(element, here), among: RequestReader.viewKeys + OutputSettings.keys, here)
        var one = view(element, here)
        one.view = one.view.over(defaults.view)
        one.output = one.output.over(defaults.output)
        one.format = one.format ?? defaults.format
        request.views.append(one)
      }
    } else {
      request.views = [defaults]
    }
    request.tileSize = defaults.view.tileSize
    return request
  }

  /// What markers remember means nothing where each picture stands for itself.
  private mutating func checkHistory(_ value: JSONValue, _ path: JSONPath) {
    guard !hasHistory else { return }
    for member in value.members ?? [] where SourceSettings.historyKeys.contains(member.key) {
      diagnostics.append(
        Diagnostic(
          .error, code: "no-history", path: path.appending(member.key), position: member.keyPosition,
          message:
            "\(member.key) is about markers that remember earlier views, and a request has none; remove it, or "
            + "write steps and play them with clustersnap animate"))
    }
  }

  private mutating func sources(_ value: JSONValue, _ path: JSONPath) -> [SnapshotRequest.Source] {
    object(value, path).compactMap { member in
      string(member.value, path.appending(member.key)).map {
        SnapshotRequest.Source(name: member.key, path: $0)
      }
    }
  }

  private mutating func view(_ value: JSONValue, _ path: JSONPath) -> SnapshotRequest.View {
    let (output, notes) = SettingReader.outputSettings(part(of: value, OutputSettings.keys), at: path)
    diagnostics += notes
    var view = SnapshotRequest.View(view: ViewOptions(output), output: output, position: value.position)
    for member in value.members ?? [] {
      let place = path.appending(member.key)
      switch member.key {
      case "name": view.name = string(member.value, place)
      case "output": view.path = string(member.value, place)
      case "format": view.format = string(member.value, place)
      case "dump": view.dump = string(member.value, place)
      case "zoom": view.view.zoom = number(member.value, place)
      case "select": view.view.selection = identifier(member.value, place)
      case "fitCluster": view.view.fittedCluster = identifier(member.value, place)
      case "expand": view.view.expandedPoint = identifier(member.value, place)
      case "selectSpan":
        let meters = member.value.number.map { [$0] } ?? member.value.elements?.compactMap(\.number) ?? []
        guard (1...2).contains(meters.count), meters.count == member.value.elements?.count ?? 1,
          meters.allSatisfy({ $0 > 0 && $0 <= 4e7 })
        else {
          error(
            "wrong-type", place, member.value, "a span is meters, or [north to south, west to east] in meters"
          )
          continue
        }
        view.view.selectionSpan = SelectionSpan(
          latitudeMeters: meters[0], longitudeMeters: meters.count > 1 ? meters[1] : meters[0])
      case "tileSize":
        let size = number(member.value, place)
        if let size, size != 512 && size != 256 {
          error("out-of-range", place, member.value, "the tile size is 512 or 256")
        }
        view.view.tileSize = size == 256 ? 256 : 512
      case "center":
        let degrees = member.value.elements?.compactMap(\.number) ?? []
        guard degrees.count == 2, member.value.elements?.count == 2 else {
          error("wrong-type", place, member.value, "a center is [longitude, latitude] in degrees")
          continue
        }
        do throws(GeometryError) {
          view.view.center = try Coordinate(checkedLatitude: degrees[1], longitude: degrees[0])
        } catch {
          self.error("out-of-range", place, member.value, error.description)
        }
      default: break
      }
    }
    checkExclusion(in: value, path)
    return view
  }

  /// Of center, box and fitting a view has one, as on the command line.
  private mutating func checkExclusion(in value: JSONValue, _ path: JSONPath) {
    let ways = (value.members ?? []).filter { member in
      member.key == "center" || member.key == "bbox" || (member.key == "fit" && member.value.bool == true)
    }
    guard let first = ways.first else { return }
    for other in ways.dropFirst() where other.key != first.key {
      diagnostics.append(
        Diagnostic(
          .error, code: "conflict", path: path.appending(other.key), position: other.keyPosition,
          message: "\(first.key) and \(other.key) exclude each other; say one of them"))
    }
  }

  // MARK: Values

  private func part(of value: JSONValue, _ keys: [String]) -> JSONValue {
    JSONValue(.object((value.members ?? []).filter { keys.contains($0.key) }), at: value.position)
  }

  private mutating func checkKeys(_ members: [JSONMember], among keys: [String], _ path: JSONPath) {
    for member in members where !keys.contains(member.key) {
      let hint = didYouMean(member.key, among: keys).map { "did you mean \($0)?" } ?? "remove it"
      diagnostics.append(
        Diagnostic(
          .error, code: "unknown-member", path: path.appending(member.key), position: member.keyPosition,
          message: "there is no member \"\(escapedForMessage(member.key))\" here; \(hint)"))
    }
  }

  private mutating func object(_ value: JSONValue, _ path: JSONPath) -> [JSONMember] {
    if let members = value.members { return members }
    wrongType(path, value, "an object")
    return []
  }

  private mutating func string(_ value: JSONValue, _ path: JSONPath) -> String? {
    if let string = value.string { return string }
    wrongType(path, value, "text")
    return nil
  }

  private mutating func strings(_ value: JSONValue, _ path: JSONPath) -> [String] {
    guard let elements = value.elements else { return string(value, path).map { [$0] } ?? [] }
    return elements.enumerated().compactMap { string($0.element, path.appending($0.offset)) }
  }

  /// An id: text, or a number as JavaScript writes it.
  private mutating func identifier(_ value: JSONValue, _ path: JSONPath) -> String? {
    if let id = value.string ?? value.number.map(javaScriptText(of:)) { return id }
    error("wrong-type", path, value, "expected an id, found \(value.kindName)")
    return nil
  }

  private mutating func number(_ value: JSONValue, _ path: JSONPath) -> Double? {
    if let number = value.number { return number }
    wrongType(path, value, "a number")
    return nil
  }

  private mutating func inputFormat(_ value: JSONValue, _ path: JSONPath) -> InputFormat? {
    guard let name = string(value, path) else { return nil }
    if let format = InputFormat(rawValue: name) { return format }
    let names = InputFormat.allCases.map(\.rawValue)
    let guess = didYouMean(name, among: names).map { "; did you mean \($0)?" } ?? ""
    error(
      "invalid-value", path, value,
      "\"\(escapedForMessage(name))\" is none of \(names.joined(separator: ", "))\(guess)")
    return nil
  }

  /// A column's name, or its number from 1.
  private mutating func column(_ value: JSONValue, _ path: JSONPath) -> ColumnName? {
    if let number = value.number.flatMap(Int.init(exactly:)), number >= 1 { return .number(number) }
    guard let name = value.string, !name.isEmpty else {
      wrongType(path, value, "a column's name, or its number from 1")
      return nil
    }
    return .name(name)
  }

  private mutating func wrongType(_ path: JSONPath, _ value: JSONValue, _ wanted: String) {
    error("wrong-type", path, value, "expected \(wanted), found \(value.kindName)")
  }

  private mutating func error(_ code: String, _ path: JSONPath, _ value: JSONValue, _ message: String) {
    diagnostics.append(
      Diagnostic(.error, code: code, path: path, position: value.position, message: message))
  }
}

extension ViewOptions {
  /// What a style's or request's output settings say about the view.
  public init(_ output: OutputSettings) {
    self.init()
    size = output.size.map { ScreenSize(width: $0.value.width, height: $0.value.height) }
    scale = output.scale?.value
    padding = output.padding.map {
      Padding(top: $0.value.top, right: $0.value.right, bottom: $0.value.bottom, left: $0.value.left)
    }
    maximumFitZoom = output.maxZoomFit?.value
    fitsPoints = output.fit?.value
    if let box = output.bbox?.value, box.count == 4 {
      // The reader has checked the latitudes; a box that is none leaves the view to the other options.
      self.box = try? BoundingBox(west: box[0], south: box[1], east: box[2], north: box[3])
    }
  }
}
