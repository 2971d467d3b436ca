import JSONDocument
public import MapFeatures
public import MapSession
import MapSettings

/// Finds the cases in files and folders.
public struct CaseFinder {
  /// Requests, in the order given; those of a folder in the order of their names.
  public private(set) var documents: [CaseDocument] = []
  /// Requests that cannot be read.
  public private(set) var damaged: [GoldenOutcome] = []
  /// The arguments that cannot be looked at.
  public private(set) var problems: [SessionError] = []
  /// JSON files that are no cases, a line each.
  public private(set) var passedOver: [String] = []

  /// A folder that is written to, and in which no cases are looked for.
  public var reportFolder: String?
  private let resources: any ResourceLoader
  private let goldens: any GoldenFiles
  private var known: Set<String> = []
  /// Files that may be goldens, of folders that hold cases.
  private var candidates: [String] = []
  /// Folders in which a case lies.
  private var caseFolders: Set<String> = []

  /// A finder that has looked at nothing yet.
  ///
  /// - Parameters:
  ///   - resources: lists folders and opens requests.
  ///   - goldens: finds the paths that are one file.
  public init(resources: any ResourceLoader, goldens: any GoldenFiles) {
    (self.resources, self.goldens) = (resources, goldens)
  }

  /// Looks at a file or a folder.
  public mutating func add(_ path: String) {
    switch resources.kind(of: path, followingLinks: true) {
    case .folder: break
    case .file, .other:
      addRequest(path, isNamed: true)
      return
    case .missing:
      do throws(ResourceError) {
        _ = try resources.bytes(of: Resource(path: path, isFromDocument: true), in: 0..<0, limit: 0)
      } catch {
        problems.append(.input("\(error.reason)", at: path))
      }
      return
    }
    let before = documents.count + damaged.count
    let problemsBefore = problems.count
    var folder = path
    while folder.hasSuffix("/") && folder != "/" { folder.removeLast() }
    let files = files(below: folder == "." ? "" : folder == "/" ? "/" : folder + "/")
    var isKnownFolder = false
    for file in files where file.hasSuffix(".json") {
      if known.contains(identity(file)) { isKnownFolder = true }
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
  public var staleGoldens: [GoldenOutcome] {
    let used = Set((documents.flatMap { $0.cases.map(\.goldenPath) + $0.inputs }).map(identity))
    var reported: Set<String> = []
    return candidates.filter { path in
      let (home, name) = (folder(of: path), fileName(of: path))
      // A case that cannot be read cannot name the goldens that are its own.
      let isDoubtful = damaged.contains { outcome in
        let stem = requestStem(of: outcome.name)
        return outcome.folder == home && (name.hasPrefix(stem + ".") || name.hasPrefix(stem + "-"))
      }
      return !isDoubtful && caseFolders.contains(home) && !used.contains(identity(path))
        && reported.insert(identity(path)).inserted
    }.map { GoldenOutcome(name: $0, golden: nil, verdict: .stale) }
  }

  private mutating func addRequest(_ path: String, isNamed: Bool) {
    guard known.insert(identity(path)).inserted else { return }
    do throws(GoldenError) {
      let resource = Resource(path: path, isFromDocument: true)
      let bytes = try rethrowing(resources.document(resource)) { (error: SessionError) in
        GoldenError.badCase("\(path): error: \(error.message ?? "")")
      }
      if !isNamed, let root = try? JSONText(parsing: bytes).root,
        let kind = CaseDocument.foreignKind(of: root)
      {
        passedOver.append("\(path): this is \(kind), no case")
        return
      }
      documents.append(
        try CaseDocument(parsing: bytes, path: path) { [resources] in
          resources.kind(of: $0, followingLinks: true) != .missing
        })
      caseFolders.insert(folder(of: path))
    } catch {
      damaged.append(GoldenOutcome(name: path, golden: nil, verdict: .notComparable(error)))
    }
  }

  /// All regular files below a folder, by name; nothing that begins with a dot, and no folder behind a link.
  ///
  /// - Parameter folder: ends with a slash, or is empty for the working folder.
  private mutating func files(below folder: String) -> [String] {
    if let reportFolder, identity(folder.isEmpty ? "." : folder) == reportFolder { return [] }
    let names: [String]
    do throws(ResourceError) {
      names = try resources.names(in: folder.isEmpty ? "." : folder, limit: .max)
    } catch {
      problems.append(.input("\(error.reason)", at: folder))
      return []
    }
    var found: [String] = []
    for name in names {
      switch resources.kind(of: folder + name, followingLinks: false) {
      case .folder: found += files(below: folder + name + "/")
      case .file: found.append(folder + name)
      case .other:
        if resources.kind(of: folder + name, followingLinks: true) == .file { found.append(folder + name) }
      case .missing:
        // A name that is no UTF-8 was repaired while it was read, so that the file is not found under it.
        if name.unicodeScalars.contains("\u{FFFD}"), mayBelongToCase(name) {
          problems.append(.input("the name is not UTF-8; rename the file", at: folder + name))
        }
      }
    }
    return found
  }

  /// True if a name may be that of a request, a golden or a folder of them.
  private func mayBelongToCase(_ name: String) -> Bool {
    !name.contains(".") || name.hasSuffix(".json")
      || GoldenFormat.allCases.contains { name.hasSuffix("." + $0.rawValue) }
  }

  private func identity(_ path: String) -> String { goldens.identity(of: path) }
}
