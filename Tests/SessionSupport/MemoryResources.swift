package import Dispatch
package import MapFeatures
package import MapGeometry
import Parallel

/// Bytes in memory that count how often they are lent: once for each block that is scanned, and once for each record
/// whose properties are read on demand.
package final class LentBytes: ByteSource {
  private let bytes: [UInt8]
  private let counter = Mutex(0)
  private let changed = Mutex<String?>(nil)

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Makes the file look written to since it was opened.
  package func change(_ name: String) { changed.withLock { $0 = name } }

  package func changedFile() -> String? { changed.withLock { $0 } }

  package var count: Int { bytes.count }

  /// How often the bytes were lent.
  package var lent: Int { counter.withLock { $0 } }

  package func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    counter.withLock { $0 += 1 }
    return try bytes.withUnsafeBytes(body)
  }
}

/// Files in memory, with a count of how often each was opened, and gates that hold an opening back.
package final class MemoryResources: ResourceLoader {
  private struct File {
    var bytes: [UInt8]
    var modified: Int
  }

  private struct State {
    var files: [String: File] = [:]
    var opened: [String: Int] = [:]
    var contents: [String: LentBytes] = [:]
    var tiles: [String: [TileID: [UInt8]]] = [:]
    var brokenTiles: Set<TileID> = []
    var queries: [[TileID]] = []
    var limits: [NetworkLimits] = []
    var gates: [String: (entered: DispatchSemaphore, opens: DispatchSemaphore)] = [:]
  }

  private let state = Mutex(State())

  package init(_ files: [String: String]) {
    state.withLock { state in
      for (path, text) in files { state.files[path] = File(bytes: Array(text.utf8), modified: 1) }
    }
  }

  /// Replaces a file; its version changes.
  package func write(_ text: String, to path: String) {
    state.withLock { state in
      state.files[path] = File(
        bytes: Array(text.utf8), modified: (state.files[path]?.modified ?? 0) + 1)
    }
  }

  /// Puts vector tiles in a place.
  package func write(tiles: [TileID: [UInt8]], to place: String) {
    state.withLock { $0.tiles[place] = tiles }
  }

  /// Makes a tile of all places one that cannot be read.
  package func breakTile(_ id: TileID) { state.withLock { _ = $0.brokenTiles.insert(id) } }

  /// The tiles that were requested, request by request.
  package var queries: [[TileID]] { state.withLock { $0.queries } }

  /// The limits that were set, one for all that is read through the loader that was limited.
  package var limits: [NetworkLimits] { state.withLock { $0.limits } }

  package func limited(to limits: NetworkLimits) -> any ResourceLoader {
    state.withLock { $0.limits.append(limits) }
    return self
  }

  /// How often a file was opened.
  package func opened(_ path: String) -> Int { state.withLock { $0.opened[path] ?? 0 } }

  /// Makes a file look written to since it was opened last.
  package func change(_ path: String) { state.withLock { $0.contents[path] }?.change(path) }

  /// How often the bytes of a file were lent since it was opened last.
  package func lent(_ path: String) -> Int { state.withLock { $0.contents[path]?.lent ?? 0 } }

  /// Holds back whoever opens a file next, or requests `tiles of` a place: the first semaphore is signaled when somebody came, the second lets him go.
  package func gate(_ path: String) -> (entered: DispatchSemaphore, opens: DispatchSemaphore) {
    let gate = (entered: DispatchSemaphore(value: 0), opens: DispatchSemaphore(value: 0))
    state.withLock { $0.gates[path] = gate }
    return gate
  }

  /// A name without `./` before it, under which the same file may be named, too.
  private static func plain(_ name: String) -> String {
    name.hasPrefix("./") ? String(name.dropFirst(2)) : name
  }

  private func pass(_ gate: (entered: DispatchSemaphore, opens: DispatchSemaphore)?) {
    gate?.entered.signal()
    gate?.opens.wait()
  }

  private func file(_ resource: Resource) throws(ResourceError) -> [UInt8] {
    let name = MemoryResources.plain(resource.name)
    let (bytes, gate) = state.withLock { state in
      state.opened[name, default: 0] += 1
      return (state.files[name]?.bytes, state.gates.removeValue(forKey: name))
    }
    pass(gate)
    guard let bytes else { throw ResourceError(.missing, "there is no such file; check the name") }
    return bytes
  }

  package func version(of resource: Resource) -> ResourceVersion? {
    let name = MemoryResources.plain(resource.name)
    return state.withLock { state in
      state.files[name].map {
        ResourceVersion(identity: name, size: $0.bytes.count, modified: $0.modified)
      }
    }
  }

  package func kind(of path: String, followingLinks: Bool) -> ResourceKind {
    state.withLock { $0.files[path] == nil ? .missing : .file }
  }

  package func content(of resource: Resource, limit: Int) throws(ResourceError) -> ResourceContent {
    let content = LentBytes(try file(resource))
    state.withLock { $0.contents[resource.name] = content }
    return .bytes(content)
  }

  package func bytes(of resource: Resource, in range: Range<Int>?, limit: Int) throws(ResourceError)
    -> [UInt8]
  {
    let bytes = try file(resource)
    return Array(bytes[(range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)])
  }

  package func names(in folder: String, limit: Int) throws(ResourceError) -> [String] {
    throw ResourceError(.unsupported, "there are no folders")
  }

  package func path(of name: String, below folder: String) throws(ResourceError) -> String { folder + name }

  package func localPath(of resource: Resource) -> String? { nil }

  package func facts(ofTilesAt place: TileSetLocation) throws(ResourceError) -> TileFacts {
    var facts = TileFacts()
    facts.isVector = true
    let zooms = state.withLock { $0.tiles[place.name]?.keys.map(\.zoom) ?? [] }
    (facts.minimumZoom, facts.maximumZoom) = (zooms.min(), zooms.max())
    return facts
  }

  package func tiles(_ query: TileQuery) throws(ResourceError) -> TileAnswer {
    let (tiles, broken, gate) = state.withLock { state in
      state.queries.append(query.tiles)
      return (
        state.tiles[query.location.name] ?? [:], state.brokenTiles,
        state.gates.removeValue(forKey: "tiles of " + query.location.name)
      )
    }
    pass(gate)
    if query.isCancelled() { throw .cancelled }
    var answer = TileAnswer()
    for id in query.tiles {
      if broken.contains(id) {
        let fault = ResourceError(.unreadable, "tile \("\(id)") is broken")
        answer.faults.append(fault)
        answer.failures[id] = fault
      } else if let bytes = tiles[id] {
        answer.tiles[id] = TileContent(id: id, bytes: bytes, name: "\(query.location.name)/\(id)")
      } else {
        answer.missing.append(id)
      }
    }
    return answer
  }
}

/// Waits for a semaphore without blocking a thread of Swift's tasks.
package func reached(_ semaphore: DispatchSemaphore) async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async {
      semaphore.wait()
      continuation.resume()
    }
  }
}

/// Counts from 1, on any thread.
package final class Counter: Sendable {
  private let count = Mutex(0)

  package init() {}

  /// The next number.
  package func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
