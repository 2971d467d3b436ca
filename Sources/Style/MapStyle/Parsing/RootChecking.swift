import JSONDocument
import MapGeometry

// Checks the root's keys that a flat, still picture has no use for.
extension StyleParser {
  static let projections = ["mercator", "vertical-perspective", "globe"]

  /// Reports keys of the specification that a flat picture ignores.
  mutating func reportWhatIsNotDrawn(_ root: JSONNode) {
    if let node = root.member("roll"), let number = reader.number(node), number != 0 {
      reader.warning("unsupported-key", at: node.location, "roll is not supported; the map is drawn upright")
    }
    if let node = root.member("projection"), let type = node.member("type"),
      !StyleParser.projections.contains(type.value.string ?? "")
    {
      let drawn = StyleParser.projections.joined(separator: ", ")
      var fault: SettingText =
        "of projections \(drawn) are drawn, without expressions; mercator is used instead"
      if let own = type.value.string.flatMap(Projection.init(rawValue:)) {
        fault =
          "styles have \(drawn); mercator is used instead unless \(setting: "projection", to: own.rawValue) is set"
      }
      reader.report.add(Diagnostic(.warning, code: "unsupported-key", at: node.location, naming: fault))
    }
    for (key, instead) in [
      ("sky", "a view with a pitch shows the ground alone"),
      ("terrain", "the ground is drawn without heights"),
    ] {
      guard let node = root.member(key) else { continue }
      reader.warning("unsupported-key", at: node.location, "\(key) is not supported; \(instead)")
    }
    if let position = root.member("light")?.member("position"),
      let down = position.value.elements?.dropFirst(2).first?.number, down > 90
    {
      reader.warning(
        "no-effect", at: position.location,
        "a light \(javaScriptText(of: down)) degrees from straight above is below the ground, and lights no roof; write 0 to 90"
      )
    }
    for key in ["centerAltitude", "transition"] {
      guard let node = root.member(key) else { continue }
      reader.info("no-effect", at: node.location, "\(key) has no meaning in a flat, still picture")
    }
    if let node = root.member("glyphs"), let url = reader.string(node) {
      for token in ["{fontstack}", "{range}"] where !url.contains(token) {
        reader.error(
          "invalid-value", at: node.location, "the URL of glyphs needs {fontstack} and {range}; add \(token)")
      }
      reader.report.add(
        Diagnostic(
          .info, code: "glyphs-ignored", at: node.location,
          naming:
            "glyphs are not loaded; text is drawn with the fonts of font-faces, \(setting: "font") and \(setting: "fonts"), or with glyphs by \(setting: "glyphs")"
        ))
    }
  }

  mutating func pitch(_ node: JSONNode) -> Double? {
    guard let pitch = reader.number(node) else { return nil }
    let drawn = min(Camera.pitches.upperBound, max(Camera.pitches.lowerBound, pitch))
    if drawn != pitch {
      reader.warning(
        "unsupported-key", at: node.location, "pitches of 0 to 60 are drawn; the map has one of \(Int(drawn))"
      )
    }
    return drawn
  }

  mutating func checkUndrawnKeys(_ root: JSONNode) {
    if let node = root.member("constants") {
      reader.error(
        "unknown-key", at: node.location,
        "constants belong to versions of the specification before 8; write their values where they are used")
    }
    if let node = root.member("centerAltitude") { _ = reader.number(node) }
    if let node = root.member("transition") { transitionMembers(node) }
    if let node = root.member("sky") {
      _ = checkedProperties(node, StyleProperty.sky, owner: "sky", withTransitions: false)
    }
    if let node = root.member("terrain") { terrain(node) }
    if let node = root.member("projection") { projection(node) }
  }

  private mutating func terrain(_ node: JSONNode) {
    let keys = ["source", "exaggeration"]
    guard reader.isObject(node, "an object with \"source\"", of: "terrain", keys: keys) else { return }
    _ = node.member("source").flatMap { reader.string($0) }
    _ = node.member("exaggeration").flatMap { reader.number($0, in: 0...Double.infinity) }
  }

  private mutating func projection(_ node: JSONNode) {
    guard reader.isObject(node, "an object with \"type\"", of: "projection", keys: ["type"]),
      let entry = node.member("type")
    else { return }
    if entry.value.elements != nil {
      _ = reader.compile(entry, PropertySpecification(.projection, dependence: .zoom), collation)
    } else {
      _ = reader.string(entry, "the name of a projection, or an expression")
    }
  }

  mutating func checkedProperties(
    _ node: JSONNode, _ table: [StyleProperty], owner: String, withTransitions: Bool
  ) -> [PropertyAssignment] {
    var assignments: [PropertyAssignment] = []
    for member in reader.object(node, "an object of \(owner) properties") ?? [] {
      let entry = node.member(member)
      if let property = table.first(where: { $0.name == member.key }) {
        if let assignment = assignment(property, entry) {
          reader.refuseFeatureState(assignment.expression, at: entry)
          assignments.append(assignment)
        }
      } else if withTransitions, member.key.hasSuffix("-transition"),
        table.contains(where: { $0.name == member.key.dropLast(11) && $0.hasTransition })
      {
        transitionMembers(entry)
      } else {
        reader.unknownKey(member, node, owner, among: table.map(\.name))
      }
    }
    return assignments
  }

  mutating func transitionMembers(_ node: JSONNode) {
    let keys = ["duration", "delay"]
    guard reader.isObject(node, "an object with \"duration\" and \"delay\"", of: "a transition", keys: keys)
    else { return }
    for key in keys { _ = node.member(key).flatMap { reader.number($0, in: 0...Double.infinity) } }
  }
}
