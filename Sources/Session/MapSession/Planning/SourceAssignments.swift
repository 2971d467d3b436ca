import JSONDocument
import MapFeatures
import MapSettings
import MapStyle

/// The files of the style's sources: those that options and the request name by source, and inputs by name or in order.
struct SourceAssignments: Sendable {
  private(set) var all: [SourceAssignment] = []
  /// True if there are base maps for which the style has no place.
  private(set) var needsBasemapLayers = false

  /// Inputs for which the style has no layers of their own left, by number from 1, each with the first input of the same layers.
  private(set) var lookAlikes: [(first: Int, other: Int)] = []
  /// Inputs whose names others have, with the names that they are called by.
  private(set) var renamed: [(name: String, other: String)] = []

  private let ids: [String]
  /// The sources that inputs fill in turn, each drawn in a way of its own.
  let slots: [String]
  private var nextSlot = 0

  init(
    _ requested: RequestedMap, _ chosen: ChosenStyle, _ resources: any ResourceLoader
  ) throws(SessionError) {
    let (style, basemap) = (chosen.style, chosen.basemap)
    let (specification, asked) = (requested.specification, requested.asked)
    let requestName = requested.requestName
    ids = style.sources.filter { $0.geoJSON != nil }.map(\.id)
    slots = SourceAssignments.slots(of: style)
    for source in specification.sources where style.source(source.name)?.tileSet == nil {
      guard ids.contains(source.name) else { throw unknownSource(source.name) }
      all.append(SourceAssignment(name: source.name, sourceID: source.name, path: source.path))
    }
    for (sources, words, isOfCells) in [
      (asked.sources, specification.inputs, false), (asked.cells, specification.cells, true),
    ] {
      for source in sources {
        let path = source.path(in: requestName)
        try add(source.name, path: path, isFromDocument: true, isOfCells: isOfCells)
      }
      for word in words {
        let (name, path) = SourceAssignments.named(word, resources)
        try add(name, path: path, isFromDocument: false, isOfCells: isOfCells)
      }
    }
    needsBasemapLayers = basemap.files.contains { !$0.isOverWorld } && !ids.contains(WorldBasemap.sourceID)
    for file in basemap.files {
      let level = file.isOverWorld || ids.contains(file.sourceID) ? file.sourceID : WorldBasemap.sourceID
      all.append(SourceAssignment(of: level, path: file.path, isFromDocument: file.isFromDocument))
    }
    all += chosen.overlayFiles
    let standardInputs =
      all.filter { $0.path == "-" && !$0.isFromDocument }.count + (requestName == "-" ? 1 : 0)
    if standardInputs > 1 {
      throw .input("standard input is named \(standardInputs) times, but can be read once; name files")
    }
  }

  private mutating func add(
    _ name: String?, path: String, isFromDocument: Bool, isOfCells: Bool
  ) throws(SessionError) {
    let stem = name ?? SourceAssignments.stem(of: path)
    if ids.contains(stem), name != nil || !slots.contains(stem) {
      all.append(
        SourceAssignment(
          name: stem, sourceID: stem, path: path, isFromDocument: isFromDocument, isOfCells: isOfCells))
      return
    }
    guard !slots.isEmpty else { throw unknownSource(stem) }
    let own = unused(stem)
    if name != nil, own != stem { renamed.append((stem, own)) }
    all.append(
      SourceAssignment(
        name: own, sourceID: slots[nextSlot % slots.count], path: path,
        isFromDocument: isFromDocument, isOfCells: isOfCells))
    nextSlot += 1
    if nextSlot > slots.count { lookAlikes.append(((nextSlot - 1) % slots.count + 1, nextSlot)) }
  }

