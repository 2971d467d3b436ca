import JSONDocument
import MapFeatures

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
      switch member.key {
      case "sources": request.sources = sources(member.value, place)
      case "cells":
        request.cells = sources(member.value, place)
        if hasHistory {
          error(
            "no-history", place, member.value,
            "scenarios add and remove points, and cells hold none; write \"sources\"")
        }
      case "style": request.style = string(member.value, place)
      case "basemap": request.basemaps = strings(member.value, place)
      case "tiles": request.tiles = sources(member.value, place)
      case "overlay": request.overlay = string(member.value, place)
      case "golden": request.golden = member.value
      case "inputFormat": request.inputFormat = inputFormat(member.value, place)
      case "longitude": request.longitude = column(member.value, place)
      case "latitude": request.latitude = column(member.value, place)
      case "id": request.identifier = column(member.value, place)
      case "font": request.fonts = strings(member.value, place)
      case "fonts": request.fontFolders = strings(member.value, place)
      case "icons": request.iconFolders = strings(member.value, place)
      case "systemFonts":
        request.usesSystemFonts = member.value.bool
        if member.value.bool == nil { wrongType(place, member.value, "true or false") }
      case "cluster":
        for entry in object(member.value, place) {
          var options = ClusterOptions()
          diagnostics += SettingReader.source(entry.value, at: place.appending(entry.key), into: &options)
          checkHistory(entry.value, place.appending(entry.key))
          request.clusteringBySource.append((entry.key, options))
          for setting in entry.value.members ?? [] {
            request.settingPositions["cluster.\(entry.key).\(setting.key)"] = setting.value.position
          }
        }
      default: break
      }
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

  private mutating func sources(_ value: JSONValue, _ path: JSONPath) -> [SnapshotRequest.Source] {
    object(value, path).compactMap { member in
      string(member.value, path.appending(member.key)).map {
        SnapshotRequest.Source(name: member.key, path: $0)
      }
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
      switch member.key {
      case "name": view.name = string(member.value, place)
      case "output": view.path = string(member.value, place)
      case "format": view.format = string(member.value, place)
      case "dump": view.dump = string(member.value, place)
      default: break
      }
    }
    checkExclusion(in: value, path)
    return view
  }

  /// Of center, box and fitting a view has one, and of scale and pixels an inch, as on the command line.
  private mutating func checkExclusion(in value: JSONValue, _ path: JSONPath) {
    for keys in [ViewOptions.exclusiveKeys, ViewOptions.densityKeys] {
      diagnostics += ViewOptions.conflicts(among: keys, in: value, at: path)
    }
  }

  // MARK: Values

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

  private mutating func string(_ value: JSONValue, _ path: JSONPath) -> String? {
    if let string = value.string { return string }
    wrongType(path, value, "text")
    return nil
  }

  private mutating func strings(_ value: JSONValue, _ path: JSONPath) -> [String] {
    guard let elements = value.elements else { return string(value, path).map { [$0] } ?? [] }
    return elements.enumerated().compactMap { string($0.element, path.appending($0.offset)) }
  }

  private mutating func inputFormat(_ value: JSONValue, _ path: JSONPath) -> InputFormat? {
    guard let name = string(value, path) else { return nil }
    if let format = InputFormat(rawValue: name) { return format }
    let names = InputFormat.allCases.map(\.rawValue)
    let guess = didYouMean(name, among: names).map { "; did you mean \($0)?" } ?? ""
    error(
      "invalid-value", path, value,
      "\"\(escapedForMessage(name))\" is none of \(names.joined(separator: ", "))\(guess)")
    return nil
  }

  /// A column's name, or its number from 1.
  private mutating func column(_ value: JSONValue, _ path: JSONPath) -> ColumnName? {
    if let number = value.number.flatMap(Int.init(exactly:)), number >= 1 { return .number(number) }
    guard let name = value.string, !name.isEmpty else {
      wrongType(path, value, "a column's name, or its number from 1")
      return nil
    }
    return .name(name)
  }

  private mutating func wrongType(_ path: JSONPath, _ value: JSONValue, _ wanted: String) {
    error("wrong-type", path, value, "expected \(wanted), found \(value.kindName)")
  }

  private mutating func error(_ code: String, _ path: JSONPath, _ value: JSONValue, _ message: String) {
    diagnostics.append(
      Diagnostic(.error, code: code, path: path, position: value.position, message: message))
  }
}
