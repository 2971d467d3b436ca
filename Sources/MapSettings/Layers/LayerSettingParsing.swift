import Drawing
import JSONDocument
import MapStyle

// Reads our own settings of a layer, which stand in its metadata.
extension StyleParser {
  mutating func layerSettings(_ metadata: Place, of type: LayerType, id: String)
    -> LayerSettings
  {
    var settings = LayerSettings()
    for member in metadata.value.members ?? [] where member.key.hasPrefix("clustersnap:") {
      let place = metadata.member(member)
      notePortability(member, metadata)
      guard let setting = LayerSettings.table.first(where: { $0.description.name == member.key }) else {
        unknownSetting(member, metadata, among: LayerSettings.keys, "a layer")
        continue
      }
      setting.read(&self, place, id, &settings)
      if type != setting.type {
        report.warning(
          "no-effect", place.path, member.keyPosition,
          "\(member.key) is for \(setting.type.rawValue) layers and has no effect on a \(type.rawValue) layer"
        )
      }
    }
    return settings
  }

  mutating func pair(_ place: Place, id: String) -> String? {
    guard let partner = string(place, "the id of a layer") else { return nil }
    guard partner != id else {
      report.error(
        "invalid-value", place.path, place.position, "a layer cannot be its own partner; name the other layer"
      )
      return nil
    }
    if layerNames.indexOfID[partner] != nil { return partner }
    let hint = suggestion(for: partner, among: layerNames.ids, "layer id")
    report.error(
      "unknown-layer", place.path, place.position,
      "there is no layer \(quotedForMessage(partner))" + (hint.isEmpty ? "" : "; \(hint)"))
    return nil
  }

  /// Checks settings that name other layers, once all are read.
  ///
  /// - Parameter filter: a layer's filter as it is written.
  mutating func checkPairs(of layers: [StyleLayer], filter: (StyleLayer) -> JSONValue?) {
    var indexOfID: [String: Int] = [:]
    for (index, layer) in layers.enumerated() { indexOfID[layer.id] = index }
    var owners: [String: [StyleLayer]] = [:]
    // Values know where they stand; what they mean is compared as it would be written.
    func bytes(_ value: JSONValue) -> [UInt8] {
      var writer = JSONWriter()
      writer.value(value)
      return writer.takeBytes()
    }
    for layer in layers where layer.type == .circle {
      if let fit = layer.settings.fitText, layer.metadata?["clustersnap:pair"] == nil {
        report.warning(
          "no-effect", fit.path, fit.position,
          "clustersnap:fit-text has no effect without clustersnap:pair; name the layer whose text should fit")
      }
      guard let pair = layer.settings.pair, let partner = indexOfID[pair.value].map({ layers[$0] }) else {
        continue
      }
      let name = quotedForMessage(partner.id)
      if partner.type != .symbol {
        report.error(
          "invalid-value", pair.path, pair.position,
          "\(name) is a \(partner.type.rawValue) layer, and a partner is a symbol layer; name the one with the texts"
        )
      } else if partner.source != layer.source {
        report.error(
          "invalid-value", pair.path, pair.position,
          "\(name) draws another source, and partners draw the same markers; name a layer of source "
            + quotedForMessage(layer.source ?? ""))
      } else {
        let own = filter(layer)
        // With filters that differ, each marker may still be on one of the layers only.
        let other = owners[partner.id]?.first { other in
          let filter = filter(other)
          return (own == nil || filter == nil || own.map(bytes) == filter.map(bytes))
            && layer.minZoom < other.maxZoom && other.minZoom < layer.maxZoom
        }
        if let other {
          report.warning(
            "shared-partner", pair.path, pair.position,
            "\(name) is the partner of \(quotedForMessage(other.id)) already, so its symbols are drawn with both; "
              + "give each a partner, or filters that share no features")
        }
        owners[partner.id, default: []].append(layer)
      }
    }
    for layer in layers where layer.type == .symbol && owners[layer.id] == nil {
      guard let fit = layer.settings.textFit, !layer.sets(.iconImage) else { continue }
      report.warning(
        "no-effect", fit.path, fit.position,
        "clustersnap:text-fit has no effect without an icon-image, or a circle layer that has this layer as its "
          + "clustersnap:pair; add one of them")
    }
  }

