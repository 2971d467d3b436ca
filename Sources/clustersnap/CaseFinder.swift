import GoldenCases
import JSONDocument
import MapFeatures
import MapSession

/// What lies in the files and folders that `verify` was given.
struct CaseFinder {
  /// Requests, in the order given; those of a folder in the order of their names.
  private(set) var documents: [CaseDocument] = []
  /// Requests that cannot be read.
  private(set) var damaged: [GoldenOutcome] = []
  /// What was given and cannot be looked at.
  private(set) var problems: [Failure] = []
  /// JSON files that are no cases, a line each.
  private(set) var passedOver: [String] = []

  /// A folder that is written to, and in which no cases are looked for.
  var reportFolder: String?
  private var known: Set<String> = []
  /// Files that may be goldens, of folders that hold cases.
  private var candidates: [String] = []
  /// Folders in which a case lies.
  private var caseFolders: Set<String> = []

  /// Looks at a file or a folder.
  mutating func add(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      problems.append(.input(whyUnreadable(), at: path))
      return
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      addRequest(path, isNamed: true)
      return
    }
    let before = documents.count + damaged.count
    let problemsBefore = problems.count
    var folder = path
    while folder.hasSuffix("/") && folder != "/" { folder.removeLast() }
    let files = files(below: folder == "." ? "" : folder == "/" ? "/" : folder + "/")
    var isKnownFolder = false
    for file in files where file.hasSuffix(".json") {
      if known.contains(canonicalPath(file)) { isKnownFolder = true }
      addRequest(file, isNamed: false)
    }
    candidates += files.filter { file in GoldenFormat.allCases.contains { file.hasSuffix("." + $0.rawValue) }
    }
    if documents.count + damaged.count == before, problems.count == problemsBefore, !isKnownFolder {
      problems.append(
        .input("there is no case in this folder; a case is a request NAME.json beside NAME.png", at: path))
    }
  }

  /// Goldens in folders with cases that no case draws.
  var staleGoldens: [GoldenOutcome] {
    let used = Set((documents.flatMap { $0.cases.map(\.goldenPath) + $0.inputs }).map(canonicalPath))
    var told: Set<String> = []
    return candidates.filter { path in
      let (folder, name) = CaseFinder.split(path)
      // A case that cannot be read cannot say which goldens are its own.
      let isDoubtful = damaged.contains { outcome in
        let (owner, file) = CaseFinder.split(outcome.name)
        let stem = file.hasSuffix(".json") ? String(file.dropLast(5)) : file
        return owner == folder && (name.hasPrefix(stem + ".") || name.hasPrefix(stem + "-"))
      }
      return !isDoubtful && caseFolders.contains(folder) && !used.contains(canonicalPath(path))
        && told.insert(canonicalPath(path)).inserted
    }.map { GoldenOutcome(name: $0, golden: nil, verdict: .stale) }
  }

  private mutating func addRequest(_ path: String, isNamed: Bool) {
    guard known.insert(canonicalPath(path)).inserted else { return }
    let bytes: [UInt8]
    do throws(Failure) {
      bytes = try FileLoader().document(Resource(path: path, isFromDocument: true))
    } catch {
      damaged.append(
        GoldenOutcome(
          name: path, golden: nil, verdict: .notComparable(.badCase("\(path): error: \(error.message ?? "")"))
        ))
      return
    }
    if !isNamed, let root = try? JSONText(parsing: bytes).root, let kind = CaseDocument.foreignKind(of: root)
    {
      passedOver.append("\(path): this is \(kind), no case")
      return
    }
    do throws(GoldenError) {
      documents.append(try CaseDocument(parsing: bytes, path: path) { access($0, F_OK) == 0 })
      caseFolders.insert(CaseFinder.split(path).folder)
    } catch {
      damaged.append(GoldenOutcome(name: path, golden: nil, verdict: .notComparable(error)))
    }
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  /// All regular files below a folder, by name; nothing that begins with a dot, and no folder behind a link.
  ///
  /// - Parameter folder: ends with a slash, or is empty for the working folder.
  private mutating func files(below folder: String) -> [String] {
    if let reportFolder, canonicalPath(folder.isEmpty ? "." : folder) == reportFolder { return [] }
    guard let handle = opendir(folder.isEmpty ? "." : folder) else {
      problems.append(.input(whyUnreadable(), at: folder))
      return []
    }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)) {
          String(cString: $0)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    closedir(handle)
    var found: [String] = []
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      var status = stat()
      guard lstat(folder + name, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        found += files(below: folder + name + "/")
      } else if stat(folder + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
        found.append(folder + name)
      }
    }
    return found
  }
}
