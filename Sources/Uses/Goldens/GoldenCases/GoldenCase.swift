package import JSONDocument
import MapFeatures
import MapSettings

/// One golden and what should look like it: a view of a request, in one format.
package struct GoldenCase: Hashable, Sendable {
  package let requestPath: String
  /// The index of the view in the request, from 0.
  package let viewIndex: Int
  /// The line of the view in the request, from 1.
  package let line: Int
  package let format: GoldenFormat
  /// The golden of platforms that have none of their own.
  private let commonPath: String
  package var settings: GoldenSettings
  /// The ids of markers that are masked where they are drawn.
  package var maskedMarkers: [String] = []
  /// True for the second theme of a pair.
  package var isDark = false
  /// Pixels per point.
  package var scale = 1.0
  /// The platforms that have goldens of their own.
  package private(set) var platforms: [String] = []
  /// The golden that this platform has, or would have, for itself; `nil` for text and data, and where it is an input.
  package private(set) var platformPath: String?
  /// The file of markers beside a golden that is explained; `nil` for none.
  package var markersPath: String?
  /// The request that reads the golden's folder as icons, the golden among them; `nil` for none.
  package var iconReader: String?

  package init(
    requestPath: String, viewIndex: Int = 0, line: Int = 1, format: GoldenFormat, goldenPath: String,
    settings: GoldenSettings = .exact
  ) {
    (self.requestPath, self.viewIndex, self.line) = (requestPath, viewIndex, line)
    (self.format, commonPath, self.settings) = (format, goldenPath, settings)
  }

  /// The golden that is compared on this platform.
  package var goldenPath: String {
    platforms.contains(GoldenPlatform.name) ? path(of: GoldenPlatform.name) : commonPath
  }

  /// True if the case's markers are kept or masked.
  var needsMarkers: Bool { markersPath != nil || !maskedMarkers.isEmpty }

  /// The goldens of all platforms.
  package var allPaths: [String] { [commonPath] + GoldenPlatform.all.map(path) }

  private func path(of platform: String) -> String {
    "\(commonPath.dropLast(format.ending.count))\(platform).\(format.ending)"
  }

  /// Finds the platforms that have goldens of their own.
  fileprivate mutating func findPlatforms(_ files: NamedFiles, _ exists: (String) -> Bool) {
    guard format.isPixels else { return }
    let own = path(of: GoldenPlatform.name)
    platformPath = files.user(of: own) == nil ? own : nil
    platforms = GoldenPlatform.all.filter { platform in
      exists(path(of: platform)) && files.user(of: path(of: platform)) == nil
    }
  }
}

/// The platforms that may have goldens of their own, such as `map.linux-arm64.png` beside `map.png`.
package enum GoldenPlatform {
  static let all = ["linux", "macos"].flatMap { ["\($0)-arm64", "\($0)-x86_64"] }

  /// The platform of this process.
  package static var name: String {
    #if canImport(Darwin)
      let system = "macos"
    #else
      let system = "linux"
    #endif
    #if arch(arm64)
      return system + "-arm64"
    #else
      return system + "-x86_64"
    #endif
  }
}

