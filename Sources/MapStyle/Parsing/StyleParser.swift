package import JSONDocument
import MapGeometry

/// A value of the document and the way to it.
package struct Place {
  package let value: JSONValue
  package let path: JSONPath

  package init(value: JSONValue, path: JSONPath) {
    self.value = value
    self.path = path
  }

  package var position: TextPosition { value.position }

  package func member(_ key: String) -> Place? {
    value[key].map { Place(value: $0, path: path.appending(key)) }
  }

  package func member(_ member: JSONMember) -> Place {
    Place(value: member.value, path: path.appending(member.key))
  }

  package func element(_ index: Int, _ value: JSONValue) -> Place {
    Place(value: value, path: path.appending(index))
  }
}

/// Reads a style from JSON and reports all that is wrong with it.
package struct StyleParser {
  package var report = Report()
  package var portability: [Diagnostic] = []
  /// Who reads what metadata sets beyond the specification; `nil` where nobody does.
  let metadataReader: (any MetadataReader)?
  /// What collators compare by; `nil` for a table of Latin letters.
  let collation: (any TextCollation)?
  /// What it has found about sources, by their ids.
  private(set) var sourceExtras: [String: any Sendable] = [:]
  private var suggestions: [String: String?] = [:]
  /// How many more words are compared for hints: enough for any honest style, and an end for hostile ones.
  private var comparisonsLeft = 50_000

  /// What layers ask about the document's sources.
  package enum DeclaredSource {
    case features
    case vectorTiles
    case pictures
    /// It is not drawn, and neither are its layers.
    case skipped(type: String)
    /// Heights: only layers that are not drawn take them.
    case elevation
    /// It has an error already.
    case broken
  }
  package var declaredSources: [String: DeclaredSource] = [:]
  package var sourceNames: [String] = []
  /// The geojson sources whose lines are measured, as gradients along lines need it.
  var measuredSources: Set<String> = []

  /// The ids of layers, and the first layer that has each.
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

  /// A parser that has read nothing.
  package init(metadata: (any MetadataReader)? = nil, collation: (any TextCollation)? = nil) {
    metadataReader = metadata
    self.collation = collation
  }

  /// Reads the whole document. The result is of use only where no error was reported.
  mutating func style(_ root: JSONValue) -> Style? {
    let place = Place(value: root, path: JSONPath())
    guard let members = object(place, "a style: an object with version, sources and layers") else {
      return nil
    }
    for member in members { warnAboutTypo(member, place, among: StyleParser.rootKeys) }
    version(place)
    reportWhatIsNotDrawn(place)
    checkUndrawnKeys(place)

    let metadata = place.member("metadata")
    let sourcesPlace = place.member("sources")
    declareSources(sourcesPlace, root: place)
    let reader = metadataReader
    let extra = metadata.flatMap { reader?.root($0, in: &self) }
    sourceExtras = extra?.sources ?? [:]
    let sources = sourcesPlace.map { self.sources($0) } ?? []
    return Style(
      name: place.member("name").flatMap { string($0) },
      center: place.member("center").flatMap { center($0) },
      zoom: place.member("zoom").flatMap { number($0, in: Viewport.zooms) },
      bearing: place.member("bearing").flatMap { number($0) },
      state: place.member("state").map { state($0) } ?? [:],
      sources: sources, layers: layers(place),
      fontFaces: place.member("font-faces").map { fontFaces($0) } ?? [],
      sprites: place.member("sprite").map { sprites($0) } ?? [],
      extra: extra?.style, metadata: metadata?.value)
  }

  // MARK: The root's own keys

  private mutating func version(_ root: Place) {
    guard let version = root.member("version") else {
      report.error(
        "missing-key", root.path, root.position, "a style needs \"version\": 8; is this a style at all?")
      return
    }
    guard version.value.number != 8 else { return }
    report.error(
      "wrong-version", version.path, version.position,
      "expected version 8, found \(version.value.wording); only version 8 of the style specification is read")
  }

  private mutating func center(_ place: Place) -> Coordinate? {
    guard let numbers = numbers(place, count: 2, "a center: [longitude, latitude]") else { return nil }
    guard abs(numbers[1]) <= 90 else {
      report.error(
        "out-of-range", place.path, place.position,
        "latitude \(javaScriptText(of: numbers[1])) is outside -90…90; "
          + (abs(numbers[0]) <= 90 ? "are longitude and latitude swapped?" : "write [longitude, latitude]"))
      return nil
    }
    return Coordinate(latitude: numbers[1], longitude: numbers[0])
  }

  private mutating func state(_ place: Place) -> [String: StyleValue] {
    var state: [String: StyleValue] = [:]
    for member in object(place, "an object of states") ?? [] {
      let entry = place.member(member)
      guard object(entry, "an object with \"default\"") != nil else { continue }
      guard let initial = entry.member("default") else {
        report.error("missing-key", entry.path, entry.position, "a state needs \"default\"; add one")
        continue
      }
      state[member.key] = StyleValue(initial.value)
    }
    return state
  }

  private mutating func fontFaces(_ place: Place) -> [Style.FontFace] {
    var faces: [Style.FontFace] = []
    for member in object(place, "an object of font names and files") ?? [] {
      let entry = place.member(member)
      var files: [Style.FontFace.File] = []
      if entry.value.string != nil {
        if let reference = file(entry) {
          files.append(
            .init(
              reference: reference, unicodeRanges: [],
              place: StylePlace(path: entry.path, position: entry.position)))
        }
      } else if let list = array(entry, "the name of a font file or a list of files") {
        for (index, value) in list.enumerated() {
          if let file = fontFile(entry.element(index, value)) { files.append(file) }
        }
      }
      if !files.isEmpty {
        faces.append(Style.FontFace(name: member.key, files: files, position: entry.position))
      }
    }
    return faces
  }

  private mutating func fontFile(_ place: Place) -> Style.FontFace.File? {
    guard let members = object(place, "an object with \"url\"") else { return nil }
    let keys = ["url", "unicode-range"]
    for member in members where !keys.contains(member.key) {
      unknownKey(member, place, "a font file", among: keys)
    }
    let ranges = place.member("unicode-range").flatMap { unicodeRanges($0) } ?? []
    guard let url = required("url", of: place, "a font file"), let reference = file(url) else { return nil }
    return .init(
      reference: reference, unicodeRanges: ranges, place: StylePlace(path: url.path, position: url.position))
  }

  /// Ranges of code points as CSS writes them.
  private mutating func unicodeRanges(_ place: Place) -> [String]? {
    guard let elements = array(place, "a list of code point ranges") else { return nil }
    var ranges: [String] = []
    for (index, element) in elements.enumerated() {
      let entry = place.element(index, element)
      guard let text = string(entry) else { return nil }
      guard isUnicodeRange(text) else {
        report.error(
          "invalid-value", entry.path, entry.position,
          "expected a range of code points such as U+0-FF, found \(quotedForMessage(text))")
        return nil
      }
      ranges.append(text)
    }
    report.info(
      "no-effect", place.path, place.position,
      "unicode-range is not looked at; each file is used for the characters it has, in the order of the list")
    return ranges
  }

  private mutating func sprites(_ place: Place) -> [Style.Sprite] {
    if place.value.string != nil {
      return file(place, advice: "name a sprite elsewhere with --sprite").map {
        [
          Style.Sprite(
            id: "default", reference: $0, place: StylePlace(path: place.path, position: place.position))
        ]
      } ?? []
    }
    var sprites: [Style.Sprite] = []
    for (index, value) in (array(place, "a URL or a list of objects with \"id\" and \"url\"") ?? [])
      .enumerated()
    {
      let entry = place.element(index, value)
      guard let members = object(entry, "an object with \"id\" and \"url\"") else { continue }
      for member in members where !["id", "url"].contains(member.key) {
        unknownKey(member, entry, "a sprite", among: ["id", "url"])
      }
      guard let id = required("id", of: entry, "a sprite").flatMap({ string($0) }),
        let url = required("url", of: entry, "a sprite"), let reference = file(url)
      else { continue }
      if sprites.contains(where: { $0.id == id }) {
        report.error(
          "duplicate-id", entry.path, entry.position,
          "a sprite of the id \(quotedForMessage(id)) is there already; give each its own")
        continue
      }
      if sprites.contains(where: { $0.reference == reference }) {
        report.error(
          "duplicate-id", url.path, url.position,
          "a sprite of the URL \(quotedForMessage(url.value.string ?? "")) is there already; remove one")
        continue
      }
      sprites.append(
        Style.Sprite(
          id: id, reference: reference, place: StylePlace(path: url.path, position: url.position)))
    }
    return sprites
  }

  // MARK: Suggestions

  /// The nearest of some names to a word as a question, empty where none is near.
  ///
  /// Asked once a word, because styles repeat themselves.
  package mutating func suggestion(for word: String, among names: some Collection<String>, _ kind: String)
    -> String
  {
    let key = kind + "\u{0}" + word
    if suggestions[key] == nil {
      guard comparisonsLeft >= names.count else { return "" }
      comparisonsLeft -= names.count
      suggestions[key] = .some(didYouMean(word, among: names))
    }
    return (suggestions[key] ?? nil).map { "did you mean \($0)?" } ?? ""
  }

  /// Reports a key that must not be there.
  mutating func unknownKey(_ member: JSONMember, _ parent: Place, _ owner: String, among names: [String]) {
    let hint = suggestion(for: member.key, among: names, owner)
    report.error(
      "unknown-key", parent.path.appending(member.key), member.keyPosition,
      "\(owner) has no \(quotedForMessage(member.key))" + (hint.isEmpty ? "; remove it" : "; \(hint)"))
  }

  /// Keys that the specification does not know are allowed at the root and on layers, and nearly always slips where
  /// they look like one that it knows.
  mutating func warnAboutTypo(_ member: JSONMember, _ parent: Place, among names: [String]) {
    guard !names.contains(member.key) else { return }
    let hint = suggestion(for: member.key, among: names, names[0])
    guard !hint.isEmpty else { return }
    report.warning(
      "unknown-key", parent.path.appending(member.key), member.keyPosition,
      "unknown key \(quotedForMessage(member.key)) is ignored; \(hint)")
  }
}

/// Whether a text is a range of code points as CSS writes it: `U+26`, `U+0-7F`, `U+4??`.
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