  /// The sources that inputs fill in turn: those of point layers whose data is empty or, where the style has only
  /// one such source, that one.
  private static func slots(of style: Style) -> [String] {
    let drawn = style.layers.filter { [.circle, .symbol, .heatmap].contains($0.type) }.compactMap(\.source)
    let sources = style.sources.filter {
      drawn.contains($0.id) && $0.geoJSON != nil && !WorldBasemap.isBeside($0.id)
    }
    let empty = sources.filter(\.isEmpty)
    // Beside tiles, data of the style's own is part of its map.
    let isFree = empty.isEmpty && sources.count == 1 && style.sources.allSatisfy { $0.tileSet == nil }
    return (isFree ? sources : empty).map(\.id)
  }

  /// True if a style has a source for inputs: one to fill, or one that an input names.
  static func hasPlace(in style: Style, for map: RequestedMap, _ resources: any ResourceLoader) -> Bool {
    if !slots(of: style).isEmpty { return true }
    let ids = style.sources.filter { $0.geoJSON != nil }.map(\.id)
    let names =
      (map.asked.sources + map.asked.cells).map(\.name)
      + (map.specification.inputs + map.specification.cells).map {
        named($0, resources).name ?? stem(of: $0)
      }
    return names.contains(where: ids.contains)
  }

  private func unknownSource(_ name: String) -> SessionError {
    if ids.isEmpty {
      return .input(
        "the style has no source with features that \(name) could fill; add a geojson source to it")
    }
    let advice = nameAdvice(name, among: ids, else: "it has \(ids.joined(separator: ", "))")
    return .input("the style has no source \(name) with features; \(advice)")
  }

  /// `pins=museums.geojson` is a name and a file, unless a file of the whole name exists.
  static func named(_ word: String, _ resources: any ResourceLoader) -> (name: String?, path: String) {
    guard let equals = word.firstIndex(of: "="), resources.kind(of: word, followingLinks: true) == .missing
    else { return (nil, word) }
    let name = word[..<equals]
    // In `missing.gpkg|layername=towns` it is no name.
    guard !name.isEmpty, !name.contains("/"), !name.hasSuffix("|layername") else { return (nil, word) }
    return (String(name), String(word[word.index(after: equals)...]))
  }

  /// The name of an input where nobody names it.
  static func stem(of path: String) -> String {
    if path == "-" { return "stdin" }
    return DatabaseAddress(path)?.stem ?? SourceAssignment.stem(ofFile: withoutSecrets(path))
  }

  private func unused(_ name: String) -> String {
    let taken = all.map(\.name)
    var candidate = name
    var number = 2
    while taken.contains(candidate) {
      candidate = "\(name)-\(number)"
      number += 1
    }
    return candidate
  }
}

extension StyleSource {
  /// True if the style holds a collection without features: a place for data that is named beside it.
  var isEmpty: Bool {
    guard case .inline(let json)? = geoJSON?.data else { return false }
    return json["features"]?.elements?.isEmpty == true
  }
}

/// A file and the source of the style that it fills.
struct SourceAssignment: Hashable, Sendable {
  let name: String
  let sourceID: String
  /// The file; `-` for standard input, unless the name comes from a document.
  let path: String
  var isFromDocument = false
  var isOfCells = false

  var resource: Resource { Resource(path: path, isFromDocument: isFromDocument) }

  /// A file's name without folder and endings.
  static func stem(ofFile path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.split(separator: ".").first ?? name)
  }
}

extension SourceAssignment {
  /// A file beside the data, which is called by its path.
  init(of sourceID: String, path: String, isFromDocument: Bool) {
    self.init(name: withoutSecrets(path), sourceID: sourceID, path: path, isFromDocument: isFromDocument)
  }
}

extension SnapshotRequest.Source {
  /// The path of its file; of points in the request the place where they stand, for messages.
  func path(in request: String?) -> String {
    content == nil
      ? Resource.path(of: path, in: request) : "\(request.map { "\($0): " } ?? "")sources.\(name)"
  }

  /// The resource that it is read from.
  func resource(in request: String?) -> Resource { Resource(path: path(in: request), isFromDocument: true) }
}
