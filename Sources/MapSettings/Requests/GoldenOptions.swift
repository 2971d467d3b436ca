public import ImageDiff
public import JSONDocument

/// The format of a golden.
public enum GoldenFormat: String, CaseIterable, Hashable, Sendable {
  /// A picture, compared by its pixels.
  case png
  /// A picture, compared as text.
  case svg
  /// The markers as data, compared value by value.
  case geojson
}

/// The comparison of two pictures, set by a request's `golden` or by `clustersnap diff`; `nil` where nothing is set.
///
/// Values and effects of the members are in ``table``.
public struct GoldenOptions: Hashable, SettingValues {
  /// The keys of settings that hold nothing, whatever is set beneath.
  public var cleared: Set<String> = []
  /// The largest difference of a channel, `0...255`; in place of threshold, profile and smoothing.
  public var tolerance: Int?
  /// The largest distance of two colors that passes, `0...1`.
  public var threshold: Double?
  /// True to count pixels that differ only by smoothing, too.
  public var includesAntialiased: Bool?
  /// The measure of the distance of two colors.
  public var profile: DiffProfile?
  /// The number of pixels that may differ, at least 0.
  public var maximumPixels: Int?
  /// The share of the pixels that may differ, `0...1`.
  public var maximumRatio: Double?
  /// The side in pixels of the square that is looked for where most pixels differ, at least 1.
  public var window: Int?
  /// The number of pixels that may differ in any such square, at least 0.
  public var maximumInWindow: Int?
  /// Rectangles in pixels that are not compared.
  public var masks: [PixelRectangle]?
  /// The largest difference of numbers of GeoJSON, at least 0.
  public var numberTolerance: Double?
  /// The goldens that a case has.
  public var formats: [GoldenFormat]?
  /// Why a case is not exact.
  public var reason: String?

  /// Options of which nothing is set.
  public init() {}

  /// Every setting of the member `golden`.
  public static let table = SettingTable<GoldenOptions>("golden", comparison + cases)
  /// The options of `clustersnap diff`, in the order of its help.
  public static let differences = table.settings(
    [
      "threshold", "profile", "includeAa", "tolerance", "masks", "maxPixels", "maxRatio", "window",
      "maxWindow",
    ])

  private static let comparison: [SettingEntry<GoldenOptions>] = [
    .init(
      "tolerance", \.tolerance, .whole(0...255), or: "0", "How much a channel may differ; needs a reason.",
      "1",
      option: .init(
        "Instead of threshold, profile and smoothing: how much a channel may differ, {range}.", "N",
        default: "none"),
      traits: .needsReason),
    .init(
      "threshold", \.threshold, .number(0...1), or: "none",
      "How much colors may differ, as `clustersnap diff` compares; needs a reason.", "0.1",
      option: .init("The largest distance of two colors that passes, {range}.", "T", default: "0.1"),
      traits: [.needsReason, .comparesColors]),
    .init(
      "includeAa", \.includesAntialiased, .flag, or: "false",
      "Whether antialiased pixels count; needs a reason.", "true",
      option: .init("Count pixels that differ only by smoothing of edges, too.", form: .flag),
      traits: [.needsReason, .comparesColors]),
    .init(
      "profile", \.profile, .name(), or: "`yiq`", "How colors are compared; needs a reason.", #""oklab""#,
      option: .init("How far apart two colors are.", "NAME"), traits: [.needsReason, .comparesColors]),
    .init(
      "maxPixels", \.maximumPixels, .whole(from: 0), or: "0", "How many pixels may differ.", "20",
      option: .init("How many pixels may differ.", "N", default: "0, unless another limit is given")),
    .init(
      "maxRatio", \.maximumRatio, .number(0...1), or: "0", "Which share of the pixels may differ.", "0.001",
      option: .init("What share of the pixels may differ, {range}.", "R", default: "none")),
    .init(
      "window", \.window, .whole(1...1 << 20), "pixels", or: "32",
      "The side of the square that `maxWindow` looks at.", "16",
      option: .init("Side in pixels of the square that is looked for where most pixels differ.", "N")),
    .init(
      "maxWindow", \.maximumInWindow, .whole(from: 0), or: "none",
      "How many pixels may differ in any such square.", "5",
      option: .init("How many pixels may differ in any such square.", "M")),
    .init(
      "masks", \.masks, .masks, "list of `[x, y, width, height]` in pixels", or: "none",
      "What is not compared.", "[[0, 0, 40, 20]]",
      option: .init("A rectangle that is not compared, in pixels. May be repeated.", "X,Y,W,H", name: "mask"),
      repeated: +),
  ]

