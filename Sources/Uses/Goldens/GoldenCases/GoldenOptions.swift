package import ImageDiff
package import JSONDocument
package import MapSettings

/// The comparison of two pictures, set by a request's `golden` or by `clustersnap diff`; `nil` where nothing is set.
package struct GoldenOptions: Hashable, SettingValues, Documented {
  package static var section: String { "golden" }
  package var cleared: Set<String> = []
  /// The largest difference of a channel, `0...255`; in place of threshold, profile and smoothing.
  package var tolerance: Int?
  /// The largest distance of two colors that passes, `0...1`.
  package var threshold: Double?
  package var includesAntialiased: Bool?
  package var profile: DiffProfile?
  package var maximumPixels: Int?
  /// The share of the pixels that may differ, `0...1`.
  package var maximumRatio: Double?
  /// The side in pixels of the square that is looked for where most pixels differ, at least 1.
  package var window: Int?
  /// The number of pixels that may differ in any such square, at least 0.
  package var maximumInWindow: Int?
  package var masks: [GoldenMask]?
  package var numberTolerance: Double?
  package var formats: [GoldenFormat]?
  package var reason: String?
  package var isExplained: Bool?

  package init() {}

  package static let table = SettingTable<GoldenOptions>("golden", comparison + cases)
  package static let differences = table.settings(
    [
      "threshold", "profile", "includeAa", "tolerance", "masks", "maxPixels", "maxRatio", "window",
      "maxWindow",
    ])

  private static let comparison: [SettingEntry<GoldenOptions>] = [
    .init("tolerance", \.tolerance, .whole(0...255), traits: .needsReason),
    .init("threshold", \.threshold, .number(0...1), traits: [.needsReason, .comparesColors]),
    .init("includeAa", \.includesAntialiased, .flag, form: .flag, traits: [.needsReason, .comparesColors]),
    .init("profile", \.profile, .name(), traits: [.needsReason, .comparesColors]),
    .init("maxPixels", \.maximumPixels, .whole(from: 0)),
    .init("maxRatio", \.maximumRatio, .number(0...1)),
    .init("window", \.window, .whole(1...1 << 20)),
    .init("maxWindow", \.maximumInWindow, .whole(from: 0)),
    .init("masks", \.masks, .masks, name: "mask", repeated: +),
  ]

  private static let cases: [SettingEntry<GoldenOptions>] = [
    .init(
      "numberTolerance", \.numberTolerance, .number(0...Double.greatestFiniteMagnitude),
      traits: [.needsReason, .isInDocumentsAlone]),
    .init("formats", \.formats, .goldenFormats, traits: .isInDocumentsAlone),
    .init("explain", \.isExplained, .flag, form: .flag, traits: .isInDocumentsAlone),
    .init("reason", \.reason, .someText("why the case is not exact"), traits: .isInDocumentsAlone),
  ]

  /// True if colors are compared as seen, rather than channel by channel.
  package var comparesColors: Bool { colorSetting != nil }

  private var colorSetting: SettingEntry<GoldenOptions>? {
    GoldenOptions.table.entries.first { $0.traits.contains(.comparesColors) && $0.isSet(self) }
  }

  package var conflict: SettingText? {
    guard tolerance != nil, let other = colorSetting else { return nil }
    return GoldenOptions.conflict("\(name: "tolerance")", "\(name: SettingName(other.key))")
  }

  private static func conflict(_ tolerance: SettingText, _ other: SettingText) -> SettingText {
    "\(tolerance) compares channels, \(other) colors as seen; set one of them"
  }

  package static func parse(
    _ value: JSONValue, at path: JSONPath
  ) -> (options: GoldenOptions, diagnostics: [Diagnostic]) {
    var (options, reader) = (GoldenOptions(), DocumentReader())
    _ = table.read(JSONNode(value: value, path: path), into: &options, in: &reader)
    var diagnostics = reader.report.diagnostics
    func report(_ code: String, _ member: JSONMember, _ message: String) {
      diagnostics.append(
        Diagnostic(
          .error, code: code, path: path.appending(member.key), position: member.value.position,
          message: message))
    }
    func first(with trait: SettingTraits) -> JSONMember? {
      // Nothing differs within a tolerance of 0.
      (value.members ?? []).first { member in
        table[member.key]?.traits.contains(trait) == true
          && (member.key != "tolerance" || member.value.number != 0)
      }
    }
    if options.tolerance != nil, let color = first(with: .comparesColors) {
      report("contradiction", color, conflict("tolerance", SettingText(color.key)).description)
    }
    let everything = (value.members ?? []).first { $0.key == "maxRatio" && $0.value.number == 1 }
    if value["reason"] == nil, let member = first(with: .needsReason) ?? everything {
      report("no-reason", member, "a golden that is not exact needs a reason; add \"reason\": \"…\"")
    }
    return (options, diagnostics)
  }
}

