import CairoCanvas
import FileResources
import JSONDocument
import MapSession
import Parallel
import TileSources

/// A session of the C interface, and the requests that were made of it.
final class LibrarySession: Sendable {
  let loader: FileLoader
  let session: MapSession
  private let requests = Mutex<(running: [ObjectIdentifier: LibraryRequest], isClosed: Bool)>(([:], false))

  /// Reads options, in JSON.
  init(_ options: JSONValue?) throws(SessionError) {
    var settings = MapSession.Options()
    let known = ["threads", "budget", "root", "network", "ownsFonts"]
    for member in options?.members ?? [] where !known.contains(member.key) {
      throw .input("there is no option \(escapedForMessage(member.key)); there are \(listForMessage(known))")
    }
    func whole(_ name: String, from least: Int) throws(SessionError) -> Int? {
      guard let value = options?[name] else { return nil }
      guard let number = value.number, let whole = Int(exactly: number), whole >= least else {
        throw .input("\(name): expected a whole number from \(least), found \(value.kindName); correct it")
      }
      return whole
    }
    settings.threads = try whole("threads", from: 1) ?? settings.threads
    settings.budget = try whole("budget", from: 0) ?? settings.budget
    if options?["ownsFonts"]?.bool == true { _ = FontConfiguration.replaceProcessConfiguration() }
    let root = options?["root"]?.string
    var network = TileOptions(userAgent: "clustersnap")
    // Whoever calls the library wrote its requests, or chose them, unless they are kept below a folder.
    network.requestsMayAllowPrivateNetworks = root == nil
    loader = FileLoader(
      root: root, mapsFiles: false, network: options?["network"]?.bool == false ? nil : network)
    session = MapSession(resources: loader, options: settings)
  }

  /// Keeps a request that runs; false where the session is closed.
  func begin(_ request: LibraryRequest) -> Bool {
    requests.withLock { state in
      if !state.isClosed { state.running[ObjectIdentifier(request)] = request }
      return !state.isClosed
    }
  }

  func end(_ request: LibraryRequest) {
    requests.withLock { _ = $0.running.removeValue(forKey: ObjectIdentifier(request)) }
  }

  var isClosed: Bool { requests.withLock { $0.isClosed } }

  func close() {
    let running = requests.withLock { state in
      state.isClosed = true
      return Array(state.running.values)
    }
    for request in running { request.cancel() }
  }
}
