import JSONDocument

/// Goes through a request's members and reports what is wrong with them.
struct RequestReader {
  let alsoKnown: [String]
  let hasHistory: Bool
  var diagnostics: [Diagnostic] = []

  init(alsoKnown: [String], hasHistory: Bool) {
    self.alsoKnown = alsoKnown
    self.hasHistory = hasHistory
  }

  mutating func request(_ root: JSONValue) -> SnapshotRequest? {
    guard let members = root.members else {
      error(
        "wrong-type", JSONPath(), root, "a request is an object, not \(root.kindName); write {\"sources\": …}"
      )
      return nil
    }
    let path = JSONPath()
    var request = SnapshotRequest(sources: [], views: [])
    // `title` is the picture's; a source's stands in `cluster`.
    let sourceKeys = SnapshotRequest.sourceKeys
    checkKeys(
      members, among: SnapshotRequest.members.map(\.name) + SnapshotRequest.viewKeys + sourceKeys + alsoKnown,
      path)
    for member in members {
      let place = path.appending(member.key)
      SnapshotRequest.ownMembers.first { $0.description.name == member.key }?
        .read(&self, member.value, place, &request)
    }
    diagnostics += ResourceSettings.table.read(of: members, at: path, into: &request.resources)
    let sourceMembers = members.filter { sourceKeys.contains($0.key) }
    diagnostics += ClusterOptions.table.read(of: sourceMembers, at: path, into: &request.clustering)
    checkHistory(root, path)
    for member in members where (sourceKeys + SnapshotRequest.viewKeys).contains(member.key) {
      request.settingPositions[member.key] = member.value.position
    }
    let defaults = view(root, path)
    if let views = root["views"] {
      let place = path.appending("views")
      guard let elements = views.elements, !elements.isEmpty else {
        error(
          "wrong-type", place, views, "views is a list of at least one object; leave it out for one picture")
        return nil
      }
      // Room for twice as many would be 880 bytes a view.
      request.views.reserveCapacity(elements.count)
      for (index, element) in elements.enumerated() {
        let here = place.appending(index)
        checkKeys(object(element, here), among: SnapshotRequest.viewKeys, here)
        for member in element.members ?? [] {
          request.settingPositions["views[\(index)].\(member.key)"] = member.value.position
        }
        var one = view(element, here)
        one.view = one.view.over(defaults.view)
        one.output = one.output.over(defaults.output)
        one.format = one.format ?? defaults.format
        request.views.append(one)
      }
    } else {
      request.views = [defaults]
    }
    request.tileSize = defaults.view.tileSize
    return request
  }

  /// What markers remember means nothing where each picture stands for itself.
  private mutating func checkHistory(_ value: JSONValue, _ path: JSONPath) {
    guard !hasHistory else { return }
    for member in value.members ?? [] where ClusterOptions.historyKeys.contains(member.key) {
      diagnostics.append(
        Diagnostic(
          .error, code: "no-history", path: path.appending(member.key), position: member.keyPosition,
          message:
            "\(member.key) is about markers that remember earlier views, and a request has none; remove it, or "
            + "write steps and play them with clustersnap animate"))
    }
  }

  private mutating func view(_ value: JSONValue, _ path: JSONPath) -> SnapshotRequest.View {
    let members = value.members ?? []
    var output = OutputSettings()
    diagnostics += OutputSettings.table.read(of: members, at: path, into: &output)
    // What styles may set of the view has been read above.
    var seen = output.view
    diagnostics += ViewOptions.table.read(
      of: members.filter { !ViewOptions.styleKeys.contains($0.key) }, at: path, into: &seen)
    var view = SnapshotRequest.View(view: seen, output: output, position: value.position)
    for member in members {
      let place = path.appending(member.key)
      SnapshotRequest.viewMembers.first { $0.description.name == member.key }?
        .read(&self, member.value, place, &view)
    }
    diagnostics += ViewOptions.conflicts(in: value, at: path)
    return view
  }

  /// Reads the clustering of single sources.
  mutating func readClustering(_ value: JSONValue, _ path: JSONPath, into request: inout SnapshotRequest) {
    for entry in object(value, path) {
      let place = path.appending(entry.key)
      let (options, notes) = ClusterOptions.parse(entry.value, at: place)
      diagnostics += notes
      checkHistory(entry.value, place)
      request.clusteringBySource.append((entry.key, options))
      for setting in entry.value.members ?? [] {
        request.settingPositions["cluster.\(entry.key).\(setting.key)"] = setting.value.position
      }
    }
  }

