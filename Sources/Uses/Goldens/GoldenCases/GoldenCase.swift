package import JSONDocument
import MapFeatures
import MapSettings

/// One golden and what should look like it: a view of a request, in one format.
package struct GoldenCase: Hashable, Sendable {
  package let requestPath: String
  /// The index of the view in the request, from 0.
  package var viewIndex = 0
  /// The line of the view in the request, from 1.
  package var line = 1
  package let format: GoldenFormat
  package let goldenPath: String
  package var settings = GoldenSettings.exact
  /// The file of markers beside a golden that is explained; `nil` for none.
  package var markersPath: String?
  /// The request that reads the golden's folder as icons, the golden among them; `nil` for none.
  package var iconReader: String?
}

/// A request with its goldens: `name.json` with `name.png`, `name.svg` or `name.geojson` beside it, one or more.
///
/// Of several views each has its own golden, named after the view: `name-VIEW.png`, or `name-2.png` for the second
/// view without a name.
package struct CaseDocument: Sendable {
  package let path: String
  package let cases: [GoldenCase]
  /// True for a story, whose golden is a film strip.
  package let isStory: Bool

  /// Finds the goldens of a request. None of the files that requests of the run name is a golden.
  package init(
    of text: JSONText, path: String, files: NamedFiles, exists: (String) -> Bool
  ) throws(GoldenError) {
    self.path = path
    isStory = text.root["steps"] != nil
    if let kind = CaseDocument.foreignKind(of: text.root) {
      throw .badCase("\(path): error: this is \(kind), no case; name a request")
    }
    // A story is read when it is played.
    let (request, diagnostics) = isStory ? (SnapshotRequest.ofStory, []) : SnapshotRequest.parse(text)
    let (settings, notes) = GoldenSettings.parse(text.root["golden"])
    let errors = (diagnostics + notes).filter { $0.severity == .error }
    if let first = errors.first {
      let more = errors.count > 1 ? ", and \(errors.count - 1) more" : ""
      throw .badCase(first.text(file: path) + more)
    }
    guard let request, let settings else { throw .badCase("\(path): error: this is no case") }
    let (folder, stem) = (Resource.folderPrefix(of: path), requestStem(of: path))
    var cases: [GoldenCase] = []
    for (index, view) in request.views.enumerated() {
      let name = request.views.count == 1 ? stem : stem + "-" + CaseDocument.suffix(of: view, at: index)
      func golden(_ format: GoldenFormat) -> String { "\(folder)\(name).\(format.rawValue)" }
      let markers = "\(folder)\(name).markers.json"
      let markersPath = settings.isExplained && !isStory && files.user(of: markers) == nil ? markers : nil
      let known: [GoldenFormat] = isStory ? [.png] : GoldenFormat.allCases
      if let other = settings.formats?.first(where: { !known.contains($0) }) {
        throw .badCase(
          "\(path): error: golden.formats: a story has a film strip as PNG, and no \(other.rawValue)")
      }
      let free = known.filter { files.user(of: golden($0)) == nil }
      let present = free.filter { exists(golden($0)) }
      let formats =
        if let named = settings.formats { named } else {
          try CaseDocument.formats(of: view, name: name, free, present, path)
        }
      guard !formats.isEmpty else {
        throw .badCase(
          "\(path): error: requests name every file that could be the golden of \(name); rename the request")
      }
      for format in formats {
        let path = golden(format)
        if let user = files.user(of: path) {
          throw .badCase(
            "\(self.path): error: \(path) is named in \(user), and no golden; rename it, or leave \(format.rawValue) out of golden.formats"
          )
        }
        cases.append(
          GoldenCase(
            requestPath: self.path, viewIndex: index, line: view.positions[""]?.line ?? 1, format: format,
            goldenPath: path, settings: settings,
            markersPath: format == .geojson ? nil : markersPath, iconReader: files.iconReader(of: path)))
      }
    }
    self.cases = cases
  }

  /// The formats of a view's goldens where none are named: those that are there, else that of the view's own picture.
  private static func formats(
    of view: SnapshotRequest.View, name: String, _ free: [GoldenFormat], _ present: [GoldenFormat],
    _ path: String
  ) throws(GoldenError) -> [GoldenFormat] {
    let ending = view.path.flatMap { $0.split(separator: ".").last?.lowercased() } ?? ""
    let own = view.format ?? PictureFormat(ending: ending)
    let golden = own.map { GoldenFormat(rawValue: $0.rawValue) }
    let pictures = present.filter { $0 != .geojson }
    guard let own, let golden else { return present.isEmpty ? Array(free.prefix(1)) : present }
    if present.isEmpty, let golden { return free.contains(golden) ? [golden] : Array(free.prefix(1)) }
    // Another format is the golden where the picture's own file has that name.
    let isTaken = golden.map { !free.contains($0) } == true
    if !present.isEmpty, pictures.isEmpty || isTaken || golden.map(pictures.contains) == true {
      return present
    }
    let cause = view.format == nil ? "output is \(view.path ?? "")" : "format is \(own.rawValue)"
    let first = pictures.first ?? .png
    throw .badCase(
      "\(path):\(view.positions[""]?.line ?? 1): error: \(cause), but the golden of \(name) is \(first.rawValue); name what is compared, such as \"golden\": {\"formats\": [\"\(first.rawValue)\"]}"
    )
  }

  private init(path: String, cases: [GoldenCase], isStory: Bool) {
    (self.path, self.cases, self.isStory) = (path, cases, isStory)
  }

  package func only(_ isChosen: (GoldenCase) -> Bool) -> CaseDocument? {
    let chosen = cases.filter(isChosen)
    return chosen.isEmpty ? nil : CaseDocument(path: path, cases: chosen, isStory: isStory)
  }

  /// The kind of a JSON file that is no case: a style, GeoJSON, a report or the index of a sprite, in words.
  package static func foreignKind(of root: JSONValue) -> String? {
    if root["version"]?.number == 8 && root["layers"] != nil { return "a style" }
    if root["sources"] == nil, let type = root["type"]?.string { return "GeoJSON of type \(type)" }
    if root["summary"] != nil && root["cases"] != nil { return "a report" }
    let sides = ["x", "y", "width", "height"]
    if let images = root.members, !images.isEmpty,
      images.allSatisfy({ image in sides.allSatisfy { image.value[$0]?.number != nil } })
    {
      return "the index of a sprite"
    }
    return nil
  }

  static let requestKeys = Set(
    (SnapshotRequest.members + SnapshotRequest.viewDescriptions).map(\.name) + SnapshotRequest.sourceKeys)

  /// The suffix that a view adds to the name of its golden; nothing that would lead into another folder.
  private static func suffix(of view: SnapshotRequest.View, at index: Int) -> String {
    guard let name = view.name, !name.isEmpty else { return "\(index + 1)" }
    return String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { scalar in
          scalar.value < 0x20 || ["/", "\\", ":"].contains(scalar) ? "-" : scalar
        }))
  }
}

extension SnapshotRequest {
  fileprivate static let ofStory: SnapshotRequest? = SnapshotRequest(
    views: [View(view: ViewOptions(), output: OutputSettings())])
}
