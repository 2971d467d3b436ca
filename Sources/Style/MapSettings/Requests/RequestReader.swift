import JSONDocument
import MapClusters

struct RequestReader {
  let alsoKnown: [String]
  let hasHistory: Bool
  var diagnostics: [Diagnostic] = []

  mutating func request(_ root: JSONValue) -> SnapshotRequest? {
    let node = JSONNode(value: root, path: JSONPath())
    guard let members = root.members else {
      error("wrong-type", node, "a request is an object, not \(root.kindName); write {\"sources\": …}")
      return nil
    }
    if root["layers"] != nil, root["version"] != nil {
      error("wrong-type", node, "this is a style, not a request; name it as the style of the map")
      return nil
    }
    var request = SnapshotRequest()
    // `title` is the picture's; a source's stands in `cluster`.
    let sourceKeys = SnapshotRequest.sourceKeys
    checkKeys(
      of: node, among: SnapshotRequest.members.map(\.name) + SnapshotRequest.viewKeys + sourceKeys + alsoKnown
    )
    diagnostics += SnapshotRequest.table.read(of: members, at: node.path, into: &request)
    if hasHistory, let cells = node.member("cells") {
      error("no-history", cells, "scenarios add and remove points, and cells hold none; write \"sources\"")
    }
    if let cluster = node.member("cluster") { readClustering(cluster, into: &request) }
    if let columns = node.member("columns") { request.columns = self.columns(columns) }
    diagnostics += ResourceSettings.table.read(of: members, at: node.path, into: &request.resources)
    let sourceMembers = members.filter { sourceKeys.contains($0.key) }
    diagnostics += ClusterOptions.table.read(of: sourceMembers, at: node.path, into: &request.clustering)
    checkHistory(node)
    for member in members where (sourceKeys + SnapshotRequest.viewKeys).contains(member.key) {
      request.settingPositions[member.key] = member.value.position
    }
    let defaults = view(node)
    request.tileSize = defaults.view.tileSize
    guard let views = node.member("views") else {
      request.views = [defaults]
      return request
    }
    guard views.value.elements?.isEmpty == false else {
      error("wrong-type", views, "views is a list of at least one object; leave it out for one picture")
      return nil
    }
    // Room for twice as many would be 880 bytes a view.
    request.views.reserveCapacity(views.elements.count)
    for (index, element) in views.elements.enumerated() {
      if element.value.members == nil {
        error("wrong-type", element, "expected an object, found \(element.value.kindName)")
      }
      checkKeys(of: element, among: SnapshotRequest.viewKeys)
      for member in element.value.members ?? [] {
        request.settingPositions["views[\(index)].\(member.key)"] = member.value.position
      }
      var one = view(element)
      one.view = one.view.over(defaults.view)
      one.output = one.output.over(defaults.output)
      one.format = one.format ?? defaults.format
      request.views.append(one)
    }
    return request
  }

  /// Refuses settings of markers that remember earlier views.
  private mutating func checkHistory(_ node: JSONNode) {
    guard !hasHistory else { return }
    for member in node.value.members ?? [] where ClusterOptions.historyKeys.contains(member.key) {
      error(
        "no-history", at: node.location(ofKey: member),
        "\(member.key) is about markers that remember earlier views, and a request has none; remove it, or "
          + "write steps and play them with clustersnap animate")
    }
  }

  private mutating func view(_ node: JSONNode) -> SnapshotRequest.View {
    let members = node.value.members ?? []
    var output = OutputSettings()
    diagnostics += OutputSettings.table.read(of: members, at: node.path, into: &output)
    // What styles may set of the view has been read above.
    var seen = output.view
    diagnostics += ViewOptions.table.read(
      of: members.filter { !ViewOptions.styleKeys.contains($0.key) }, at: node.path, into: &seen)
    var view = SnapshotRequest.View(view: seen, output: output, position: node.position)
    for member in members where ["projection", "parallels", "center"].contains(member.key) {
      view.positions[member.key] = member.value.position
    }
    diagnostics += SnapshotRequest.viewTable.read(of: members, at: node.path, into: &view)
    diagnostics += ViewOptions.conflicts(in: node.value, at: node.path)
    return view
  }

