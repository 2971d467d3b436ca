package import JSONDocument
import MapGeometry

extension SettingType where Value == ScreenSize {
  static var size: SettingType {
    let wanted = "a size: [width, height], \"1024x768\" or \"180x120mm\""
    let range = 1...ViewOptions.maximumSide
    return SettingType(
      unit: .points,
      schema: .either([.list(.number(range), count: 2...2), .pattern("^[0-9.]+x[0-9.]+(mm)?$")])
    ) { reader, node in
      let sides: [Double]
      if let text = node.value.string {
        guard let read = SettingType.sides(text) else { return reader.invalid(text, wanted, at: node) }
        sides = read
      } else {
        guard let list = reader.numbers(node, count: 2, wanted) else { return nil }
        sides = list
      }
      guard sides.allSatisfy(range.contains) else {
        return reader.fault(
          "out-of-range", at: node.location,
          "expected 1…\(javaScriptText(of: range.upperBound)) points across and down")
      }
      return ScreenSize(width: sides[0], height: sides[1])
    } word: { word throws(SettingError) in
      guard let sides = SettingType.sides(word), sides.allSatisfy({ $0.isFinite && $0 >= 1 }) else {
        throw .malformed(
          word,
          fault:
            "is no size; write WIDTHxHEIGHT in points, from 1x1 on, such as 1024x768, or in millimeters: 180x120mm"
        )
      }
      return ScreenSize(width: sides[0], height: sides[1])
    }
  }

  /// `WIDTHxHEIGHT` in points, or in millimeters with `mm`.
  private static func sides(_ text: String) -> [Double]? {
    let isMetric = text.hasSuffix("mm")
    let parts = text.dropLast(isMetric ? 2 : 0).split(separator: "x", omittingEmptySubsequences: false)
    // Digits and a point: 1e3 is a number, but nobody writes sizes so, unless by mistake.
    let sides = parts.compactMap { part in part.contains("-") ? nil : decimal(part) }
    guard parts.count == 2, sides.count == 2 else { return nil }
    return isMetric ? sides.map { $0 * 72 / 25.4 } : sides
  }
}

extension SettingType where Value == BoundingBox {
  static var box: SettingType {
    let wanted = "a box: [west, south, east, north]"
    return SettingType(
      unit: .degrees,
      schema: .either([
        .list(.anyNumber, count: 4...4), .pattern("^-?[0-9.]+(, *-?[0-9.]+){3}$"),
      ])
    ) { reader, node in
      let list = node.value.string.map { commaSeparated($0) ?? [] }
      guard let box = list ?? reader.numbers(node, count: 4, wanted) else { return nil }
      guard box.count == 4 else { return reader.wrong(node, wanted) }
      if let box = try? BoundingBox(west: box[0], south: box[1], east: box[2], north: box[3]) { return box }
      return reader.fault(
        "out-of-range", at: node.location,
        "expected south and north in -90…90, south first, found \(javaScriptText(of: box[1])) and \(javaScriptText(of: box[3]))"
      )
    } word: { word throws(SettingError) in
      let degrees = try decimals(word: word)
      guard degrees.count == 4 else {
        throw .malformed(word, fault: "is no box; write WEST,SOUTH,EAST,NORTH, such as 13.1,52.3,13.8,52.7")
      }
      return try rethrowing(
        BoundingBox(west: degrees[0], south: degrees[1], east: degrees[2], north: degrees[3]),
        as: SettingError.geometry)
    }
  }
}

extension SettingType where Value == Padding {
  /// One number, or top, right, bottom and left, as a list or with commas.
  static var padding: SettingType {
    let side = JSONSchema.number(0...Double.infinity)
    return SettingType(
      unit: .points,
      schema: .either([side, .list(side, count: 1...4), .pattern("^[0-9.]+(, *[0-9.]+){0,3}$")])
    ) { reader, node in
      var sides: [Double]?
      switch node.value.content {
      case .number(let number): sides = [number]
      case .array(let values):
        let numbers = values.compactMap(\.number)
        sides = numbers.count == values.count ? numbers : nil
      case .string(let text): sides = commaSeparated(text)
      default: break
      }
      if let sides, let padding = Padding(edges: sides), sides.allSatisfy({ $0 >= 0 }) { return padding }
      return reader.wrong(node, "points of at least 0: one number, or [top, right, bottom, left]")
    } word: { word throws(SettingError) in
      let sides = try decimals(word: word)
      guard sides.allSatisfy({ $0 >= 0 }) else {
        throw .malformed(word, fault: "is negative; write points kept free, such as 20")
      }
      guard let padding = Padding(edges: sides) else {
        throw .malformed(word, fault: "is no padding; write P, or TOP,RIGHT,BOTTOM,LEFT")
      }
      return padding
    }
  }
}

extension Padding {
  /// One to four numbers, as in CSS.
  fileprivate init?(edges: [Double]) {
    switch edges.count {
    case 1: self.init(edges[0])
    case 2: self.init(top: edges[0], right: edges[1], bottom: edges[0], left: edges[1])
    case 3: self.init(top: edges[0], right: edges[1], bottom: edges[2], left: edges[1])
    case 4: self.init(top: edges[0], right: edges[1], bottom: edges[2], left: edges[3])
    default: return nil
    }
  }
}

