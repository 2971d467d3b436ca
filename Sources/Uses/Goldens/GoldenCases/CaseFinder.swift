import JSONDocument
package import MapFeatures
package import MapSession
import MapSettings

package struct CaseFinder {
  /// Requests, in the order given; those of a folder in the order of their names.
  package private(set) var documents: [CaseDocument] = []
  package private(set) var damaged: [GoldenOutcome] = []
  package private(set) var problems: [SessionError] = []
  /// JSON files that are no cases, a line each.
  package private(set) var passedOver: [String] = []

  private let resources: any ResourceLoader
  private let goldens: any GoldenFiles
  private let reportFolder: String?
  private var files: NamedFiles
  private var drafts: [Draft] = []
  /// The drafts by the bytes of their canonical paths.
  private var known: [[UInt8]: Int] = [:]
  /// Files that may be goldens, of folders that hold cases.
  private var candidates: [String] = []
  private var caseFolders: Set<String> = []
  private var folders: [String] = []

  private struct Draft {
    let path: String
    let text: Result<JSONText, GoldenError>
    var isNamed: Bool
  }

  /// Looks at files and folders, but for the folder that a report is written to.
  ///
  /// The files that requests name are collected before any request becomes a case: a source of one is no golden of
  /// another.
  package init(
    _ paths: [String], resources: any ResourceLoader, goldens: any GoldenFiles, reportFolder: String? = nil
  ) {
    (self.resources, self.goldens, self.reportFolder) = (resources, goldens, reportFolder)
    files = NamedFiles(identity: goldens.identity) { path in
      try? resources.document(Resource(path: path, isFromDocument: true))
    }
    var searched: [(path: String, found: [String])] = []
    for path in paths {
      if let found = look(at: path) { searched.append((path, found)) }
    }
    // Reports and lists of files name goldens, too, and read none.
    let requests = drafts.compactMap { draft in
      (try? draft.text.get()).flatMap { names(of: $0.root, draft) ? (root: $0.root, path: draft.path) : nil }
    }
    for request in requests { files.add(request.root, of: request.path) }
    for draft in drafts { judge(draft) }
    drafts = []
    let cases = Set((documents.map(\.path) + damaged.map(\.name)).map(identity))
    for (path, found) in searched where !found.contains(where: { cases.contains(identity($0)) }) {
      problems.append(
        .input("there is no case in this folder; a case is a request NAME.json beside NAME.png", at: path))
    }
  }

  /// Goldens in folders with cases that no case draws.
  package var staleGoldens: [GoldenOutcome] {
    let used = Set(documents.flatMap { $0.cases.flatMap(\.allPaths) }.map(identity))
    var reported: Set<[UInt8]> = []
    return candidates.filter { path in
      let (home, name) = (Resource.folder(of: path), Resource.fileName(of: path))
      // A case that cannot be read cannot name the goldens that are its own.
      let isDoubtful = damaged.contains { outcome in
        let stem = requestStem(of: outcome.name)
        return outcome.folder == home && (name.hasPrefix(stem + ".") || name.hasPrefix(stem + "-"))
      }
      return !isDoubtful && caseFolders.contains(home) && !used.contains(identity(path))
        && files.user(of: path) == nil && files.iconReader(of: path) == nil
        && reported.insert(identity(path)).inserted
    }.map { GoldenOutcome(name: $0, golden: nil, verdict: .stale) }
  }

  /// The versions of all files that are cases or goldens or may be named by cases, and the files of the folders searched: another
  /// value where any of them changed.
  package var state: [AnyHashable] {
    let goldens = documents.flatMap { $0.cases.map(\.goldenPath) }
    let versions = Set(known.keys.map { String(decoding: $0, as: UTF8.self) } + goldens).union(
      files.mentioned
    ).sorted().map {
      resources.version(of: Resource(path: $0, isFromDocument: true))
    }
    let names = folders.map { (try? resources.names(in: $0, limit: .max)) ?? [] }
    return [versions, names]
  }

  /// Returns the JSON files of a folder that could be searched; `nil` for a file, and where there are problems.
  private mutating func look(at path: String) -> [String]? {
    switch resources.kind(of: path, followingLinks: true) {
    case .folder: break
    case .file, .other:
      draft(path, isNamed: true)
      return nil
    case .missing:
      do throws(ResourceError) {
        _ = try resources.bytes(of: Resource(path: path, isFromDocument: true), in: 0..<0, limit: 0)
      } catch {
        problems.append(.input("\(error.reason)", at: path))
      }
      return nil
    }
    let problemsBefore = problems.count
    var folder = path
    while folder.hasSuffix("/") && folder != "/" { folder.removeLast() }
    let files = files(below: folder == "." ? "" : folder == "/" ? "/" : folder + "/")
    let requests = files.filter { $0.hasSuffix(".json") }
    for file in requests { draft(file, isNamed: false) }
    // A page or a photograph beside cases need not be theirs.
    candidates += files.filter { GoldenFormat(ofFile: $0).map(GoldenFormat.ofNeighbors.contains) == true }
    return problems.count == problemsBefore ? requests : nil
  }

  private mutating func draft(_ path: String, isNamed: Bool) {
    let key = identity(path)
    if let number = known[key] {
      if isNamed { drafts[number].isNamed = true }
      return
    }
    known[key] = drafts.count
    let text = Result { () throws(GoldenError) in
      let resource = Resource(path: path, isFromDocument: true)
      let bytes = try rethrowing(resources.document(resource)) { (error: SessionError) in
        GoldenError.badCase("\(path): error: \(error.message ?? "")")
      }
      return try rethrowing(JSONText(parsing: bytes)) { (error: JSONError) in
        GoldenError.badCase(error.diagnostic.text(file: path))
      }
    }
    drafts.append(Draft(path: path, text: text, isNamed: isNamed))
  }

  private mutating func judge(_ draft: Draft) {
    let path = draft.path
    do throws(GoldenError) {
      if !draft.isNamed, files.isNamed(path) { return }
      let text = try draft.text.get()
      if !draft.isNamed, let reason = reasonForNoCase(text.root, path) {
        passedOver.append("\(path): \(reason), no case")
        return
      }
      documents.append(
        try CaseDocument(of: text, path: path, files: files) { [resources] in
          resources.kind(of: $0, followingLinks: true) != .missing
        })
      caseFolders.insert(Resource.folder(of: path))
    } catch {
      damaged.append(GoldenOutcome(name: path, golden: nil, verdict: .notComparable(error)))
    }
  }

  /// True if the files that a JSON file names are read: those of requests and stories, be they wrong.
  private func names(of root: JSONValue, _ draft: Draft) -> Bool {
    if draft.isNamed || root["steps"] != nil { return true }
    return reasonForNoCase(root, draft.path) == nil
  }

  /// Reason why a JSON file of a folder is no case; `nil` for a request, even a wrong one.
  private func reasonForNoCase(_ root: JSONValue, _ path: String) -> String? {
    if let kind = CaseDocument.foreignKind(of: root) { return "this is \(kind)" }
    let stem = Resource.folderPrefix(of: path) + requestStem(of: path)
    let hasGolden = GoldenFormat.ofNeighbors.contains { format in
      let golden = "\(stem).\(format.ending)"
      return files.user(of: golden) == nil && resources.kind(of: golden, followingLinks: true) == .file
    }
    if hasGolden || root["golden"] != nil { return nil }
    if root["steps"] != nil { return "this is a story without a golden" }
    let keys = root.members?.map(\.key) ?? []
    // A name is a member of anything.
    let known = keys.count { $0 != "name" && CaseDocument.requestKeys.contains($0) }
    return known > 0 && 2 * known >= keys.count ? nil : "this is no request"
  }

  /// All regular files below a folder, which ends with a slash or is empty, by name; nothing that begins with a dot,
  /// and no folder behind a link.
  private mutating func files(below folder: String) -> [String] {
    if let reportFolder, goldens.identity(of: folder.isEmpty ? "." : folder) == reportFolder { return [] }
    let names: [String]
    do throws(ResourceError) {
      names = try resources.names(in: folder.isEmpty ? "." : folder, limit: .max)
    } catch {
      problems.append(.input("\(error.reason)", at: folder))
      return []
    }
    folders.append(folder.isEmpty ? "." : folder)
    var found: [String] = []
    for name in names {
      switch resources.kind(of: folder + name, followingLinks: false) {
      case .folder: found += files(below: folder + name + "/")
      case .file: found.append(folder + name)
      case .other:
        if resources.kind(of: folder + name, followingLinks: true) == .file { found.append(folder + name) }
      case .missing:
        // A name that is no UTF-8 was repaired while it was read, so that the file is not found under it.
        let mayBelongToCase =
          !name.contains(".") || name.hasSuffix(".json") || GoldenFormat(ofFile: name) != nil
        if mayBelongToCase, name.unicodeScalars.contains("\u{FFFD}") {
          problems.append(.input("the name is not UTF-8; rename the file", at: folder + name))
        }
      }
    }
    return found
  }

  private func identity(_ path: String) -> [UInt8] { files.key(of: path) }
}
