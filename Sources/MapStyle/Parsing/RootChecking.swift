import JSONDocument

// Checks the root's keys that a flat, still picture has no use for.
extension StyleParser {
  /// What the specification knows and a flat picture does not.
  mutating func reportWhatIsNotDrawn(_ root: Place) {
    for key in ["pitch", "roll"] {
      guard let place = root.member(key), let number = number(place), number != 0 else { continue }
      report.warning(
        "unsupported-key", place.path, place.position,
        "\(key) is not supported; the map is drawn flat")
    }
    if let place = root.member("projection"), let type = place.member("type"), type.value.string != "mercator"
    {
      report.warning(
        "unsupported-key", place.path, place.position,
        "only the mercator projection is drawn; it is used instead")
    }
    for key in ["sky", "terrain"] {
      guard let place = root.member(key) else { continue }
      report.warning(
        "unsupported-key", place.path, place.position,
        "\(key) is not supported; the map is drawn flat")
    }
    for key in ["light", "centerAltitude", "transition"] {
      guard let place = root.member(key) else { continue }
      report.info("no-effect", place.path, place.position, "\(key) has no meaning in a flat, still picture")
    }
    if let place = root.member("glyphs"), let url = string(place) {
      for token in ["{fontstack}", "{range}"] where !url.contains(token) {
        report.error(
          "invalid-value", place.path, place.position,
          "the URL of glyphs needs {fontstack} and {range}; add \(token)")
      }
      report.info(
        "glyphs-ignored", place.path, place.position,
        "glyphs are not loaded; text is drawn with the fonts of font-faces, --font and --fonts")
    }
  }

  /// Checks by the specification what is read for nothing else.
  mutating func checkUndrawnKeys(_ root: Place) {
    if let place = root.member("constants") {
      report.error(
        "unknown-key", place.path, place.position,
        "constants belong to versions of the specification before 8; write their values where they are used")
    }
    if let place = root.member("centerAltitude") { _ = number(place) }
    if let place = root.member("transition") { transitionMembers(place) }
    if let place = root.member("light") {
      checkedProperties(place, CheckedProperty.light, owner: "light", withTransitions: true)
    }
    if let place = root.member("sky") {
      checkedProperties(place, CheckedProperty.sky, owner: "sky", withTransitions: false)
    }
    if let place = root.member("terrain") { terrain(place) }
    if let place = root.member("projection") { projection(place) }
  }

  private mutating func terrain(_ place: Place) {
    let keys = ["source", "exaggeration"]
    for member in object(place, "an object with \"source\"") ?? [] {
      let entry = place.member(member)
      switch member.key {
      case "source": _ = string(entry)
      case "exaggeration": _ = number(entry, in: 0...Double.infinity)
      default: unknownKey(member, place, "terrain", among: keys)
      }
    }
  }

  private mutating func projection(_ place: Place) {
    for member in object(place, "an object with \"type\"") ?? [] {
      guard member.key == "type" else {
        unknownKey(member, place, "projection", among: ["type"])
        continue
      }
      let entry = place.member(member)
      if entry.value.elements != nil {
        _ = compile(entry, PropertySpecification(.projectionDefinition, dependence: .zoom))
      } else {
        _ = string(entry, "the name of a projection, or an expression")
      }
    }
  }

  /// Checks an object whose members are properties that are not drawn.
  mutating func checkedProperties(
    _ place: Place, _ table: [CheckedProperty], owner: String, withTransitions: Bool
  ) {
    for member in object(place, "an object of \(owner) properties") ?? [] {
      let entry = place.member(member)
      if let property = table.first(where: { $0.name == member.key }) {
        if let parsed = value(entry, as: property.type, { property.specification }) {
          refuseFeatureState(parsed, at: entry)
        }
      } else if withTransitions, member.key.hasSuffix("-transition"),
        table.contains(where: { $0.name == member.key.dropLast(11) && $0.hasTransition })
      {
        transitionMembers(entry)
      } else {
        unknownKey(member, place, owner, among: table.map(\.name))
      }
    }
  }

  /// Checks a transition, without a word on its use.
  mutating func transitionMembers(_ place: Place) {
    for member in object(place, "an object with \"duration\" and \"delay\"") ?? [] {
      guard member.key == "duration" || member.key == "delay" else {
        unknownKey(member, place, "a transition", among: ["duration", "delay"])
        continue
      }
      _ = number(place.member(member), in: 0...Double.infinity)
    }
  }
}