  private mutating func readClustering(_ node: JSONNode, into request: inout SnapshotRequest) {
    if node.value.members == nil {
      error("wrong-type", node, "expected an object, found \(node.value.kindName)")
    }
    for entry in node.value.members ?? [] {
      let source = node.member(entry)
      let (options, notes) = ClusterOptions.parse(entry.value, at: source.path)
      diagnostics += notes
      checkHistory(source)
      request.clusteringBySource.append((entry.key, options))
      for setting in entry.value.members ?? [] {
        request.settingPositions["cluster.\(entry.key).\(setting.key)"] = setting.value.position
      }
    }
  }

  private mutating func columns(_ node: JSONNode) -> [PictureColumn] {
    guard let count = node.value.elements?.count else {
      error("wrong-type", node, "expected a list of presets or objects, found \(node.value.kindName)")
      return []
    }
    guard PictureColumn.counts.contains(count) else {
      error(
        "out-of-range", node,
        "\(count) is outside \(PictureColumn.counts); name from two to eight presets, methods or settings")
      return []
    }
    return node.elements.compactMap { column($0) }
  }

  private mutating func column(_ node: JSONNode) -> PictureColumn? {
    let (value, position) = (node.value, node.position)
    var (settings, caption): (JSONNode?, String?) = (node.member("settings"), nil)
    if let name = value.string {
      // The name of a preset or a method stands for settings with it.
      if ClusterMethod(rawValue: name) != nil { caption = name }
      let preset = JSONMember(key: caption == nil ? "preset" : "method", keyPosition: position, value: value)
      settings = JSONNode(value: JSONValue(.object([preset]), at: position), path: node.path)
    } else if value.members == nil {
      error("wrong-type", node, "expected a preset or an object, found \(value.kindName)")
      return nil
    } else {
      checkKeys(of: node, among: PictureColumn.members.map(\.name))
      caption = value["caption"]?.string
      if let other = node.member("caption"), caption == nil {
        error("wrong-type", other, "expected text, found \(other.value.kindName)")
      }
    }
    var (options, notes): (ClusterOptions, [Diagnostic]) = (ClusterOptions(), [])
    if let settings {
      (options, notes) = ClusterOptions.parse(settings.value, at: settings.path)
      diagnostics += notes
      checkHistory(settings)
    }
    // Two columns with one preset differ by their settings.
    let others = (settings?.value.members ?? []).filter { $0.key != "preset" }.map { member in
      var json = JSONWriter()
      json.value(member.value)
      return ", \(member.key) \(member.value.string ?? json.text)"
    }
    guard let caption = caption ?? options.preset.map({ $0.rawValue + others.joined() }) else {
      if notes.isEmpty {
        error("no-caption", node, "a column without a preset needs a caption; add \"caption\"")
      }
      return nil
    }
    var column = PictureColumn(caption: caption, options: options)
    column.path = node.path.dotted + (value.string == nil ? ".settings" : "")
    for member in settings?.value.members ?? [] { column.positions[member.key] = member.value.position }
    return column
  }

  private mutating func checkKeys(of node: JSONNode, among keys: [String]) {
    for member in node.value.members ?? [] where !keys.contains(member.key) {
      // For editors: which schema they check the document by.
      if member.key == "$schema", node.path == JSONPath(), member.value.string != nil { continue }
      let isOfRoot = node.path != JSONPath() && SnapshotRequest.members.contains { $0.name == member.key }
      let hint = nameAdvice(member.key, among: keys, else: isOfRoot ? "write it at the root" : "remove it")
      error(
        "unknown-member", at: node.location(ofKey: member),
        "there is no member \"\(escapedForMessage(member.key))\" here; \(hint)")
    }
  }

  private mutating func error(_ code: String, _ node: JSONNode, _ message: String) {
    error(code, at: node.location, message)
  }

  private mutating func error(_ code: String, at location: SourceLocation, _ message: String) {
    diagnostics.append(
      Diagnostic(.error, code: code, path: location.path, position: location.position, message: message))
  }
}
