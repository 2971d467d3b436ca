import JSONDocument
import MapGeometry
import MapScene
import MapSettings

/// Goes through a scenario's members and collects what is wrong with them.
struct ScenarioReader {
  private static let ownKeys = ScenarioMembers.root.map(\.name)
  private static let verbs = StepVerb.allCases.map(\.rawValue)
  private static let viewKeys = ViewOptions.stepKeys

  var diagnostics: [Diagnostic] = []

  mutating func scenario(_ root: JSONValue) -> Scenario? {
    guard let members = root.members else {
      return fault(
        root, JSONPath(),
        "a scenario is an object, not \(root.kindName); write {\"sources\": …, \"steps\": […]}")
    }
    var inline: [(name: String, points: [Scenario.InlinePoint])] = []
    var rest: [JSONMember] = []
    for member in members where !ScenarioReader.ownKeys.contains(member.key) {
      let path = JSONPath([.key(member.key)])
      switch member.key {
      case "sources": rest.append(sources(member, path, &inline))
      case "views": error(member.value, path, "a scenario has no views; write steps with snapshot")
      case "output", "format", "dump", "name":
        error(member.value, path, "a scenario has no \(member.key); set it on the command line")
      default: rest.append(member)
      }
    }
    let parsed = SnapshotRequest.parse(
      JSONValue(.object(rest), at: root.position), alsoKnown: ScenarioReader.ownKeys,
      hasHistory: true)
    diagnostics += parsed.diagnostics
    var animation = FilmSettings()
    diagnostics += FilmSettings.table.read(of: members, at: JSONPath(), into: &animation)
    let steps = steps(root)
    guard let request = parsed.request else { return nil }
    var positions: [String: TextPosition] = [:]
    for member in root["sources"]?.members ?? [] { positions[member.key] = member.value.position }
    return Scenario(
      request: request, sourcePositions: positions, inlineSources: inline, steps: steps, animation: animation)
  }

  /// Sources; lists in place of files are read as files without a name.
  private mutating func sources(
    _ member: JSONMember, _ path: JSONPath, _ inline: inout [(name: String, points: [Scenario.InlinePoint])]
  ) -> JSONMember {
    guard let entries = member.value.members else { return member }
    var plain: [JSONMember] = []
    for entry in entries {
      guard let elements = entry.value.elements else {
        plain.append(entry)
        continue
      }
      let place = path.appending(entry.key)
      inline.append(
        (
          entry.key,
          elements.enumerated().compactMap { point($0.element, place.appending($0.offset)) }
        ))
      plain.append(
        JSONMember(
          key: entry.key, keyPosition: entry.keyPosition,
          value: JSONValue(.string(""), at: entry.value.position)))
    }
    return JSONMember(
      key: member.key, keyPosition: member.keyPosition,
      value: JSONValue(.object(plain), at: member.value.position))
  }

  // MARK: Steps

  private mutating func steps(_ root: JSONValue) -> [ScenarioStep] {
    let path = JSONPath([.key("steps")])
    guard let value = root["steps"], let elements = value.elements, !elements.isEmpty else {
      error(root["steps"] ?? root, path, "a scenario needs steps: a list of at least one object")
      return []
    }
    let steps = elements.enumerated().compactMap { step($0.element, path.appending($0.offset)) }
    let hasSnapshot = elements.contains { $0["snapshot"] != nil || $0["batches"] != nil }
    if !hasSnapshot { error(value, path, "no step takes a snapshot; add {\"snapshot\": \"name\"}") }
    return steps
  }

  private mutating func step(_ value: JSONValue, _ path: JSONPath) -> ScenarioStep? {
    guard let members = value.members else {
      return fault(value, path, "a step is an object such as {\"add\": …}, not \(value.kindName)")
    }
    let verbs = members.filter { ScenarioReader.verbs.contains($0.key) }
    let companion = verbs.first.flatMap { StepVerb(rawValue: $0.key)?.companion }
    let allowed = ScenarioReader.verbs + (companion.map { [$0] } ?? [])
    for member in members where !allowed.contains(member.key) {
      let guess = didYouMean(member.key, among: allowed).map { "did you mean \($0)?" }
      error(
        JSONValue(.null, at: member.keyPosition), path.appending(member.key),
        "there is no step \"\(escapedForMessage(member.key))\"; "
          + (guess ?? "it is one of " + allowed.joined(separator: ", ")))
    }
    guard let verb = verbs.first else {
      if members.isEmpty { error(value, path, "the step is empty; write {\"add\": …} or another") }
      return nil
    }
    guard verbs.count == 1 else {
      return fault(value, path, "the step has both \(verb.key) and \(verbs[1].key); write a step for each")
    }
    guard let word = StepVerb(rawValue: verb.key) else { return nil }
    let batchSize = word == .add ? batchSize(value, path) : nil
    return action(word, verb.value, value, path.appending(verb.key)).map {
      ScenarioStep(action: $0, batchSize: batchSize, position: value.position, path: path)
    }
  }