/// A request with its goldens: `name.json` with `name.png`, `name.svg` or `name.geojson` beside it, one or more.
///
/// Of several views each has its own golden, named after the view: `name-VIEW.png`, or `name-2.png` for the second
/// view without a name.
package struct CaseDocument: Sendable {
  package let path: String
  package private(set) var cases: [GoldenCase] = []
  /// True for a story, whose golden is a film strip.
  package let isStory: Bool

  /// Finds the goldens of a request. None of the files that requests of the run name is a golden.
  package init(
    of text: JSONText, path: String, files: NamedFiles, exists: (String) -> Bool
  ) throws(GoldenError) {
    self.path = path
    let isStory = text.root["steps"] != nil
    self.isStory = isStory
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
    let known = GoldenFormat.allCases.filter { isStory ? [.png, .apng].contains($0) : $0 != .apng }
    if let other = settings.formats?.first(where: { !known.contains($0) }) {
      let cause = isStory ? "a story has png (a film strip) and apng (its film), and no" : "only stories have"
      throw .badCase("\(path): error: golden.formats: \(cause) \(other.rawValue)")
    }
    for (index, view) in request.views.enumerated() {
      let name = request.views.count == 1 ? stem : stem + "-" + CaseDocument.suffix(of: view, at: index)
      func goldens(_ format: GoldenFormat) -> [String] {
        // SVG holds both themes, and markers have none.
        let pair =
          format == .svg || format == .geojson
          ? [] : request.themes.map { "-" + SnapshotRequest.themeName($0) }
        return (pair.isEmpty ? [""] : pair).map { "\(folder)\(name)\($0).\(format.ending)" }
      }
      let markers = "\(folder)\(name).markers.json"
      let markersPath = settings.isExplained && !isStory && files.user(of: markers) == nil ? markers : nil
      let own = view.drawnFormat.flatMap { GoldenFormat(rawValue: $0.rawValue) }
      let free = known.filter { format in
        (GoldenFormat.ofNeighbors.contains(format) || format == own)
          && goldens(format).allSatisfy { files.user(of: $0) == nil }
      }
      let present = free.filter { goldens($0).contains(where: exists) }
      let formats =
        if let named = settings.formats { named } else {
          try CaseDocument.formats(of: view, name: name, free, present, path)
        }
      guard !formats.isEmpty else {
        throw .badCase(
          "\(path): error: requests name every file that could be the golden of \(name); rename the request")
      }
      for format in formats {
        let (ofView, maskedMarkers) = settings.ofView(view.name, as: format)
        for (theme, golden) in goldens(format).enumerated() {
          if let user = files.user(of: golden) {
            throw .badCase(
              "\(path): error: \(golden) is named in \(user), and no golden; rename it, or leave \(format.rawValue) out of golden.formats"
            )
          }
          var found = GoldenCase(
            requestPath: path, viewIndex: index, line: view.positions[""]?.line ?? 1, format: format,
            goldenPath: golden, settings: ofView)
          (found.maskedMarkers, found.isDark) = (maskedMarkers, theme == 1)
          found.scale = view.view.scale ?? 1
          found.markersPath = format == .geojson ? nil : markersPath
          found.iconReader = files.iconReader(of: golden)
          found.findPlatforms(files, exists)
          cases.append(found)
        }
      }
    }
  }

  /// The formats of a view's goldens where none are named: those that are there, else that of the view's own picture.
  private static func formats(
    of view: SnapshotRequest.View, name: String, _ free: [GoldenFormat], _ present: [GoldenFormat],
    _ path: String
  ) throws(GoldenError) -> [GoldenFormat] {
    guard let own = view.drawnFormat, let golden = GoldenFormat(rawValue: own.rawValue) else {
      return present.isEmpty ? Array(free.prefix(1)) : present
    }
    // Another format is the golden where the picture's own file has that name.
    let isFree = free.contains(golden)
    if present.isEmpty { return isFree ? [golden] : Array(free.prefix(1)) }
    let pictures = present.filter { $0 != .geojson }
    if pictures.isEmpty || !isFree || pictures.contains(golden) { return present }
    let cause = view.format == nil ? "output is \(view.path ?? "")" : "format is \(own.rawValue)"
    let first = pictures.first ?? .png
    throw .badCase(
      "\(path):\(view.positions[""]?.line ?? 1): error: \(cause), but the golden of \(name) is \(first.rawValue); name what is compared, such as \"golden\": {\"formats\": [\"\(first.rawValue)\"]}"
    )
  }

  package func only(_ isChosen: (GoldenCase) -> Bool) -> CaseDocument? {
    var chosen = self
    chosen.cases = cases.filter(isChosen)
    return chosen.cases.isEmpty ? nil : chosen
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
