import Drawing
import JSONDocument
import MapSettings
import MapStyle

// The objects within layers' settings: each key with its documentation and its reader.

/// A number of each marker: of a property, or of an expression.
struct Measure {
  let collation: (any TextCollation)?
  var value: BoundProperty<Double>?
  var property: (number: BoundProperty<Double>, name: String)?
  var propertyNode: JSONNode?
  /// True if a key is present, even if invalid.
  var isSet = false

  /// - Parameter path: member of the draft that holds the measure.
  static func settings<Draft: Documented>(
    _ path: WritableKeyPath<Draft, Measure> & Sendable
  ) -> [SettingEntry<Draft>] {
    [
      .init("property", schema: .text) { reader, node, draft in
        draft[keyPath: path].isSet = true
        draft[keyPath: path].propertyNode = node
        guard let name = reader.string(node, "the name of a property") else { return }
        let get = JSONValue.call("get", [node.value], at: node.position)
        draft[keyPath: path].property = reader.bound(
          JSONNode(value: get, path: node.path), .number, or: 0, collation: draft[keyPath: path].collation
        )
        .map {
          ($0, name)
        }
      },
      .init("value", schema: .orExpression(.anyNumber)) { reader, node, draft in
        draft[keyPath: path].isSet = true
        draft[keyPath: path].value = reader.bound(
          node, .number, or: 0, collation: draft[keyPath: path].collation)
        if let unused = draft[keyPath: path].propertyNode {
          reader.warning(
            "no-effect", at: unused.location,
            "\"property\" has no effect where there is a \"value\"; remove one of them")
        }
      },
    ]
  }

  /// Number, and the property's name unless it is an expression; `nil` if missing or invalid.
  func resolved(_ owner: String, at node: JSONNode, in reader: inout DocumentReader) -> (
    BoundProperty<Double>, property: String?
  )? {
    if let value { return (value, nil) }
    if let property { return (property.number, property.name) }
    if !isSet {
      reader.error(
        "missing-key", at: node.location, "\(owner) needs \"property\" or an expression as \"value\"")
    }
    return nil
  }
}

extension Donut {
  struct Draft: Documented {
    static var section: String { "donut" }
    let collation: (any TextCollation)?
    var donut: Donut
  }

  private static let holes = 0...0.99
  static let usualHole = 0.6
  static let usualTextSize = 16.0

  static let table = SettingTable<Draft>(
    "a donut", wanted: "an object with \"segments\"",
    [
      .init("segments", schema: .list(Segment.table.schema, count: 1...Int.max), traits: .isRequired) {
        reader, node, draft in
        guard let elements = reader.array(node, "a list of objects with \"property\" and \"color\"") else {
          return
        }
        if elements.isEmpty {
          reader.error("invalid-value", at: node.location, "a donut needs at least one segment; add one")
        }
        let collation = draft.collation
        draft.donut.segments = elements.compactMap { Segment($0, in: &reader, collation) }
      },
      .init("radius", schema: .orExpression(.number(0...Double.infinity))) { reader, node, draft in
        draft.donut.radius = reader.bound(
          node, .number(atLeast: 0), or: 0, greatest: DrawingLimits.length, collation: draft.collation)
      },
      .init("hole", schema: .number(holes), filling: ["usualHole": javaScriptText(of: usualHole)]) {
        reader, node, draft in
        draft.donut.hole = reader.number(node, in: holes) ?? draft.donut.hole
      },
      .init("centerColor", schema: .orExpression(.color)) { reader, node, draft in
        draft.donut.centerColor =
          reader.bound(node, .color, or: Color.white, collation: draft.collation) ?? draft.donut.centerColor
      },
      .init("text", schema: .orExpression(.text)) { reader, node, draft in
        draft.donut.text = reader.bound(
          node, .formatted, or: FormattedText(""), greatest: StyleProperty.textField.greatestDrawn,
          acceptsTokens: true, collation: draft.collation)
      },
      .init(
        "textSize", schema: .orExpression(.number(0...Double.infinity)),
        filling: ["usualTextSize": javaScriptText(of: usualTextSize)]
      ) { reader, node, draft in
        let size = reader.bound(
          node, .number(atLeast: 0), or: usualTextSize, greatest: DrawingLimits.textSize,
          collation: draft.collation)
        draft.donut.textSize = size ?? draft.donut.textSize
      },
      .init("textColor", schema: .orExpression(.color)) { reader, node, draft in
        draft.donut.textColor =
          reader.bound(node, .color, or: Color.black, collation: draft.collation) ?? draft.donut.textColor
      },
      .init("textFont", schema: .either([.text, .list(.text)])) { reader, node, draft in
        draft.donut.textFont = reader.fontNames(node) ?? draft.donut.textFont
      },
    ])

  /// `nil` for invalid shares.
  init?(_ node: JSONNode, in reader: inout DocumentReader, _ collation: (any TextCollation)?) {
    var draft = Draft(collation: collation, donut: Donut(location: node.location))
    guard Donut.table.readWhole(node, into: &draft, in: &reader),
      node.value["segments"]?.elements?.isEmpty == false
    else { return nil }
    self = draft.donut
  }
}