/// A part of a picture that is not compared: a rectangle of pixels, or where a marker is drawn.
package struct GoldenMask: Hashable, Sendable {
  /// The rectangle, in pixels; `nil` for a marker's.
  var area: PixelRectangle?
  /// The id of a marker: a cluster's, or a point's own.
  var marker: String?
  /// The name of the only view that is masked; `nil` for all.
  var view: String?

  init(area: PixelRectangle) { self.area = area }

  /// Reads `[x, y, width, height]`, or `{"area": …}` or `{"marker": …}`, these perhaps with a view.
  fileprivate init?(_ value: JSONValue) {
    area = PixelRectangle(
      sides: ((value["area"] ?? value).elements ?? []).map { $0.number.flatMap { Int(exactly: $0) } })
    marker = value["marker"].flatMap { id in
      id.string ?? id.number.map { decimalText(of: $0, decimals: 3) }
    }
    view = value["view"]?.string
    let given = [area == nil, marker == nil, view == nil].count { !$0 }
    guard (area == nil) != (marker == nil), value.members?.count ?? 1 == given else { return nil }
  }
}

extension PixelRectangle {
  fileprivate init?(sides: [Int?]) {
    guard sides.count == 4, let x = sides[0], let y = sides[1], let width = sides[2], let height = sides[3],
      x >= 0, y >= 0, width > 0, height > 0
    else { return nil }
    self.init(x: x, y: y, width: width, height: height)
  }
}

extension SettingType where Value == [GoldenMask] {
  fileprivate static var masks: SettingType {
    let (corner, side) = (JSONSchema.whole(0...Int.max), JSONSchema.whole(1...Int.max))
    let area = JSONSchema.tuple([corner, corner, side, side])
    let named = JSONSchema.dictionary(
      .either([.someText, .anyNumber, area]), keys: "^(area|marker|view)$", atLeast: 1)
    return SettingType(of: .list(.either([area, named]))) { reader, node in
      guard reader.array(node, "a list of [x, y, width, height]") != nil else { return nil }
      var masks: [GoldenMask] = []
      for element in node.elements {
        if let mask = GoldenMask(element.value) {
          masks.append(mask)
        } else {
          reader.error(
            "wrong-type", at: element.location,
            #"a mask is [x, y, width, height] in whole pixels, {"marker": "id"}, or such with a "view""#)
        }
      }
      return masks
    } word: { word throws(SettingError) in
      let sides = word.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
      guard let area = PixelRectangle(sides: sides) else {
        throw .malformed(word, fault: "is no rectangle; write X,Y,WIDTH,HEIGHT in pixels")
      }
      return [GoldenMask(area: area)]
    }
  }
}

extension SettingType where Value == [GoldenFormat] {
  fileprivate static var goldenFormats: SettingType {
    let one = SettingType<GoldenFormat>.name()
    return SettingType(of: .list(one.schema, count: 1...Int.max)) { reader, node in
      guard let elements = reader.array(node, "a list of formats") else { return nil }
      if elements.isEmpty {
        reader.error("invalid-value", at: node.location, "the list is empty; name png, svg or another format")
      }
      var formats: [GoldenFormat] = []
      for element in node.elements {
        guard let format = one.json(&reader, element), !formats.contains(format) else { continue }
        formats.append(format)
      }
      return formats
    } word: { word throws(SettingError) in
      [try one.word(word)]
    }
  }
}

extension SettingType where Value == String {
  fileprivate static func someText(_ wanted: String) -> SettingType {
    SettingType(of: .someText) { reader, node in
      if let text = node.value.string, !text.isEmpty { return text }
      return reader.fault("wrong-type", at: node.location, "write \(wanted)")
    } word: { word throws(SettingError) in
      guard !word.isEmpty else { throw SettingError("write \(wanted)") }
      return word
    }
  }
}
