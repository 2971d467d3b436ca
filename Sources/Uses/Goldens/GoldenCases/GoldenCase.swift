public import JSONDocument
import MapFeatures
public import MapSettings

/// One golden and what should look like it: a view of a request, in one format.
public struct GoldenCase: Hashable, Sendable {
  /// The path of the request's file.
  public let requestPath: String
  /// The index of the view in the request, from 0.
  public let viewIndex: Int
  /// The format of the golden.
  public let format: GoldenFormat
  /// The golden's file, beside the request.
  public let goldenPath: String
  /// The settings of the comparison.
  public let settings: GoldenSettings

  /// One golden and what should look like it.
  public init(
    requestPath: String, viewIndex: Int = 0, format: GoldenFormat, goldenPath: String,
    settings: GoldenSettings = .exact
  ) {
    (self.requestPath, self.viewIndex, self.format) = (requestPath, viewIndex, format)
    (self.goldenPath, self.settings) = (goldenPath, settings)
  }
}

/// A request with its goldens: `name.json` with `name.png`, `name.svg` or `name.geojson` beside it, one or more.
///
/// Where a request has several views, each has its own, named after it: `name-VIEW.png`, or `name-2.png` for the second
/// view without a name.
public struct CaseDocument: Sendable {
  /// The path of the request's file.
  public let path: String
  /// Its goldens, view by view.
  public let cases: [GoldenCase]
  /// Files that the request draws from; they lie beside it, but are no goldens.
  public let inputs: [String]

  /// Finds the goldens of a request.
  ///
  /// - Parameters:
  ///   - exists: whether there is something at a path.
  /// - Throws: ``GoldenError/badCase(_:)`` with place and words of the first error.
  public init(
    parsing bytes: [UInt8], path: String, exists: (String) -> Bool
  ) throws(GoldenError) {
    let text = try rethrowing(JSONText(parsing: bytes)) { (error: JSONError) in
      GoldenError.badCase(error.diagnostic.text(file: path))
    }
    if let kind = CaseDocument.foreignKind(of: text.root) {
      throw .badCase("\(path): error: this is \(kind), no case; name a request")
    }
    let (request, diagnostics) = SnapshotRequest.parse(text)
    let (settings, notes) = GoldenSettings.parse(request?.golden ?? text.root["golden"])
    let errors = (diagnostics + notes).filter { $0.severity == .error }
    if let first = errors.first {
      let more = errors.count > 1 ? ", and \(errors.count - 1) more" : ""
      throw .badCase(first.text(file: path) + more)
    }
    guard let request, let settings else { throw .badCase("\(path): error: this is no case") }
    let (folder, stem) = (Resource.folderPrefix(of: path), requestStem(of: path))
    let inputs =
      ((request.sources.filter { $0.content == nil } + request.cells).map(\.path) + request.basemaps
      + (request.style.map { [$0] } ?? []))
      .map {
        folder + $0
      }
    var cases: [GoldenCase] = []
    for (index, view) in request.views.enumerated() {
      let name = request.views.count == 1 ? stem : stem + "-" + CaseDocument.suffix(of: view, at: index)
      func place(_ format: GoldenFormat) -> String { "\(folder)\(name).\(format.rawValue)" }
      let present = GoldenFormat.allCases.filter { !inputs.contains(place($0)) && exists(place($0)) }
      let formats = settings.formats ?? (present.isEmpty ? [.png] : present)
      for format in formats {
        guard !inputs.contains(place(format)) else {
          throw .badCase("\(path): error: \(place(format)) is the request's own input; rename one of them")
        }
        cases.append(
          GoldenCase(
            requestPath: path, viewIndex: index, format: format, goldenPath: place(format), settings: settings
          ))
      }
    }
    self.path = path
    self.cases = cases
    self.inputs = inputs
  }

  /// The kind of a JSON file that is no case: a style or GeoJSON, in words.
  ///
  /// A folder of goldens may hold both as inputs of its requests.
  public static func foreignKind(of root: JSONValue) -> String? {
    if root["version"]?.number == 8 && root["layers"] != nil { return "a style" }
    if root["sources"] == nil, let type = root["type"]?.string { return "GeoJSON of type \(type)" }
    if root["summary"] != nil && root["cases"] != nil { return "a report" }
    return nil
  }

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
