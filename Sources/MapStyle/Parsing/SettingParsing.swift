import Drawing
import JSONDocument
import MapGeometry

// Reads the settings of the root's metadata: `clustersnap:sources` and `clustersnap:output`.
extension StyleParser {
  private static let prefix = "clustersnap:"

  mutating func rootSettings(
    _ metadata: Place, sources: inout [String: SourceSettings], output: inout OutputSettings
  ) {
    for member in metadata.value.members ?? [] where member.key.hasPrefix(StyleParser.prefix) {
      let place = metadata.member(member)
      switch member.key {
      case "clustersnap:sources":
        for entry in object(place, "an object of source ids and settings") ?? [] {
          let source = place.member(entry)
          guard declaredSources[entry.key] != nil else {
            let hint = suggestion(for: entry.key, among: sourceNames, "source id")
            report.error(
              "unknown-source", source.path, entry.keyPosition,
              "there is no source \(quotedForMessage(entry.key))" + (hint.isEmpty ? "" : "; \(hint)"))
            continue
          }
          sources[entry.key] = sourceSettings(source)
          if case .pictures = declaredSources[entry.key] {
            report.warning(
              "no-effect", source.path, entry.keyPosition,
              "\(quotedForMessage(entry.key)) is a source of pictures; settings of clustering have no effect on it"
            )
          }
        }
      case "clustersnap:output": output = outputSettings(place)
      default:
        unknownSetting(
          member, metadata, among: ["clustersnap:sources", "clustersnap:output"], "the style's metadata")
      }
    }
  }

  /// Reports a key of ours that does not exist.
  mutating func unknownSetting(_ member: JSONMember, _ parent: Place, among names: [String], _ owner: String)
  {
    let hint = suggestion(for: member.key, among: names, owner)
    report.error(
      "unknown-setting", parent.path.appending(member.key), member.keyPosition,
      "\(owner) has no setting \(quotedForMessage(member.key))"
        + (hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : "; \(hint)"))
  }

  /// Notes a setting for the list of what other renderers will not see.
  mutating func notePortability(_ member: JSONMember, _ parent: Place) {
    portability.append(
      Diagnostic(
        .info, code: "not-portable", path: parent.path.appending(member.key), position: member.keyPosition,
        message: "\(member.key) is a setting of ours; other renderers ignore it"))
  }

  /// A value read, with its place.
  func setting<Value>(_ value: Value?, _ place: Place) -> Setting<Value>? {
    value.map { Setting(value: $0, path: place.path, position: place.position) }
  }

  // MARK: Sources

  mutating func sourceSettings(_ place: Place) -> SourceSettings {
    var settings = SourceSettings()
    for member in object(place, "an object of settings") ?? [] {
      let entry = place.member(member)
      notePortability(member, place)
      guard SourceSettings.keys.contains(member.key) else {
        unknownSetting(member, place, among: SourceSettings.keys, "a source")
        continue
      }
      switch member.key {
      case "method": settings.method = setting(name(entry, as: SourceSettings.Method.self), entry)
      case "preset": settings.preset = setting(name(entry, as: SourceSettings.Preset.self), entry)
      case "cellSize": settings.cellSize = setting(cellSize(entry), entry)
      case "alignWorld": settings.alignWorld = setting(yesOrNo(entry), entry)
      case "anchor": settings.anchor = setting(name(entry, as: SourceSettings.Anchor.self), entry)
      case "margin": settings.margin = setting(number(entry, in: -0.5...100), entry)
      case "snapZoom": settings.snapZoom = setting(yesOrNo(entry), entry)
      case "radius": settings.radius = setting(positive(entry), entry)
      case "extent": settings.extent = setting(positive(entry), entry)
      case "acrossAntimeridian": settings.acrossAntimeridian = setting(yesOrNo(entry), entry)
      case "distance":
        settings.distance = setting(
          measured(entry, DistanceSetting.meters, DistanceSetting.init, "meters, or points such as \"50pt\""),
          entry)
      case "clusters": settings.clusters = setting(integer(entry, in: 1...1_000_000), entry)
      case "eps": settings.eps = setting(positive(entry), entry)
      case "minPoints": settings.minPoints = setting(integer(entry, in: 1...1_000_000_000), entry)
      case "position": settings.position = setting(name(entry, as: SourceSettings.Position.self), entry)
      case "minCount": settings.minCount = setting(integer(entry, in: 1...1_000_000_000), entry)
      case "minUnique": settings.minUnique = setting(integer(entry, in: 0...1_000_000_000), entry)
      case "clusterMaxZoom": settings.clusterMaxZoom = setting(number(entry, in: 0...30), entry)
      case "coLocated":
        settings.coLocated = setting(
          worded(entry, CoLocatedSetting.init, "\"merge\", \"ring\", \"ring:3\" (meters) or \"ring:20pt\""),
          entry)
      case "weight": settings.weight = setting(string(entry, "the name of a property"), entry)
      case "optOut": settings.optOut = setting(string(entry, "the name of a property"), entry)
      case "keepInvisible": settings.keepInvisible = setting(yesOrNo(entry), entry)
      case "reuse": settings.reuse = setting(yesOrNo(entry), entry)
      case "hysteresis": settings.hysteresis = setting(yesOrNo(entry), entry)
      case "debugGrid": settings.debugGrid = setting(debugGrid(entry), entry)
      case "title", "titleTemplate": settings.title = setting(string(entry, "a template"), entry)
      case "subtitle", "subtitleTemplate": settings.subtitle = setting(string(entry, "a template"), entry)
      default: break
      }
    }
    return settings
  }

