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

  mutating func scenario(_ root: JSONNode) -> Scenario? {
    guard let members = root.value.members else {
      return fault(
        root, "a scenario is an object, not \(root.value.kindName); write {\"sources\": …, \"steps\": […]}")
    }
    var inline: [(name: String, points: [Scenario.InlinePoint])] = []
    var rest: [JSONMember] = []
    for member in members where !ScenarioReader.ownKeys.contains(member.key) {
      switch member.key {
      case "sources": rest.append(sources(member, root.member(member), &inline))
      case "views": error(root.member(member), "a scenario has no views; write steps with snapshot")
      case "output", "format", "dump", "name":
        error(root.member(member), "a scenario has no \(member.key); set it on the command line")
      default: rest.append(member)
      }
    }
    let parsed = SnapshotRequest.parse(
      JSONValue(.object(rest), at: root.position), alsoKnown: ScenarioReader.ownKeys, hasHistory: true)
    diagnostics += parsed.diagnostics
    var animation = FilmSettings()
    diagnostics += FilmSettings.table.read(of: members, at: root.path, into: &animation)
    let steps = steps(root)
    guard let request = parsed.request else { return nil }
    var positions: [String: TextPosition] = [:]
    for member in root.value["sources"]?.members ?? [] { positions[member.key] = member.value.position }
    return Scenario(
      request: request, sourcePositions: positions, inlineSources: inline, steps: steps, animation: animation)
  }

  /// Sources; lists in place of files are read as files without a name.
  private mutating func sources(
    _ member: JSONMember, _ node: JSONNode, _ inline: inout [(name: String, points: [Scenario.InlinePoint])]
  ) -> JSONMember {
    guard let entries = member.value.members else { return member }
    var plain: [JSONMember] = []
    for entry in entries {
      guard entry.value.elements != nil else {
        plain.append(entry)
        continue
      }
      inline.append((entry.key, node.member(entry).elements.compactMap { point($0) }))
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

  private mutating func steps(_ root: JSONNode) -> [ScenarioStep] {
    let list = root.member("steps")
    guard let node = list, node.value.elements?.isEmpty == false else {
      error(
        at: SourceLocation(path: root.path.appending("steps"), position: (list ?? root).position),
        "a scenario needs steps: a list of at least one object")
      return []
    }
    let steps = node.elements.compactMap { step($0) }
    let hasSnapshot = node.elements.contains { $0.value["snapshot"] != nil || $0.value["batches"] != nil }
    if !hasSnapshot { error(node, "no step takes a snapshot; add {\"snapshot\": \"name\"}") }
    return steps
  }

  private mutating func step(_ node: JSONNode) -> ScenarioStep? {
    guard let members = node.value.members else {
      return fault(node, "a step is an object such as {\"add\": …}, not \(node.value.kindName)")
    }
    let verbs = members.filter { ScenarioReader.verbs.contains($0.key) }
    let companion = verbs.first.flatMap { StepVerb(rawValue: $0.key)?.companion }
    let allowed = ScenarioReader.verbs + (companion.map { [$0] } ?? [])
    for member in members where !allowed.contains(member.key) {
      let advice = nameAdvice(
        member.key, among: allowed, else: "it is one of \(allowed.joined(separator: ", "))")
      error(
        at: node.location(ofKey: member), "there is no step \"\(escapedForMessage(member.key))\"; \(advice)")
    }
    guard let verb = verbs.first else {
      if members.isEmpty { error(node, "the step is empty; write {\"add\": …} or another") }
      return nil
    }
    guard verbs.count == 1 else {
      return fault(node, "the step has both \(verb.key) and \(verbs[1].key); write a step for each")
    }
    guard let word = StepVerb(rawValue: verb.key) else { return nil }
    let batchSize = word == .add ? batchSize(node) : nil
    return action(word, node.member(verb), of: node).map {
      ScenarioStep(action: $0, batchSize: batchSize, position: node.position, path: node.path)
    }
  }

  private mutating func batchSize(_ step: JSONNode) -> Int? {
    guard let node = step.member("batches") else { return nil }
    if let size = whole(node.value), ScenarioMembers.batchSizes.contains(size) { return size }
    return fault(node, "expected how many points come at a time, a whole number from 1, such as 500")
  }

  private mutating func action(
    _ verb: StepVerb, _ node: JSONNode, of step: JSONNode
  ) -> ScenarioStep.Action? {
    let value = node.value
    switch verb {
    case .add:
      // One point needs no batches: a text beside them is the name of a group.
      if let group = value.string, !group.isEmpty, step.value["batches"] != nil {
        return .add([.init(group: group, points: .all, position: node.position, path: node.path)])
      }
      return batches(node, adds: true).map(ScenarioStep.Action.add)
    case .remove: return batches(node, adds: false).map(ScenarioStep.Action.remove)
    case .clear:
      if value.bool == true { return .clear([]) }
      let names = value.elements?.compactMap(\.string) ?? value.string.map { [$0] } ?? []
      guard !names.isEmpty, names.count == value.elements?.count ?? 1 else {
        return fault(node, "expected true, the name of a group or a list of names, found \(value.kindName)")
      }
      return .clear(names)
    case .view: return view(node).map(ScenarioStep.Action.view)
    case .pan:
      let way = value.elements?.compactMap(\.number) ?? []
      guard way.count == 2, value.elements?.count == 2, way.allSatisfy({ abs($0) <= 1e9 }) else {
        return fault(node, "expected [right, down] in points, such as [120, 0]")
      }
      return .pan(ScreenPoint(x: way[0], y: way[1]))
    case .zoom:
      switch StepZoom(value) {
      case .to(let zoom): return .zoom(zoom, isRelative: false)
      case .by(let change): return .zoom(change, isRelative: true)
      case nil: return fault(node, "expected a zoom from \(StepZoom.words), or a change such as \"+1\"")
      }
    case .settings: return settings(node).map(ScenarioStep.Action.settings)
    case .select: return selection(node, of: step)
    case .deselect:
      return value.bool == true ? .deselect : fault(node, "expected true, found \(value.kindName)")
    case .snapshot:
      if let name = value.string, !name.isEmpty { return .snapshot(name) }
      return fault(
        node, "expected the snapshot's name, found \(value.string == nil ? value.kindName : "nothing")")
    }
  }

  private mutating func view(_ node: JSONNode) -> ViewOptions? {
    guard let members = node.value.members else {
      return fault(
        node,
        "expected an object such as {\"center\": [13.4, 52.5], \"zoom\": 9}, found \(node.value.kindName)")
    }
    var isFine = true
    for member in members where !ScenarioReader.viewKeys.contains(member.key) {
      isFine = false
      let known = ScenarioReader.viewKeys
      let advice = nameAdvice(member.key, among: known, else: "it has \(known.joined(separator: ", "))")
      error(
        at: node.location(ofKey: member),
        "a view has no member \"\(escapedForMessage(member.key))\"; \(advice)")
    }
    guard isFine else { return nil }
    let (request, notes) = SnapshotRequest.parse(node.value, alsoKnown: [])
    diagnostics += notes.map { note in
      var note = note
      note.path = JSONPath(node.path.steps + note.path.steps)
      return note
    }
    return request?.views.first?.view
  }

  /// Options of the only group, or of groups by name: what holds objects and is no option's name is a group.
  private mutating func settings(_ node: JSONNode) -> [(group: String?, options: ClusterOptions)]? {
    guard let members = node.value.members, !members.isEmpty else {
      return fault(
        node, "expected clustering options such as \(ClusterOptions.changeExample), perhaps by group")
    }
    let isByGroup = members.allSatisfy { $0.value.members != nil && ClusterOptions.table[$0.key] == nil }
    let parts: [(group: String?, node: JSONNode)] =
      isByGroup ? members.map { ($0.key, node.member($0)) } : [(nil, node)]
    return parts.map { group, node in
      for member in node.value.members ?? [] where ClusterOptions.dataKeys.contains(member.key) {
        error(
          at: node.location(ofKey: member),
          "\(member.key) is read with the data and cannot change; write it in cluster")
      }
      let (options, notes) = ClusterOptions.parse(node.value, at: node.path)
      diagnostics += notes
      return (group, options)
    }
  }

  private mutating func selection(_ node: JSONNode, of step: JSONNode) -> ScenarioStep.Action? {
    var span = SelectionSpan()
    if let node = step.member("span") {
      guard let given = SelectionSpan(node.value) else {
        return fault(node, "expected meters, or [north to south, west to east] in meters")
      }
      span = given
    }
    // Written plainly: the optimizer of Swift 6.3 fails on a choice between optional members here.
    var group: String?
    var point = node.value
    if let members = node.value.members, members.count == 1 {
      group = members[0].key
      point = members[0].value
    }
    guard let id = identifier(point) else {
      return fault(node, "expected the id of a point, or {\"group\": \"id\"}")
    }
    return .select(
      id: id, group: group, latitudeMeters: span.latitudeMeters, longitudeMeters: span.longitudeMeters)
  }

  // MARK: Points

  private mutating func batches(_ node: JSONNode, adds: Bool) -> [ScenarioStep.Batch]? {
    guard let members = node.value.members, !isBatch(node.value) else {
      return batch(node, of: nil, adds: adds).map { [$0] }
    }
    guard !members.isEmpty else { return fault(node, "no group is named; write {\"group\": …}") }
    let batches = members.compactMap { batch(node.member($0), of: $0.key, adds: adds) }
    return batches.count == members.count ? batches : nil
  }

  private mutating func batch(_ node: JSONNode, of group: String?, adds: Bool) -> ScenarioStep.Batch? {
    points(node, adds: adds).map {
      ScenarioStep.Batch(group: group, points: $0, position: node.position, path: node.path)
    }
  }

  /// True if an object lists points, rather than groups.
  private func isBatch(_ value: JSONValue) -> Bool {
    if value["file"]?.string != nil, value.members?.count == 1 { return true }
    return value["from"]?.number != nil || value["to"]?.number != nil || value["at"]?.elements != nil
  }

  private mutating func points(_ node: JSONNode, adds: Bool) -> ScenarioStep.Batch.Points? {
    let value = node.value
    if value.bool == true { return .all }
    if let id = identifier(value) { return .list([.id(id)]) }
    if let elements = value.elements {
      guard !elements.isEmpty else { return fault(node, "the list is empty; name at least one point") }
      let entries = node.elements.compactMap { entry($0, adds: adds) }
      return entries.count == elements.count ? .list(entries) : nil
    }
    if let file = value["file"]?.string, value.members?.count == 1, adds { return .file(file) }
    if let from = value["from"].flatMap(whole), let to = value["to"].flatMap(whole),
      value.members?.count == 2,
      from >= 1, to >= from
    {
      return .records(from...to)
    }
    if value["at"] != nil, adds { return point(node).map { .list([.point($0)]) } }
    return fault(
      node,
      adds
        ? "expected true, ids, points {\"id\": \"a\", \"at\": [longitude, latitude]}, {\"from\": 1, \"to\": 500} or {\"file\": \"more.csv\"}"
        : "expected true, ids or {\"from\": 1, \"to\": 500}")
  }

  private func whole(_ value: JSONValue) -> Int? { value.number.flatMap { Int(exactly: $0) } }

  /// An id as text: strings, and numbers as JavaScript writes them.
  private func identifier(_ value: JSONValue) -> String? {
    value.string.flatMap { $0.isEmpty ? nil : $0 } ?? value.number.map(javaScriptText(of:))
  }

  private mutating func entry(_ node: JSONNode, adds: Bool) -> ScenarioStep.Batch.Entry? {
    if let id = identifier(node.value) { return .id(id) }
    guard adds, node.value.members != nil else {
      return fault(node, "expected an id, found \(node.value.kindName)")
    }
    return point(node).map(ScenarioStep.Batch.Entry.point)
  }

  private mutating func point(_ node: JSONNode) -> Scenario.InlinePoint? {
    let degrees = node.value["at"]?.elements?.compactMap(\.number) ?? []
    guard let id = node.value["id"].flatMap(identifier), degrees.count == 2, let at = node.member("at"),
      at.value.elements?.count == 2
    else { return fault(node, "expected a point {\"id\": \"a\", \"at\": [longitude, latitude]}") }
    do throws(GeometryError) {
      return Scenario.InlinePoint(
        id: id, coordinate: try Coordinate(checkedLatitude: degrees[1], longitude: degrees[0]),
        properties: (node.value.members ?? []).filter { $0.key != "id" && $0.key != "at" },
        position: node.position)
    } catch {
      return fault(at, error.description)
    }
  }

  /// Reports what is wrong, and returns no value.
  private mutating func fault<Value>(_ node: JSONNode, _ message: String) -> Value? {
    error(node, message)
    return nil
  }

  private mutating func error(_ node: JSONNode, _ message: String) { error(at: node.location, message) }

  private mutating func error(at location: SourceLocation, _ message: String) {
    diagnostics.append(
      Diagnostic(
        .error, code: "bad-scenario", path: location.path, position: location.position, message: message))
  }
}
