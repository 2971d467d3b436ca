import CairoCanvas
import FileResources
import JSONDocument
import MapSession
import Parallel
import TileSources

final class LibrarySession: Sendable {
  let loader: FileLoader
  let session: MapSession
  private let requests = Mutex<(running: [ObjectIdentifier: LibraryRequest], isClosed: Bool)>(([:], false))

  init(_ options: JSONValue) throws(SessionError) {
    var settings = MapSession.Options()
    let known = ["threads", "budget", "root", "network", "ownsFonts"]
    guard let members = options.members else {
      throw .input("options: expected an object, found \(options.kindName); correct it")
    }
    for member in members where !known.contains(member.key) {
      throw .input("there is no option \(escapedForMessage(member.key)); there are \(listForMessage(known))")
    }
    func read<Value>(
      _ name: String, _ expected: String, _ value: (JSONValue) -> Value?
    ) throws(SessionError) -> Value? {
      guard let given = options[name] else { return nil }
      guard let value = value(given) else {
        throw .input("\(name): expected \(expected), found \(given.kindName); correct it")
      }
      return value
    }
    func whole(_ name: String, from least: Int) throws(SessionError) -> Int? {
      try read(name, "a whole number from \(least)") {
        $0.number.flatMap { Int(exactly: $0) }.flatMap { $0 >= least ? $0 : nil }
      }
    }
    settings.threads = try whole("threads", from: 1) ?? settings.threads
    settings.budget = try whole("budget", from: 0) ?? settings.budget
    let root = try read("root", "the path of a folder") { $0.string.flatMap { $0.isEmpty ? nil : $0 } }
    let hasNetwork = try read("network", "true or false", \.bool) ?? true
    if try read("ownsFonts", "true or false", \.bool) ?? false {
      _ = FontConfiguration.replaceProcessConfiguration()
    }
    var network = TileOptions(userAgent: "clustersnap")
    // Whoever calls the library wrote its requests, or chose them, unless they are kept below a folder.
    network.requestsMayAllowPrivateNetworks = root == nil
    loader = FileLoader(root: root, mapsFiles: false, network: hasNetwork ? network : nil)
    session = MapSession(resources: loader, options: settings)
  }

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