extension Donut.Segment {
  struct Draft: Documented {
    static var section: String { "segment" }
    var measure: Measure
    var collation: (any TextCollation)? { measure.collation }
    var color: BoundProperty<Color>?
    var label: String?
  }

  static let table = SettingTable<Draft>(
    "a segment", wanted: "an object with \"property\" and \"color\"",
    Measure.settings(\.measure) + [
      .init("color", schema: .orExpression(.color), traits: .isRequired) { reader, node, draft in
        draft.color = reader.bound(node, .color, or: Color.black, collation: draft.collation)
      },
      .init("label", \.label, .text("a string")),
    ])

  /// `nil` for an invalid measure or color.
  fileprivate init?(_ node: JSONNode, in reader: inout DocumentReader, _ collation: (any TextCollation)?) {
    var draft = Draft(measure: Measure(collation: collation))
    let isWhole = Donut.Segment.table.readWhole(node, into: &draft, in: &reader)
    guard node.value.members != nil,
      let (value, property) = draft.measure.resolved("a segment", at: node, in: &reader), isWhole,
      let color = draft.color
    else { return nil }
    self.init(value: value, color: color, label: draft.label ?? property)
  }
}

extension LabelFit {
  struct Draft: Documented {
    static var section: String { "label fit" }
    var method: Method?
    var smallest: Double?
    var padding: Double?
  }

  /// Smallest text sizes in points.
  private static let sizes = 1...100.0

  static let table = SettingTable<Draft>(
    "a fit", wanted: "\"grow\", \"shrink\", \"hide\" or an object with \"method\"",
    [
      .init("method", \.method, .name(), traits: .isRequired),
      .init(
        "smallest", schema: .number(sizes),
        filling: ["smallest": javaScriptText(of: LabelFit(.shrink).smallest)]
      ) { reader, node, draft in
        if draft.method == .grow {
          reader.warning(
            "no-effect", at: node.location,
            "\"smallest\" has no effect with \"grow\", which leaves texts as they are; remove it")
        }
        draft.smallest = reader.number(node, in: sizes)
      },
      .init(
        "padding", \.padding, .number(LayerSettings.fits),
        filling: ["padding": javaScriptText(of: LabelFit(.shrink).padding)]),
    ])

  /// Reads a word or an object; `nil` for an invalid method.
  init?(_ node: JSONNode, in reader: inout DocumentReader) {
    var draft = Draft()
    if node.value.string != nil {
      draft.method = reader.name(node, as: Method.self)
    } else {
      guard LabelFit.table.readWhole(node, into: &draft, in: &reader) else { return nil }
    }
    guard let method = draft.method else { return nil }
    self.init(method)
    smallest = draft.smallest ?? smallest
    padding = draft.padding ?? padding
  }
}

extension ClassBreaks {
  struct Draft: Documented {
    static var section: String { "classes" }
    var method: ClassMethod?
    var measure: Measure
    var count: Int?
    var colors: [Color] = []
    var radii: [Double] = []
    var isBroken = false
  }

  private static let counts = 1...100
  /// Radii of circles in points.
  private static let sizes = 0...10_000.0

  static let table = SettingTable<Draft>(
    "classes", wanted: "an object with \"method\" and \"property\"",
    [.init("method", \.method, .name(), traits: .isRequired)] + Measure.settings(\.measure) + [
      .init("count", \.count, .whole(counts)),
      .init("colors", schema: .list(.color)) { reader, node, draft in
        let elements = reader.array(node, "a list of colors") ?? []
        draft.colors = elements.compactMap { reader.color($0) }
        draft.isBroken = draft.isBroken || draft.colors.count < elements.count
      },
      .init("radii", schema: .list(.number(sizes))) { reader, node, draft in
        let elements = reader.array(node, "a list of radii") ?? []
        draft.radii = elements.compactMap { reader.number($0, in: sizes) }
        draft.isBroken = draft.isBroken || draft.radii.count < elements.count
      },
    ])

  /// `nil` for an invalid method, measure or list.
  init?(_ node: JSONNode, in reader: inout DocumentReader, _ collation: (any TextCollation)?) {
    var draft = Draft(measure: Measure(collation: collation))
    guard ClassBreaks.table.readWhole(node, into: &draft, in: &reader), let method = draft.method,
      let (value, property) = draft.measure.resolved("classes", at: node, in: &reader), !draft.isBroken
    else { return nil }
    guard !draft.colors.isEmpty || !draft.radii.isEmpty else {
      reader.error("missing-key", at: node.location, "classes need \"colors\" or \"radii\"; add a list")
      return nil
    }
    let counts = [draft.count, draft.colors.count, draft.radii.count].compactMap { $0 == 0 ? nil : $0 }
    guard let count = counts.first, counts.allSatisfy({ $0 == count }) else {
      reader.error(
        "invalid-value", at: node.location,
        "count, colors and radii differ in number (\(counts.map(String.init).joined(separator: ", "))); make them equal"
      )
      return nil
    }
    self.init(
      method: method, value: value, label: property, count: count, colors: draft.colors, radii: draft.radii,
      location: node.location)
  }
}