  private mutating func cellSize(_ place: Place) -> CellSizeSetting? {
    let wanted = "points, \"1/8\" (of the width) or {\"0\": 88, \"13\": 64} (points by zoom)"
    switch place.value.content {
    case .number: return positive(place).map(CellSizeSetting.points)
    case .string: return worded(place, CellSizeSetting.init, wanted)
    case .object(let members):
      var sizes: [CellSizeSetting.ZoomSize] = []
      for member in members {
        guard let zoom = decimal(member.key) else {
          report.error(
            "invalid-value", place.path.appending(member.key), member.keyPosition,
            "expected a zoom, found \(quotedForMessage(member.key))")
          return nil
        }
        guard let points = positive(place.member(member)) else { return nil }
        sizes.append(.init(zoom: zoom, points: points))
      }
      if let setting = CellSizeSetting(sizes) { return setting }
      report.error(
        "invalid-value", place.path, place.position,
        "expected \(wanted), each zoom once, found \(sizes.count) sizes")
      return nil
    default:
      wrongType(place, wanted)
      return nil
    }
  }

  /// A positive number, or a text that says it with a unit.
  private mutating func measured<Value>(
    _ place: Place, _ plain: (Double) -> Value, _ parse: (String) -> Value?, _ wanted: String
  ) -> Value? {
    place.value.number == nil ? worded(place, parse, wanted) : positive(place).map(plain)
  }

  /// A text with a small grammar of its own.
  private mutating func worded<Value>(_ place: Place, _ parse: (String) -> Value?, _ wanted: String) -> Value?
  {
    guard let text = string(place, wanted) else { return nil }
    if let value = parse(text) { return value }
    report.error(
      "invalid-value", place.path, place.position, "expected \(wanted), found \(quotedForMessage(text))")
    return nil
  }

  /// `true` or `false`, or the command's `yes` or `no`.
  private mutating func yesOrNo(_ place: Place) -> Bool? {
    switch place.value.string {
    case "yes": true
    case "no": false
    default: bool(place)
    }
  }

  private mutating func debugGrid(_ place: Place) -> DebugGridSetting? {
    if let isShown = place.value.bool { return DebugGridSetting(isShown: isShown) }
    return worded(place, DebugGridSetting.init, "true, false, \"counts\", \"indices\" or \"counts,indices\"")
  }

  // MARK: Output

  mutating func outputSettings(_ place: Place) -> OutputSettings {
    var settings = OutputSettings()
    for member in object(place, "an object of settings") ?? [] {
      let entry = place.member(member)
      notePortability(member, place)
      guard OutputSettings.keys.contains(member.key) else {
        unknownSetting(member, place, among: OutputSettings.keys, "the output")
        continue
      }
      switch member.key {
      case "size": settings.size = setting(size(entry), entry)
      case "scale": settings.scale = setting(number(entry, in: 0.5...4), entry)
      case "background": settings.background = setting(background(entry), entry)
      case "padding": settings.padding = setting(padding(entry), entry)
      case "fit": settings.fit = setting(yesOrNo(entry), entry)
      case "bbox": settings.bbox = setting(bbox(entry), entry)
      case "maxZoomFit": settings.maxZoomFit = setting(number(entry, in: 0...30), entry)
      case "debugGrid": settings.debugGrid = setting(debugGrid(entry), entry)
      case "title": settings.title = setting(furniture(entry, .words), entry)
      case "subtitle": settings.subtitle = setting(furniture(entry, .words), entry)
      case "attribution": settings.attribution = setting(furniture(entry, .words), entry)
      case "scaleBar": settings.scaleBar = setting(furniture(entry, .plain), entry)
      case "legend": settings.legend = setting(furniture(entry, .words), entry)
      case "graticule": settings.graticule = setting(furniture(entry, .degrees), entry)
      case "callouts": settings.callouts = setting(name(entry, as: OutputSettings.Callouts.self), entry)
      case "calloutRows": settings.calloutRows = setting(integer(entry, in: 0...100), entry)
      case "compression": settings.compression = setting(integer(entry, in: 0...9), entry)
      case "text": settings.text = setting(name(entry, as: OutputSettings.TextMode.self), entry)
      default: break
      }
    }
    return settings
  }

