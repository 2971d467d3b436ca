import Drawing
package import JSONDocument
import MapGeometry

extension SettingType where Value == OutputSettings.Background {
  static var background: SettingType {
    SettingType(schema: .color) { reader, node in
      node.value.string == "none" ? OutputSettings.Background.none : reader.color(node).map { .color($0) }
    } word: { word throws(SettingError) in
      if word == "none" { return .none }
      guard let color = Drawing.Color(css: word) else {
        throw .malformed(word, fault: "is no color; write none or a CSS color, such as white or #e8f0f4")
      }
      return .color(color)
    }
  }
}

extension SettingType where Value == Drawing.Color {
  /// A CSS color, in documents only.
  static var color: SettingType {
    SettingType(form: "color", schema: .color) { reader, node in
      reader.color(node)
    } word: { word throws(SettingError) in
      guard let color = Drawing.Color(css: word) else {
        throw .malformed(word, fault: "is no color; write a CSS color, such as white or #e8f0f4")
      }
      return color
    }
  }
}

extension SettingType where Value == Bool {
  /// `true` or `false`, in documents only.
  package static var flag: SettingType {
    SettingType(form: "true or false", schema: .flag) { reader, node in
      reader.bool(node)
    } word: { word throws(SettingError) in
      try SettingType.yesOrNo.word(word)
    }
  }
}

extension SettingType where Value == [String] {
  static var fonts: SettingType {
    SettingType(schema: .either([.text, .list(.text)])) { reader, node in
      reader.fontNames(node)
    } word: { word throws(SettingError) in
      [word]
    }
  }
}

extension SettingType where Value == [String] {
  static var columns: SettingType { names("columns", such: "name,address") }

  /// Names with commas between them; in documents a list.
  static func names(_ kind: String, such example: String) -> SettingType {
    SettingType(schema: .list(.text)) { reader, node in
      reader.strings(node, "a list of names of \(kind)")
    } word: { word throws(SettingError) in
      let names = word.split(separator: ",").map { String($0.trimmingSpaces()) }
      guard !names.isEmpty, names.allSatisfy({ !$0.isEmpty }) else {
        throw .malformed(word, fault: "is no list of \(kind); write \(example)")
      }
      return names
    }
  }
}

extension SettingType where Value == [String] {
  static var texts: SettingType {
    SettingType(schema: .list(.text)) { reader, node in
      reader.strings(node, "a list of texts")
    } word: { word throws(SettingError) in
      word.split(separator: "|", omittingEmptySubsequences: false).map { String($0.trimmingSpaces()) }
    }
  }
}

extension Substring {
  func trimmingSpaces() -> Substring {
    let end = lastIndex { $0 != " " }.map(index(after:)) ?? startIndex
    return self[..<end].drop { $0 == " " }
  }
}

extension DocumentReader {
  package mutating func fontNames(_ node: JSONNode) -> [String]? {
    node.value.string.map { [$0] } ?? strings(node, "a font name or a list of them")
  }
}

extension SettingType where Value == OutputSettings.Decoration {
  enum ShortForm {
    /// Text; `none` on the command line for no decoration.
    case words
    case heading
    case plain
    case degrees
    /// Box in degrees, or on the command line `world`.
    case area

    /// Own keys; short values beside true, false and an object, also in words.
    fileprivate var own: (keys: [String], forms: [JSONSchema], words: String) {
      switch self {
      case .words: (["text"], [.text], ", a text")
      case .heading: (["text", "classes"], [.text], ", a text")
      case .plain: ([], [], "")
      case .degrees: (["step", "lineWidth"], [.number(OutputSettings.Decoration.steps)], ", degrees")
      case .area:
        (
          ["bbox", "country"], [SettingType<BoundingBox>.box.schema, .text],
          ", [west, south, east, north], a country"
        )
      }
    }

    fileprivate func has(_ key: String) -> Bool {
      !["text", "step", "lineWidth", "bbox", "country", "classes"].contains(key) || own.keys.contains(key)
    }
  }

  /// A decoration: a boolean, its short form, or all styling.
  static func decoration(_ short: ShortForm) -> SettingType {
    let members = OutputSettings.Decoration.table.descriptions.filter { short.has($0.name) }
      .map {
        short == .area && $0.name == "position"
          ? $0.with(.oneOf(OutputSettings.Corner.allCases.map(\.rawValue))) : $0
      }
    return SettingType(schema: .either([.flag] + short.own.forms + [.object(members)])) { reader, node in
      var result = OutputSettings.Decoration()
      switch (node.value.content, short) {
      case (.bool(let isShown), _): result.isShown = isShown
      case (.string(let text), .words), (.string(let text), .heading): result.text = text
      case (.number, .degrees):
        guard let step = reader.number(node, in: OutputSettings.Decoration.steps) else { return nil }
        result.step = step
      case (.string(let text), .area) where !text.contains(","): result.country = text
      case (.array, .area), (.string, .area):
        guard let box = SettingType<BoundingBox>.box.json(&reader, node) else { return nil }
        result.area = box
      case (.object(let members), _): read(members, of: node, short, into: &result, in: &reader)
      default: return reader.wrong(node, "true, false\(short.own.words) or an object")
      }
      return result
    } word: { word throws(SettingError) in
      try piece(word, short)
    }
  }

  private static func read(
    _ members: [JSONMember], of node: JSONNode, _ short: ShortForm,
    into result: inout OutputSettings.Decoration,
    in reader: inout DocumentReader
  ) {
    let table = OutputSettings.Decoration.table
    for member in members {
      guard let entry = table[member.key], short.has(member.key) else {
        reader.unknownSetting(member, node, among: table.keys.filter(short.has), "this")
        continue
      }
      entry.read(&reader, node.member(member), &result)
      if short == .area, let side = result.side {
        let corners = OutputSettings.Corner.allCases.map(\.rawValue).joined(separator: ", ")
        reader.error(
          "invalid-value",
          at: SourceLocation(path: node.path.appending(member.key), position: member.value.position),
          "a locator stands on the map; expected \(corners), found \(quotedForMessage(side.rawValue))")
        result.side = nil
      }
    }
  }

  private static func piece(
    _ word: String, _ short: ShortForm
  ) throws(SettingError) -> OutputSettings.Decoration {
    var piece = OutputSettings.Decoration()
    switch short {
    case .words:
      piece.isShown = word != "none"
      if piece.isShown { piece.text = word }
    case .heading: if !word.isEmpty { piece.text = word }
    case .plain: piece.isShown = word != "none" && word != "no"
    case .degrees where word == "auto", .area where word == "world": break
    // Norway is Norway, or NO.
    case .area where word == "none" || word == "no": piece.isShown = false
    case .area where !word.contains(","): piece.country = word
    case .area: piece.area = try SettingType<BoundingBox>.box.word(word)
    case .degrees:
      let degrees = try decimal(word: word)
      guard OutputSettings.Decoration.steps.contains(degrees) else {
        throw SettingError(
          "\(word) degrees are outside \(SettingError.words(OutputSettings.Decoration.steps))")
      }
      piece.step = degrees
    }
    return piece
  }
}