  private mutating func batchSize(_ step: JSONValue, _ path: JSONPath) -> Int? {
    guard let value = step["batches"] else { return nil }
    if let size = whole(value), ScenarioMembers.batchSizes.contains(size) { return size }
    return fault(
      value, path.appending("batches"),
      "expected how many points come at a time, a whole number from 1, such as 500"
    )
  }

  private mutating func action(
    _ verb: StepVerb, _ value: JSONValue, _ step: JSONValue, _ path: JSONPath
  ) -> ScenarioStep.Action? {
    switch verb {
    case .add:
      // One point needs no batches: a text beside them is the name of a group.
      if let group = value.string, !group.isEmpty, step["batches"] != nil {
        return .add([.init(group: group, points: .all, position: value.position, path: path)])
      }
      return batches(value, path, adds: true).map(ScenarioStep.Action.add)
    case .remove: return batches(value, path, adds: false).map(ScenarioStep.Action.remove)
    case .clear:
      if value.bool == true { return .clear([]) }
      let names = value.elements?.compactMap(\.string) ?? value.string.map { [$0] } ?? []
      guard !names.isEmpty, names.count == value.elements?.count ?? 1 else {
        return fault(
          value, path, "expected true, the name of a group or a list of names, found \(value.kindName)")
      }
      return .clear(names)
    case .view: return view(value, path).map(ScenarioStep.Action.view)
    case .pan:
      let way = value.elements?.compactMap(\.number) ?? []
      guard way.count == 2, value.elements?.count == 2, way.allSatisfy({ abs($0) <= 1e9 }) else {
        return fault(value, path, "expected [right, down] in points, such as [120, 0]")
      }
      return .pan(ScreenPoint(x: way[0], y: way[1]))
    case .zoom:
      switch StepZoom(value) {
      case .to(let zoom): return .zoom(zoom, isRelative: false)
      case .by(let change): return .zoom(change, isRelative: true)
      case nil:
        return fault(value, path, "expected a zoom from \(StepZoom.words), or a change such as \"+1\"")
      }
    case .settings: return settings(value, path).map(ScenarioStep.Action.settings)
    case .select: return selection(value, step, path)
    case .deselect:
      if value.bool == true { return .deselect }
      return fault(value, path, "expected true, found \(value.kindName)")
    case .snapshot:
      if let name = value.string, !name.isEmpty { return .snapshot(name) }
      return fault(
        value, path, "expected the snapshot's name, found \(value.string == nil ? value.kindName : "nothing")"
      )
    }
  }

  private mutating func view(_ value: JSONValue, _ path: JSONPath) -> ViewOptions? {
    guard let members = value.members else {
      return fault(
        value, path,
        "expected an object such as {\"center\": [13.4, 52.5], \"zoom\": 9}, found \(value.kindName)")
    }
    var isFine = true
    for member in members where !ScenarioReader.viewKeys.contains(member.key) {
      isFine = false
      let hint = didYouMean(member.key, among: ScenarioReader.viewKeys).map { "did you mean \($0)?" }
      error(
        JSONValue(.null, at: member.keyPosition), path.appending(member.key),
        "a view has no member \"\(escapedForMessage(member.key))\"; "
          + (hint ?? "it has " + ScenarioReader.viewKeys.joined(separator: ", ")))
    }
    guard isFine else { return nil }
    let (request, notes) = SnapshotRequest.parse(value, alsoKnown: [])
    diagnostics += notes.map { note in
      var note = note
      note.path = JSONPath(path.steps + note.path.steps)
      return note
    }
    return request?.views.first?.view
  }

  /// Options of the only group, or of groups by name: what holds objects and is no option's name is a group.
  private mutating func settings(
    _ value: JSONValue, _ path: JSONPath
  ) -> [(group: String?, options: ClusterOptions)]? {
    guard let members = value.members, !members.isEmpty else {
      return fault(
        value, path, "expected clustering options such as \(ClusterOptions.changeExample), perhaps by group")
    }
    let isByGroup = members.allSatisfy { $0.value.members != nil && ClusterOptions.table[$0.key] == nil }
    var changes: [(group: String?, options: ClusterOptions)] = []
    var parts: [(group: String?, value: JSONValue, path: JSONPath)] = []
    if isByGroup {
      for member in members { parts.append((member.key, member.value, path.appending(member.key))) }
    } else {
      parts.append((nil, value, path))
    }
    for (group, value, path) in parts {
      for member in value.members ?? [] where ClusterOptions.dataKeys.contains(member.key) {
        error(
          JSONValue(.null, at: member.keyPosition), path.appending(member.key),
          "\(member.key) is read with the data and cannot change; write it in cluster")
      }
      let (options, notes) = ClusterOptions.parse(value, at: path)
      diagnostics += notes
      changes.append((group, options))
    }
    return changes
  }