  mutating func fitText(_ place: Place) -> Double? {
    switch place.value.bool {
    case true?: LayerSettings.usualFit
    case false?: nil
    case nil: number(place, in: LayerSettings.fits, "true, false or points")
    }
  }

  mutating func textFit(_ place: Place) -> LabelFit? {
    if place.value.string != nil { return name(place, as: LabelFit.Method.self).map { LabelFit($0) } }
    guard let members = object(place, "\"grow\", \"shrink\" or an object with \"method\"") else { return nil }
    for member in members where !LabelFit.keys.contains(member.key) {
      unknownSetting(member, place, among: LabelFit.keys, "a fit")
    }
    guard let methodPlace = required("method", of: place, "a fit"),
      let method = name(methodPlace, as: LabelFit.Method.self)
    else { return nil }
    var fit = LabelFit(method)
    if let smallest = place.member("smallest") {
      if method == .grow {
        report.warning(
          "no-effect", smallest.path, smallest.position,
          "\"smallest\" has no effect with \"grow\", which leaves texts as they are; remove it")
      }
      guard let size = number(smallest, in: LabelFit.sizes) else { return nil }
      fit.smallest = size
    }
    if let padding = place.member("padding") {
      guard let points = number(padding, in: LayerSettings.fits) else { return nil }
      fit.padding = points
    }
    return fit
  }

  // MARK: Donuts

  mutating func donut(_ place: Place) -> Donut? {
    guard let members = object(place, "an object with \"segments\"") else { return nil }
    for member in members where !Donut.keys.contains(member.key) {
      unknownSetting(member, place, among: Donut.keys, "a donut")
    }
    guard let list = required("segments", of: place, "a donut"),
      let elements = array(list, "a list of objects with \"property\" and \"color\"")
    else { return nil }
    guard !elements.isEmpty else {
      report.error("invalid-value", list.path, list.position, "a donut needs at least one segment; add one")
      return nil
    }
    let segments = elements.enumerated().compactMap { segment(list.element($0.offset, $0.element)) }
    let radius = place.member("radius").flatMap {
      bound($0, .number(atLeast: 0), or: 0, greatest: DrawingLimits.length)
    }
    let hole = place.member("hole").flatMap { number($0, in: Donut.holes) } ?? 0.6
    let center = place.member("centerColor").flatMap { bound($0, .color, or: Color.white) }
    let text = place.member("text").flatMap {
      bound(
        $0, .formatted, or: FormattedText(""), greatest: PropertyID.textField.greatestDrawn,
        acceptsTokens: true)
    }
    let textSize = place.member("textSize").flatMap {
      bound($0, .number(atLeast: 0), or: 16, greatest: DrawingLimits.textSize)
    }
    let textColor = place.member("textColor").flatMap { bound($0, .color, or: Color.black) }
    let textFont = place.member("textFont").flatMap { fontNames($0) } ?? []
    return Donut(
      segments: segments, radius: radius, hole: hole, centerColor: center ?? BoundProperty(constant: .white),
      text: text, textSize: textSize ?? BoundProperty(constant: 16),
      textColor: textColor ?? BoundProperty(constant: .black), textFont: textFont, path: place.path,
      position: place.position)
  }

  private mutating func segment(_ place: Place) -> Donut.Segment? {
    let keys = Donut.Segment.keys
    guard let members = object(place, "an object with \"property\" and \"color\"") else { return nil }
    for member in members where !keys.contains(member.key) {
      unknownSetting(member, place, among: keys, "a segment")
    }
    guard let (value, property) = measure(place, "a segment"),
      let colorPlace = required("color", of: place, "a segment"),
      let color = bound(colorPlace, .color, or: Color.black)
    else { return nil }
    return Donut.Segment(
      value: value, color: color, label: place.member("label").flatMap { string($0) } ?? property)
  }

