import CommandParts
import GoldenCases
import JSONDocument
import MapSettings

/// Takes pictures of a report as goldens, be it made here or downloaded from a server.
///
/// A report is data: only what a request that it names draws as a golden is written, and only pictures of its folder are taken.
struct GoldenAcceptance {
  private let folder: String
  private let cases: [JSONValue]
  private let goldens = GoldenDisk()

  init(_ folder: String) throws(Failure) {
    self.folder = folder
    let path = folder + "/report.json"
    let bytes = try rethrowing(goldens.read(path)) { (error: GoldenError) in
      Failure.input("\(error)", at: path)
    }
    guard let bytes else { throw .input("there is no report; name a folder of verify --report", at: path) }
    let text = try rethrowing(JSONText(parsing: bytes)) { (error: JSONError) in
      Failure.input("\(error.description)", at: path)
    }
    cases = (text.root["cases"]?.elements ?? []).filter { $0["files"]?["new"]?.string != nil }
  }

  func accept(_ names: [String], write: (String) -> Void) throws(Failure) -> Bool {
    func member(_ key: String, _ value: JSONValue) -> String { value[key]?.string ?? "" }
    var chosen = cases
    if !names.isEmpty {
      let wanted = names.map { goldens.identity(of: $0) }
      func matches(_ one: JSONValue, _ name: String) -> Bool {
        [member("name", one), member("request", one)].contains { goldens.identity(of: $0) == name }
      }
      for (name, path) in zip(names, wanted) where !cases.contains(where: { matches($0, path) }) {
        throw .input("the report has no picture for it; name a golden or a request that failed", at: name)
      }
      chosen = cases.filter { one in wanted.contains { matches(one, $0) } }
    }
    let finder = CaseFinder(chosen.map { member("request", $0) }, resources: FileLoader(), goldens: goldens)
    // The report may come from another platform.
    let drawn = Dictionary(
      grouping: finder.documents.flatMap(\.cases).flatMap { golden in golden.allPaths.map { (golden, $0) } }
    ) { goldens.key(of: $0.1) }
    var areAll = true
    for one in chosen {
      let name = member("name", one)
      let found = drawn[goldens.key(of: name)] ?? []
      do throws(GoldenError) {
        try accept(one, name, found)
        write("accepted        \(name)")
      } catch {
        areAll = false
        write("not accepted    \(name): \(error)")
      }
    }
    if chosen.isEmpty { write("the report has no picture to accept") }
    return areAll
  }

  private func accept(_ one: JSONValue, _ name: String, _ found: [(GoldenCase, path: String)])
    throws(GoldenError)
  {
    guard let (golden, path) = found.first, found.count == 1, golden.iconReader == nil else {
      throw .badCase("no request here draws this golden alone")
    }
    try copy(one["files"]?["new"]?.string ?? "", to: path, format: golden.format)
    if let markers = one["files"]?["markers"]?.string, let path = golden.markersPath {
      try copy(markers, to: path, format: nil)
    }
  }

  private func copy(_ name: String, to path: String, format: GoldenFormat?) throws(GoldenError) {
    guard ReportFolder.isOwn(name) else { throw .badCase("\(name) is no picture of the report") }
    guard let bytes = try goldens.read(folder + "/" + name) else {
      throw .unreadable("there is no \(folder)/\(name)")
    }
    guard format.map({ GoldenJudge.fingerprint(of: bytes, format: $0) != nil }) ?? true else {
      throw .damaged("\(name) cannot be read")
    }
    try goldens.write(bytes, to: path)
  }
}