extension SettingType where Value == Coordinate {
  static var coordinate: SettingType {
    SettingType(unit: .degrees, schema: .list(.anyNumber, count: 2...2)) { reader, node in
      let degrees = node.value.elements?.compactMap(\.number) ?? []
      guard degrees.count == 2, node.value.elements?.count == 2 else {
        return reader.fault("wrong-type", at: node.location, "a center is [longitude, latitude] in degrees")
      }
      do throws(GeometryError) {
        return try Coordinate(checkedLatitude: degrees[1], longitude: degrees[0])
      } catch {
        return reader.fault("out-of-range", at: node.location, error.description)
      }
    } word: { word throws(SettingError) in
      let degrees = try decimals(word: word)
      guard degrees.count == 2 else {
        throw .malformed(word, fault: "is no place; write LON,LAT, such as 13.4,52.5")
      }
      return try rethrowing(
        Coordinate(checkedLatitude: degrees[1], longitude: degrees[0]), as: SettingError.geometry)
    }
  }
}

extension SettingType where Value == Double {
  /// The range depends on the world's size, and is checked with the view.
  static var zoom: SettingType {
    let zooms = Viewport.zooms.lowerBound...Viewport.zooms.upperBound + 1
    return SettingType(schema: .number(zooms)) { reader, node in
      reader.number(node, in: zooms)
    } word: { word throws(SettingError) in
      try decimal(word: word)
    }
  }
}

extension SettingType where Value == Int {
  static var tileSize: SettingType {
    SettingType(choices: ["512", "256"], schema: .either([.whole(512...512), .whole(256...256)])) {
      reader, node in
      guard let size = node.value.number else {
        reader.expected("a number", at: node)
        return 512
      }
      if size != 512 && size != 256 {
        reader.error("out-of-range", at: node.location, "the tile size is 512 or 256")
      }
      return size == 256 ? 256 : 512
    } word: { word throws(SettingError) in
      guard word == "512" || word == "256" else { throw .noChoice(word, of: ["512", "256"]) }
      return word == "256" ? 256 : 512
    }
  }
}

extension SettingType where Value == String {
  /// Text, or a number as JavaScript writes it.
  static var identifier: SettingType {
    SettingType(schema: .either([.text, .anyNumber])) { reader, node in
      if let id = node.value.string ?? node.value.number.map(javaScriptText(of:)) { return id }
      reader.expected("an id", at: node)
      return nil
    } word: { word throws(SettingError) in
      word
    }
  }
}

extension SettingType where Value == SelectionSpan {
  /// One or two lengths above 0, at most the Earth's circumference.
  static var span: SettingType {
    SettingType(unit: .meters, schema: SelectionSpan.schema) { reader, node in
      guard let span = SelectionSpan(node.value) else {
        return reader.fault(
          "wrong-type", at: node.location, "a span is meters, or [north to south, west to east] in meters")
      }
      return span
    } word: { word throws(SettingError) in
      guard let span = SelectionSpan(meters: try decimals(word: word)) else {
        throw .malformed(
          word, fault: "is no span; write METERS, or NORTH-SOUTH,WEST-EAST in meters, such as 1000")
      }
      return span
    }
  }
}

extension SelectionSpan {
  static let longest = 4e7

  static let schema: JSONSchema = {
    let length = JSONSchema.above(0, to: longest)
    return .either([length, .list(length, count: 1...2)])
  }()

  fileprivate init?(meters: [Double]) {
    guard (1...2).contains(meters.count), meters.allSatisfy({ $0 > 0 && $0 <= SelectionSpan.longest }) else {
      return nil
    }
    self.init(latitudeMeters: meters[0], longitudeMeters: meters.count > 1 ? meters[1] : meters[0])
  }

  /// Meters, or `[north to south, west to east]`.
  package init?(_ value: JSONValue) {
    let meters = value.number.map { [$0] } ?? value.elements?.compactMap(\.number) ?? []
    guard meters.count == value.elements?.count ?? 1 else { return nil }
    self.init(meters: meters)
  }
}

extension SettingType where Value == FitRule {
  /// `true` or `all`, `robust`, `false`.
  static var fit: SettingType {
    let words = ["all", "robust"]
    return SettingType(choices: words, schema: .either([.flag, .oneOf(words + ["yes", "no"])])) {
      reader, node in
      if let fits = node.value.bool { return fits ? .all : .off }
      let wanted = "true, false, \"all\" or \"robust\""
      guard let text = reader.string(node, wanted) else { return nil }
      switch text {
      case "all", "yes": return .all
      case "robust": return .robust
      case "no": return .off
      default: return reader.invalid(text, wanted, at: node)
      }
    } word: { word throws(SettingError) in
      guard words.contains(word), let rule = FitRule(rawValue: word) else { throw .noChoice(word, of: words) }
      return rule
    }
  }
}