  /// A number of each marker: the one of a `property`, or that of the expression `value`.
  private mutating func measure(_ place: Place, _ owner: String) -> (
    BoundProperty<Double>, property: String?
  )? {
    if let value = place.member("value") {
      if let unused = place.member("property") {
        report.warning(
          "no-effect", unused.path, unused.position,
          "\"property\" has no effect where there is a \"value\"; remove one of them")
      }
      return bound(value, .number, or: 0).map { ($0, nil) }
    }
    guard let entry = place.member("property") else {
      report.error(
        "missing-key", place.path, place.position, "\(owner) needs \"property\" or an expression as \"value\""
      )
      return nil
    }
    guard let property = string(entry, "the name of a property") else { return nil }
    func text(_ text: String) -> JSONValue { JSONValue(.string(text), at: entry.position) }
    let get = JSONValue(.array([text("get"), text(property)]), at: entry.position)
    return bound(Place(value: get, path: entry.path), .number, or: 0).map { ($0, property) }
  }

  // MARK: Classes

  mutating func classes(_ place: Place) -> ClassBreaks? {
    guard let members = object(place, "an object with \"method\" and \"property\"") else { return nil }
    for member in members where !ClassBreaks.keys.contains(member.key) {
      unknownSetting(member, place, among: ClassBreaks.keys, "classes")
    }
    guard let methodPlace = required("method", of: place, "classes"),
      let method = name(methodPlace, as: ClassBreaks.Method.self),
      let (value, property) = measure(place, "classes")
    else { return nil }
    var colors: [Color] = []
    if let list = place.member("colors") {
      for (index, element) in (array(list, "a list of colors") ?? []).enumerated() {
        guard let color = color(list.element(index, element)) else { return nil }
        colors.append(color)
      }
    }
    var radii: [Double] = []
    if let list = place.member("radii") {
      for (index, element) in (array(list, "a list of radii") ?? []).enumerated() {
        guard let radius = number(list.element(index, element), in: ClassBreaks.sizes) else { return nil }
        radii.append(radius)
      }
    }
    let counts = [
      place.member("count").flatMap { integer($0, in: ClassBreaks.counts) }, colors.count, radii.count,
    ]
    .compactMap { $0 == 0 ? nil : $0 }
    guard !colors.isEmpty || !radii.isEmpty else {
      report.error(
        "missing-key", place.path, place.position, "classes need \"colors\" or \"radii\"; add a list")
      return nil
    }
    guard let count = counts.first, counts.allSatisfy({ $0 == count }) else {
      report.error(
        "invalid-value", place.path, place.position,
        "count, colors and radii differ in number (\(counts.map(String.init).joined(separator: ", "))); make them equal"
      )
      return nil
    }
    return ClassBreaks(
      method: method, value: value, label: property, count: count, colors: colors, radii: radii,
      path: place.path, position: place.position)
  }
}

extension Donut {
  /// The inner radius as a share of the outer one.
  static let holes = 0...0.99
}

extension ClassBreaks {
  /// How many classes there may be.
  static let counts = 1...100
  /// Radii of circles in points.
  static let sizes = 0...10_000.0
}

extension LabelFit {
  /// Sizes of letters in points that a text may shrink to at most.
  static let sizes = 1...100.0
}

extension LayerSettings {
  /// Points that `clustersnap:fit-text` and `clustersnap:text-fit` keep free.
  static let fits = 0...1000.0
  /// Shares of a heatmap's warm area.
  static let shares = 0...1.0
  /// What `"clustersnap:fit-text": true` keeps free on every side, in points.
  static let usualFit = 3.0
}