  private mutating func selection(
    _ value: JSONValue, _ step: JSONValue, _ path: JSONPath
  ) -> ScenarioStep.Action? {
    var span = SelectionSpan()
    if let value = step["span"] {
      guard let given = SelectionSpan(value) else {
        return fault(
          value, JSONPath(path.steps.dropLast() + [.key("span")]),
          "expected meters, or [north to south, west to east] in meters")
      }
      span = given
    }
    // Written plainly: the optimizer of Swift 6.3 fails on a choice between optional members here.
    var group: String?
    var point = value
    if let members = value.members, members.count == 1 {
      group = members[0].key
      point = members[0].value
    }
    guard let id = identifier(point) else {
      return fault(value, path, "expected the id of a point, or {\"group\": \"id\"}")
    }
    return .select(
      id: id, group: group, latitudeMeters: span.latitudeMeters, longitudeMeters: span.longitudeMeters)
  }

  // MARK: Points

  private mutating func batches(
    _ value: JSONValue, _ path: JSONPath, adds: Bool
  ) -> [ScenarioStep.Batch]? {
    guard let members = value.members, !isBatch(value) else {
      return points(value, path, adds: adds).map {
        [ScenarioStep.Batch(group: nil, points: $0, position: value.position, path: path)]
      }
    }
    guard !members.isEmpty else {
      return fault(value, path, "no group is named; write {\"group\": …}")
    }
    let batches = members.compactMap { member in
      points(member.value, path.appending(member.key), adds: adds).map {
        ScenarioStep.Batch(
          group: member.key, points: $0, position: member.value.position, path: path.appending(member.key))
      }
    }
    return batches.count == members.count ? batches : nil
  }

  /// True if an object lists points, rather than groups.
  private func isBatch(_ value: JSONValue) -> Bool {
    if value["file"]?.string != nil, value.members?.count == 1 { return true }
    return value["from"]?.number != nil || value["to"]?.number != nil || value["at"]?.elements != nil
  }

  private mutating func points(
    _ value: JSONValue, _ path: JSONPath, adds: Bool
  ) -> ScenarioStep.Batch.Points? {
    if value.bool == true { return .all }
    if let id = identifier(value) { return .list([.id(id)]) }
    if let elements = value.elements {
      guard !elements.isEmpty else {
        return fault(value, path, "the list is empty; name at least one point")
      }
      let entries = elements.enumerated().compactMap {
        entry($0.element, path.appending($0.offset), adds: adds)
      }
      return entries.count == elements.count ? .list(entries) : nil
    }
    if let file = value["file"]?.string, value.members?.count == 1, adds { return .file(file) }
    if let from = value["from"].flatMap(whole), let to = value["to"].flatMap(whole),
      value.members?.count == 2,
      from >= 1, to >= from
    {
      return .records(from...to)
    }
    if value["at"] != nil, adds { return point(value, path).map { .list([.point($0)]) } }
    return fault(
      value, path,
      adds
        ? "expected true, ids, points {\"id\": \"a\", \"at\": [longitude, latitude]}, {\"from\": 1, \"to\": 500} or {\"file\": \"more.csv\"}"
        : "expected true, ids or {\"from\": 1, \"to\": 500}")
  }

  private func whole(_ value: JSONValue) -> Int? { value.number.flatMap { Int(exactly: $0) } }

  /// An id as text: strings, and numbers as JavaScript writes them.
  private func identifier(_ value: JSONValue) -> String? {
    value.string.flatMap { $0.isEmpty ? nil : $0 } ?? value.number.map(javaScriptText(of:))
  }

  private mutating func entry(
    _ value: JSONValue, _ path: JSONPath, adds: Bool
  ) -> ScenarioStep.Batch.Entry? {
    if let id = identifier(value) { return .id(id) }
    guard adds, value.members != nil else {
      return fault(value, path, "expected an id, found \(value.kindName)")
    }
    return point(value, path).map(ScenarioStep.Batch.Entry.point)
  }

  private mutating func point(_ value: JSONValue, _ path: JSONPath) -> Scenario.InlinePoint? {
    let degrees = value["at"]?.elements?.compactMap(\.number) ?? []
    guard let id = value["id"].flatMap(identifier), degrees.count == 2, value["at"]?.elements?.count == 2
    else {
      return fault(value, path, "expected a point {\"id\": \"a\", \"at\": [longitude, latitude]}")
    }
    do throws(GeometryError) {
      return Scenario.InlinePoint(
        id: id, coordinate: try Coordinate(checkedLatitude: degrees[1], longitude: degrees[0]),
        properties: (value.members ?? []).filter { $0.key != "id" && $0.key != "at" },
        position: value.position)
    } catch {
      return fault(value["at"] ?? value, path.appending("at"), error.description)
    }
  }

  /// Reports what is wrong, and returns no value.
  private mutating func fault<Value>(_ value: JSONValue, _ path: JSONPath, _ message: String) -> Value? {
    error(value, path, message)
    return nil
  }

  mutating func error(_ value: JSONValue, _ path: JSONPath, _ message: String) {
    diagnostics.append(
      Diagnostic(.error, code: "bad-scenario", path: path, position: value.position, message: message))
  }
}
