package import JSONDocument
import MapGeometry

package struct StyleParser {
  /// Reads plain values and collects diagnostics.
  package var reader = DocumentReader()
  /// `nil` if metadata is ignored.
  let metadataReader: (any MetadataReader)?
  /// `nil` for the table of Latin letters.
  package let collation: (any TextCollation)?
  private(set) var sourceExtras: [String: any Sendable] = [:]

  package enum DeclaredSource {
    case features, vectorTiles, pictures
    case skipped(type: String)
    case elevation, broken

    /// Content to draw, if known, even of a faulty source.
    var content: SourceContent? {
      switch self {
      case .features, .vectorTiles, .skipped("geojson"), .skipped("vector"): .features
      case .pictures, .skipped("raster"), .skipped("image"), .skipped("video"), .skipped("canvas"): .pictures
      case .elevation, .skipped("raster-dem"): .heights
      case .skipped, .broken: nil
      }
    }
  }

  enum SourceContent {
    case features, pictures, heights
  }

  package var declaredSources: [String: DeclaredSource] = [:]
  package var sourceNames: [String] = []
  /// Sources with gradients along lines, which need measured lines.
  var measuredSources: Set<String> = []

  package struct LayerNames {
    package var ids: [String] = []
    package var indexOfID: [String: Int] = [:]
  }
  package var layerNames = LayerNames()

  private static let rootKeys = [
    "version", "name", "metadata", "center", "centerAltitude", "zoom", "bearing", "pitch", "roll", "state",
    "light", "sky", "projection", "terrain", "sources", "sprite", "glyphs", "font-faces", "transition",
    "layers",
  ]

  private static let foreignKeys = [
    "imports": "the imported layers are not drawn; save the whole style in one file",
    "fog": "no fog is drawn",
    "lights": "colors are drawn unlit", "models": "no models are drawn", "snow": "no snow is drawn",
    "rain": "no rain is drawn", "color-theme": "colors are drawn as written",
    "featuresets": "it has no effect on pictures", "iconsets": "icons come from sprite",
  ]

  package init(metadata: (any MetadataReader)? = nil, collation: (any TextCollation)? = nil) {
    metadataReader = metadata
    self.collation = collation
  }

  /// Parses the document; the result is unusable if errors were reported.
  mutating func style(_ root: JSONValue) -> Style? {
    let node = JSONNode(value: root, path: JSONPath())
    guard let members = reader.object(node, "a style: an object with version, sources and layers") else {
      return nil
    }
    for member in members {
      warnAboutForeignKey(member, node, StyleParser.foreignKeys)
      warnAboutTypo(member, node, among: StyleParser.rootKeys)
    }
    version(node)
    reportWhatIsNotDrawn(node)
    checkUndrawnKeys(node)

    let metadata = node.member("metadata")
    let sourcesNode = node.member("sources")
    declareSources(sourcesNode, root: node)
    let metadataReader = metadataReader
    let extra = metadata.flatMap { metadataReader?.root($0, in: &self) }
    sourceExtras = extra?.sources ?? [:]
    let sources = sourcesNode.map { self.sources($0) } ?? []
    return Style(
      name: node.member("name").flatMap { reader.string($0) },
      center: node.member("center").flatMap { center($0) },
      zoom: node.member("zoom").flatMap { reader.number($0, in: Viewport.zooms) },
      bearing: node.member("bearing").flatMap { reader.number($0) },
      pitch: node.member("pitch").flatMap { pitch($0) },
      projection: node.member("projection")?.member("type")?.value.string.flatMap {
        StyleParser.projections.contains($0) ? $0 : nil
      },
      state: node.member("state").map { state($0) } ?? [:],
      sources: sources, layers: layers(node),
      light: node.member("light").map {
        checkedProperties($0, StyleProperty.light, owner: "light", withTransitions: true)
      } ?? [],
      fontFaces: node.member("font-faces").map { fontFaces($0) } ?? [],
      sprites: node.member("sprite").map { sprites($0) } ?? [],
      glyphs: node.member("glyphs").flatMap { glyphs in
        glyphs.value.string.map { Style.Glyphs(address: $0, location: glyphs.location) }
      },
      extra: extra?.style, metadata: metadata?.value)
  }

  private mutating func version(_ root: JSONNode) {
    guard let version = root.member("version") else {
      reader.error("missing-key", at: root.location, "a style needs \"version\": 8; is this a style at all?")
      return
    }
    guard version.value.number != 8 else { return }
    reader.error(
      "wrong-version", at: version.location,
      "expected version 8, found \(version.value.wording); only version 8 of the style specification is read")
  }

  private mutating func center(_ node: JSONNode) -> Coordinate? {
    guard let numbers = reader.numbers(node, count: 2, "a center: [longitude, latitude]", mayHaveMore: true)
    else { return nil }
    guard abs(numbers[1]) <= 90 else {
      return reader.fault(
        "out-of-range", at: node.location,
        "latitude \(javaScriptText(of: numbers[1])) is outside -90…90; "
          + (abs(numbers[0]) <= 90 ? "are longitude and latitude swapped?" : "write [longitude, latitude]"))
    }
    return Coordinate(latitude: numbers[1], longitude: numbers[0])
  }

  private mutating func state(_ node: JSONNode) -> [String: StyleValue] {
    var state: [String: StyleValue] = [:]
    for member in reader.object(node, "an object of states") ?? [] {
      let entry = node.member(member)
      guard reader.object(entry, "an object with \"default\"") != nil else { continue }
      guard let initial = entry.member("default") else {
        reader.error("missing-key", at: entry.location, "a state needs \"default\"; add one")
        continue
      }
      state[member.key] = StyleValue(initial.value)
    }
    return state
  }

  private mutating func fontFaces(_ node: JSONNode) -> [Style.FontFace] {
    var faces: [Style.FontFace] = []
    for member in reader.object(node, "an object of font names and files") ?? [] {
      let entry = node.member(member)
      var files: [Style.FontFace.File] = []
      if entry.value.string != nil {
        if let reference = file(entry) {
          files.append(.init(reference: reference, unicodeRanges: [], location: entry.location))
        }
      } else if let list = reader.array(entry, "the name of a font file or a list of files") {
        files = list.compactMap { fontFile($0) }
      }
      if !files.isEmpty {
        faces.append(Style.FontFace(name: member.key, files: files, position: entry.position))
      }
    }
    return faces
  }

  private mutating func fontFile(_ node: JSONNode) -> Style.FontFace.File? {
    let keys = ["url", "unicode-range"]
    guard reader.isObject(node, "an object with \"url\"", of: "a font file", keys: keys) else { return nil }
    let ranges = node.member("unicode-range").flatMap { unicodeRanges($0) } ?? []
    guard let url = reader.required("url", of: node, "a font file"), let reference = file(url) else {
      return nil
    }
    return .init(reference: reference, unicodeRanges: ranges, location: url.location)
  }

  private mutating func unicodeRanges(_ node: JSONNode) -> [String]? {
    guard let elements = reader.array(node, "a list of code point ranges") else { return nil }
    var ranges: [String] = []
    for entry in elements {
      guard let text = reader.string(entry) else { return nil }
      guard isUnicodeRange(text) else {
        return reader.fault(
          "invalid-value", at: entry.location,
          "expected a range of code points such as U+0-FF, found \(quotedForMessage(text))")
      }
      ranges.append(text)
    }
    reader.info(
      "no-effect", at: node.location,
      "unicode-range is not looked at; each file is used for the characters it has, in the order of the list")
    return ranges
  }

  private mutating func sprites(_ node: JSONNode) -> [Style.Sprite] {
    if node.value.string != nil {
      let reference = file(node, advice: "name a sprite elsewhere with \(setting: "sprite")")
      return reference.map { [Style.Sprite(id: "default", reference: $0, location: node.location)] } ?? []
    }
    var sprites: [Style.Sprite] = []
    for entry in reader.array(node, "a URL or a list of objects with \"id\" and \"url\"") ?? [] {
      let wanted = "an object with \"id\" and \"url\""
      guard reader.isObject(entry, wanted, of: "a sprite", keys: ["id", "url"]) else { continue }
      guard let id = reader.required("id", of: entry, "a sprite").flatMap({ reader.string($0) }),
        let url = reader.required("url", of: entry, "a sprite"), let reference = file(url)
      else { continue }
      if sprites.contains(where: { $0.id == id }) {
        reader.error(
          "duplicate-id", at: entry.location,
          "a sprite of the id \(quotedForMessage(id)) is there already; give each its own")
        continue
      }
      if sprites.contains(where: { $0.reference == reference }) {
        reader.error(
          "duplicate-id", at: url.location,
          "a sprite of the URL \(quotedForMessage(url.value.string ?? "")) is there already; remove one")
        continue
      }
      sprites.append(Style.Sprite(id: id, reference: reference, location: url.location))
    }
    return sprites
  }

  mutating func warnAboutForeignKey(_ member: JSONMember, _ parent: JSONNode, _ keys: [String: String]) {
    guard let consequence = keys[member.key] else { return }
    reader.warning(
      "unsupported-key", at: parent.location(ofKey: member),
      "\(member.key) belongs to styles of Mapbox; \(consequence)")
  }

  /// Reports unknown keys that resemble known ones; others are allowed.
  mutating func warnAboutTypo(_ member: JSONMember, _ parent: JSONNode, among names: [String]) {
    guard !names.contains(member.key), StyleParser.foreignKeys[member.key] == nil, member.key != "slot" else {
      return
    }
    let hint = reader.suggestion(for: member.key, among: names, names[0])
    guard !hint.isEmpty else { return }
    reader.warning(
      "unknown-key", at: parent.location(ofKey: member),
      "unknown key \(quotedForMessage(member.key)) is ignored\(hint)")
  }
}

/// True for ranges as in CSS: `U+26`, `U+0-7F`, `U+4??`.
///
/// - SeeAlso: CSS Fonts Level 4, the unicode-range descriptor.
private func isUnicodeRange(_ text: String) -> Bool {
  guard text.hasPrefix("U+") || text.hasPrefix("u+") else { return false }
  let ends = text.dropFirst(2).split(separator: "-", omittingEmptySubsequences: false)
  let codes = ends.map { end -> UInt32? in
    let digits = ends.count == 1 ? String(end).replacing("?", with: "0") : String(end)
    let isWild = end.drop { $0 != "?" }.allSatisfy { $0 == "?" }
    guard (1...6).contains(end.count), isWild, digits.allSatisfy(\.isHexDigit) else { return nil }
    return UInt32(digits, radix: 16).flatMap { $0 <= 0x10FFFF ? $0 : nil }
  }
  switch (codes.count, codes.first ?? nil, codes.last ?? nil) {
  case (1, .some, _): return true
  case (2, let first?, let last?): return first <= last
  default: return false
  }
}