  // MARK: Values

  /// Reads files by the names of sources.
  mutating func namedFiles(_ value: JSONValue, _ path: JSONPath) -> [SnapshotRequest.Source] {
    object(value, path).compactMap { member in
      string(member.value, path.appending(member.key)).map {
        SnapshotRequest.Source(name: member.key, path: $0)
      }
    }
  }

  /// Reads files, lists of points and GeoJSON by the names of sources.
  mutating func namedData(_ value: JSONValue, _ path: JSONPath) -> [SnapshotRequest.Source] {
    object(value, path).compactMap { member in
      let place = path.appending(member.key)
      if let file = member.value.string { return SnapshotRequest.Source(name: member.key, path: file) }
      let list = member.value.members?.count == 1 ? member.value["points"] : nil
      guard let points = list?.elements ?? member.value.elements else {
        guard member.value.members != nil, list == nil else {
          wrongType(place, list ?? member.value, "a file, a list of points or GeoJSON")
          return nil
        }
        var json = JSONWriter()
        json.value(member.value)
        return SnapshotRequest.Source(name: member.key, content: json.takeBytes())
      }
      return SnapshotRequest.Source(
        name: member.key, content: features(points, list == nil ? place : place.appending("points")))
    }
  }

  /// Points `[longitude, latitude]` or `[longitude, latitude, {…}]` as features; objects are rows as JSON.
  private mutating func features(_ points: [JSONValue], _ path: JSONPath) -> [UInt8] {
    var json = JSONWriter()
    let areRows = points.first?.members != nil
    json.array { json in
      for (index, point) in points.enumerated() {
        let elements = point.elements ?? []
        let isPoint =
          (2...3).contains(elements.count) && elements.prefix(2).allSatisfy { $0.number != nil }
          && elements.dropFirst(2).allSatisfy { $0.members != nil }
        guard areRows ? point.members != nil : isPoint else {
          wrongType(
            path.appending(index), point,
            areRows
              ? "an object like the first" : "a point [longitude, latitude] or [longitude, latitude, {…}]")
          continue
        }
        guard !areRows else {
          json.value(point)
          continue
        }
        json.object { json in
          json.member("type", "Feature")
          json.key("geometry")
          json.object { json in
            json.member("type", "Point")
            json.key("coordinates")
            json.array { json in for number in elements.prefix(2) { json.value(number) } }
          }
          for properties in elements.dropFirst(2) {
            if let id = properties["id"] {
              json.key("id")
              json.value(id)
            }
            json.key("properties")
            json.value(properties)
          }
        }
      }
    }
    return json.takeBytes()
  }

  private mutating func checkKeys(_ members: [JSONMember], among keys: [String], _ path: JSONPath) {
    for member in members where !keys.contains(member.key) {
      // For editors: which schema they check the document by.
      if member.key == "$schema", path == JSONPath(), member.value.string != nil { continue }
      let hint = didYouMean(member.key, among: keys).map { "did you mean \($0)?" } ?? "remove it"
      diagnostics.append(
        Diagnostic(
          .error, code: "unknown-member", path: path.appending(member.key), position: member.keyPosition,
          message: "there is no member \"\(escapedForMessage(member.key))\" here; \(hint)"))
    }
  }

  private mutating func object(_ value: JSONValue, _ path: JSONPath) -> [JSONMember] {
    if let members = value.members { return members }
    wrongType(path, value, "an object")
    return []
  }

  mutating func string(_ value: JSONValue, _ path: JSONPath) -> String? {
    if let string = value.string { return string }
    wrongType(path, value, "text")
    return nil
  }

  mutating func strings(_ value: JSONValue, _ path: JSONPath) -> [String] {
    guard let elements = value.elements else { return string(value, path).map { [$0] } ?? [] }
    return elements.enumerated().compactMap { string($0.element, path.appending($0.offset)) }
  }

  mutating func wrongType(_ path: JSONPath, _ value: JSONValue, _ wanted: String) {
    error("wrong-type", path, value, "expected \(wanted), found \(value.kindName)")
  }

  mutating func error(_ code: String, _ path: JSONPath, _ value: JSONValue, _ message: String) {
    diagnostics.append(
      Diagnostic(.error, code: code, path: path, position: value.position, message: message))
  }
}
