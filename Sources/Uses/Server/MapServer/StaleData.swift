import CSystem
import MapFeatures
import MapSession

// Files of data that broke while they are served.
extension MapServer {
  private var broken: BrokenFiles { resources.broken }

  /// The name of the data that an error is about, if its file is broken whoever reads it; `nil` where the request is at fault.
  ///
  /// The file is read once more as the folder has it: what an address or a body sets may make any file unreadable.
  func brokenName(_ error: SessionError) async -> String? {
    guard let resource = error.unreadInput, case .path(let path) = resource.location else { return nil }
    let folder = state.withLock { $0.folder }
    let sources = folder.sources(at: path)
    let name = sources.first?.name ?? folder.relative(path)
    guard let version = resources.base.version(of: resource) else {
      // A database has no version, nor has a file that is gone; its address is shown to nobody.
      guard !sources.isEmpty, Resource.isDatabase(path) || path.hasPrefix(root + "/") else { return nil }
      options.warn("\(name): \(folderText(error.message ?? ""))")
      return name
    }
    if broken[version] != nil { return name }
    return await read(resource, version, name) ? nil : name
  }

  /// Reads a file as it is now; false for a file that is broken, which is noted.
  private func read(_ resource: Resource, _ version: ResourceVersion, _ name: String) async -> Bool {
    guard case .path(let path) = resource.location else { return true }
    let start = ContinuousClock.now
    let sources = state.withLock { $0.folder }.sources(at: path)
    var reason: String?
    for (name, source) in sources.isEmpty ? [(name, SiteIndex.Source(path: path))] : sources {
      var map = MapSpecification()
      source.fill(name, of: &map)
      map.clustering = source.clustering
      map.basemaps = ["none"]
      map.resources = options.resources
      do throws(SessionError) {
        try await fresh.read(map)
        return true
      } catch {
        guard error.unreadInput != nil else { return true }
        reason = reason ?? error.message
      }
    }
    // What another program writes to is read again at once.
    guard resources.base.version(of: resource) == version else { return true }
    let good = session.hold(version)
    let isNew = broken[version] == nil
    let since = broken.all.first { $0.version.identity == version.identity }?.since ?? start
    broken.add(
      .init(
        resource: resource, version: version, good: good, name: name, reason: reason ?? "it cannot be read",
        since: since, next: .now + max(.seconds(10), (.now - start) * 20)))
    guard isNew else { return false }
    options.warn(
      "\(name): \(folderText(reason ?? "")); \(good == nil ? "it is answered with 503" : "what was read of it last is shown") until it can be read"
    )
    return false
  }

  func readAgain() {
    for file in broken.due(where: { resources.base.version(of: $0.resource) != $0.version }) {
      Task.detached { [self] in
        let version = resources.base.version(of: file.resource)
        if let version, await !read(file.resource, version, file.name) { return }
        broken.remove(file)
        session.release(file.version)
        options.warn("\(file.name): the file \(version == nil ? "is gone" : "is read again")")
      }
    }
  }

  func staleSeconds(_ names: AnswerNames) -> Int? {
    guard !broken.isEmpty else { return nil }
    let good = broken.all.compactMap(\.good)
    let modified = state.withLock { $0.folder }.state(of: names)?.oldest(of: good)
    return modified.map { max(0, time(nil) - $0 / 1_000_000_000) }
  }

  func folderText(_ text: String) -> String {
    text.replacing(root + "/", with: "").replacing(root, with: ".")
  }
}