  private mutating func size(_ place: Place) -> Size? {
    let wanted = "a size: [width, height] or \"1024x768\""
    var sides: [Double]
    if let text = place.value.string {
      let parts = text.split(separator: "x", omittingEmptySubsequences: false)
      sides = parts.compactMap { decimal($0) }
      guard parts.count == 2, sides.count == 2 else {
        report.error(
          "invalid-value", place.path, place.position, "expected \(wanted), found \(quotedForMessage(text))")
        return nil
      }
    } else {
      guard let list = numbers(place, count: 2, wanted) else { return nil }
      sides = list
    }
    guard sides.allSatisfy({ (1...16384).contains($0) }) else {
      report.error("out-of-range", place.path, place.position, "expected 1…16384 points across and down")
      return nil
    }
    return Size(width: sides[0], height: sides[1])
  }

  private mutating func background(_ place: Place) -> OutputSettings.Background? {
    place.value.string == "none" ? OutputSettings.Background.none : color(place).map { .color($0) }
  }

  /// One number, or top, right, bottom and left, as a list or with commas.
  private mutating func padding(_ place: Place) -> Padding? {
    var sides: [Double]?
    switch place.value.content {
    case .number(let number): sides = [number]
    case .array(let values):
      sides = values.compactMap(\.number).count == values.count ? values.compactMap(\.number) : nil
    case .string(let text): sides = commaSeparated(text)
    default: break
    }
    if let sides, let padding = Padding(css: sides), sides.allSatisfy({ $0 >= 0 }) { return padding }
    wrongType(place, "points of at least 0: one number, or [top, right, bottom, left]")
    return nil
  }

  private mutating func bbox(_ place: Place) -> [Double]? {
    let wanted = "a box: [west, south, east, north]"
    let list = place.value.string.map { commaSeparated($0) ?? [] }
    guard let box = list ?? numbers(place, count: 4, wanted) else { return nil }
    guard box.count == 4 else {
      wrongType(place, wanted)
      return nil
    }
    if abs(box[1]) <= 90, abs(box[3]) <= 90, box[1] <= box[3] { return box }
    report.error(
      "out-of-range", place.path, place.position,
      "expected south and north in -90…90, south first, found \(javaScriptText(of: box[1])) and \(javaScriptText(of: box[3]))"
    )
    return nil
  }

  private func commaSeparated(_ text: String) -> [Double]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in decimal(part.drop { $0 == " " }) }
    return numbers.count == parts.count ? numbers : nil
  }

  // MARK: Furniture

  /// What a piece of furniture may be in short.
  private enum ShortForm {
    /// A text.
    case words
    /// True or false only.
    case plain
    /// Degrees between lines.
    case degrees
  }

  private mutating func furniture(_ place: Place, _ short: ShortForm) -> OutputSettings.Furniture? {
    var result = OutputSettings.Furniture()
    switch (place.value.content, short) {
    case (.bool(let isShown), _): result.isShown = isShown
    case (.string(let text), .words): result.text = text
    case (.number, .degrees):
      guard let step = step(place) else { return nil }
      result.step = step
    case (.object(let members), _):
      for member in members { furniture(&result, member, place, short) }
    case (_, .words):
      wrongType(place, "true, false, a text or an object")
      return nil
    case (_, .plain):
      wrongType(place, "true, false or an object")
      return nil
    case (_, .degrees):
      wrongType(place, "true, false, degrees or an object")
      return nil
    }
    return result
  }

  private mutating func furniture(
    _ result: inout OutputSettings.Furniture, _ member: JSONMember, _ place: Place, _ short: ShortForm
  ) {
    let entry = place.member(member)
    let foreign =
      short == .words ? ["step", "lineWidth"] : short == .degrees ? ["text"] : ["text", "step", "lineWidth"]
    let names = OutputSettings.Furniture.keys.filter { !foreign.contains($0) }
    guard names.contains(member.key) else {
      unknownSetting(member, place, among: names, "this")
      return
    }
    switch member.key {
    case "text": result.text = string(entry)
    case "step": result.step = step(entry)
    case "lineWidth": result.lineWidth = number(entry, in: 0.01...100)
    case "show": result.isShown = bool(entry) ?? true
    case "position": result.position = name(entry, as: OutputSettings.Corner.self)
    case "textSize": result.textSize = number(entry, in: 0.1...500)
    case "textFont": result.textFont = fontNames(entry)
    case "color": result.color = color(entry)
    case "haloColor": result.haloColor = color(entry)
    case "background": result.background = color(entry)
    default: break
    }
  }

  private mutating func step(_ place: Place) -> Double? {
    guard let step = number(place, in: 0.001...180) else { return nil }
    return step
  }

  /// One name, or several in order of preference.
  mutating func fontNames(_ place: Place) -> [String]? {
    place.value.string.map { [$0] } ?? strings(place, "a font name or a list of them")
  }
}

extension SourceSettings {
  /// Those of the keys that only matter where a map has a history: in scenarios.
  public static let historyKeys = ["keepInvisible", "reuse", "hysteresis"]
}