  private static let cases: [SettingEntry<GoldenOptions>] = [
    .init(
      "numberTolerance", \.numberTolerance, .number(0...Double.greatestFiniteMagnitude), "number from 0 on",
      or: "1e-9", "How much numbers of GeoJSON may differ; needs a reason.", "1e-6", traits: .needsReason),
    .init(
      "formats", \.formats, .goldenFormats, "list of `png`, `svg`, `geojson`", or: "those beside the request",
      "The goldens that the case has.", #"["png", "geojson"]"#),
    .init(
      "reason", \.reason, .someText("why the case is not exact"), "text", or: "none",
      "Why the case is not exact.", #""emoji are the system's""#),
  ]

  /// True if colors are compared as seen, rather than channel by channel.
  public var comparesColors: Bool { colorSetting != nil }

  /// The option that compares colors as seen, of those that exclude `--tolerance`; `nil` where none is set.
  private var colorSetting: SettingEntry<GoldenOptions>? {
    GoldenOptions.table.entries.first { $0.traits.contains(.comparesColors) && $0.isSet(self) }
  }

  /// A fault where both channels and colors are compared; `nil` where they are not.
  public var conflict: SettingText? {
    guard tolerance != nil, let other = colorSetting else { return nil }
    return GoldenOptions.conflict("\(name: "tolerance")", "\(name: SettingName(other.key))")
  }

  private static func conflict(_ tolerance: SettingText, _ other: SettingText) -> SettingText {
    "\(tolerance) compares channels, \(other) colors as seen; set one of them"
  }

  /// Reads the member of a request.
  ///
  /// - Returns: what it sets, and all that is wrong with it.
  public static func parse(
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
    if value["reason"] == nil, let member = first(with: .needsReason) {
      report("no-reason", member, "a golden that is not exact needs a reason; add \"reason\": \"…\"")
    }
    return (options, diagnostics)
  }
}

extension SettingType where Value == [PixelRectangle] {
  fileprivate static var masks: SettingType {
    let (corner, side) = (JSONSchema.whole(0...Int.max), JSONSchema.whole(1...Int.max))
    @Sendable func mask(_ sides: [Int?]) -> PixelRectangle? {
      guard sides.count == 4, let x = sides[0], let y = sides[1], let width = sides[2], let height = sides[3],
        x >= 0, y >= 0, width > 0, height > 0
      else { return nil }
      return PixelRectangle(x: x, y: y, width: width, height: height)
    }
    return SettingType(schema: .list(.tuple([corner, corner, side, side]))) { reader, node in
      guard let elements = node.value.elements else {
        reader.wrongType(node, "a list of [x, y, width, height]")
        return nil
      }
      var masks: [PixelRectangle] = []
      for (index, element) in elements.enumerated() {
        // A loop: Swift 6.3's optimizer crashes on a closure here.
        var sides: [Int?] = []
        for side in element.elements ?? [] { sides.append(side.number.flatMap { Int(exactly: $0) }) }
        if let mask = mask(sides) {
          masks.append(mask)
        } else {
          reader.error(
            "wrong-type", at: SourceLocation(path: node.path.appending(index), position: element.position),
            "a mask is [x, y, width, height] in whole pixels")
        }
      }
      return masks
    } word: { word throws(SettingError) in
      let sides = word.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
      guard let mask = mask(sides) else {
        throw .malformed(word, fault: "is no rectangle; write X,Y,WIDTH,HEIGHT in pixels")
      }
      return [mask]
    }
  }
}

extension SettingType where Value == [GoldenFormat] {
  fileprivate static var goldenFormats: SettingType {
    let one = SettingType<GoldenFormat>.name()
    return SettingType(schema: .list(one.schema, count: 1...Int.max)) { reader, node in
      guard let elements = node.value.elements else {
        reader.wrongType(node, "a list of png, svg and geojson")
        return nil
      }
      if elements.isEmpty {
        reader.error("invalid-value", at: node.location, "the list is empty; name png, svg or geojson")
      }
      var formats: [GoldenFormat] = []
      for (index, element) in elements.enumerated() {
        let node = JSONNode(value: element, path: node.path.appending(index))
        guard let format = one.json(&reader, node) else { continue }
        if !formats.contains(format) { formats.append(format) }
      }
      return formats
    } word: { word throws(SettingError) in
      [try one.word(word)]
    }
  }
}

extension SettingType where Value == String {
  fileprivate static func someText(_ wanted: String) -> SettingType {
    SettingType(schema: .someText) { reader, node in
      if let text = node.value.string, !text.isEmpty { return text }
      reader.error("wrong-type", at: node.location, "write \(wanted)")
      return nil
    } word: { word throws(SettingError) in
      guard !word.isEmpty else { throw .invalid("write \(wanted)") }
      return word
    }
  }
}
