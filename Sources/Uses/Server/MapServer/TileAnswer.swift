import Inflate
import JSONDocument
import MapGeometry
import MapScene
import MapSession
import MapSettings
import Parallel

/// The work of an answer that is not kept.
enum ServerWork: Sendable {
  case picture(PictureAddress)
  case tile(TileAddress)
}

/// A tile of clusters that an address describes.
struct TileAddress: Sendable {
  let specification: MapSpecification
  let tile: TileID
  let columns: [String]
  let buffer: Int
  let isGeoJSON: Bool

  /// Returns the key of the markers of the tile's zoom.
  func key(_ state: String) -> LevelCache.Key {
    LevelCache.Key(
      input: specification.inputs.first ?? "", clustering: specification.clustering, zoom: tile.zoom,
      columns: columns,
      state: state)
  }

  func answer(of level: ClusterLevel, encoding: ContentEncoding) -> ServerAnswer {
    let bytes = isGeoJSON ? level.geoJSON(tile) : level.tile(tile, buffer: buffer) ?? []
    let type = isGeoJSON ? "application/geo+json" : "application/vnd.mapbox-vector-tile"
    guard !bytes.isEmpty else { return ServerAnswer(204, type, []) }
    guard encoding == .gzip else { return ServerAnswer(200, type, bytes) }
    var answer = ServerAnswer(200, type, gzipped(bytes))
    answer.headers.append(("Content-Encoding", "gzip"))
    return answer
  }
}

/// The markers of zooms that tiles were written from, each found once, within a budget of bytes.
final class LevelCache: Sendable {
  struct Key: Hashable, Sendable {
    let input: String
    let clustering: ClusterOptions
    let zoom: Int
    let columns: [String]
    let state: String
  }

  private typealias Found = Result<ClusterLevel, SessionError>

  private struct Entry {
    let task: Task<Found, Never>
    /// Those who wait, while it is searched.
    var waiting = 0
    var level: ClusterLevel?
  }

  private let entries = Mutex(RecentValues<Key, Entry>())
  private let budget: Int

  init(budget: Int) { self.budget = budget }

  /// Releases the markers of other states than these.
  func keep(states: Set<String>) {
    _ = entries.withLock { entries in
      entries.all.map(\.key).filter { !states.contains($0.state) }.map { entries.remove($0) }
    }
  }

  /// The markers, where they were found.
  func known(_ key: Key) -> ClusterLevel? { entries.withLock { $0.use(key)?.level } }

  /// The markers, found by the first who needs them; the others wait for it. A search that nobody waits for ends.
  func level(
    _ key: Key, _ find: @escaping @Sendable () async throws(SessionError) -> ClusterLevel
  ) async throws(SessionError) -> ClusterLevel {
    let task = entries.withLock { entries in
      let task =
        entries.use(key)?.task
        ?? Task.detached { () -> Found in
          do throws(SessionError) { return .success(try await find()) } catch { return .failure(error) }
        }
      entries.update(key, default: Entry(task: task)) { entry, _ in entry.waiting += 1 }
      return task
    }
    let found = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      leave(key, task)
    }
    _ = entries.withLock { entries -> [Entry] in
      switch found {
      case .failure:
        // Another search may have begun since.
        guard entries[key]?.task == task else { return [] }
        return entries.remove(key).map { [$0] } ?? []
      case .success(let level):
        guard entries[key]?.task == task else { return [] }
        entries.update(key, default: Entry(task: task)) { ($0.level, $1) = (level, level.byteCount) }
        return entries.trim(cost: budget)
      }
    }
    return try found.get()
  }

  private func leave(_ key: Key, _ task: Task<Found, Never>) {
    let isLast = entries.withLock { entries in
      guard entries[key]?.task == task, entries[key]?.level == nil else { return false }
      entries.update(key, default: Entry(task: task)) { entry, _ in entry.waiting -= 1 }
      guard entries[key]?.waiting == 0 else { return false }
      _ = entries.remove(key)
      return true
    }
    if isLast { task.cancel() }
  }
}

/// The TileJSON of a source: its tiles have the query that it was asked for with.
struct TileSetPage {
  private let server: MapServer
  private let folder: ServedFolder
  private let request: ServerRequest
  private let address: RequestAddress

  init(_ server: MapServer, _ folder: ServedFolder, _ request: ServerRequest, _ address: RequestAddress) {
    (self.server, self.folder, self.request, self.address) = (server, folder, request, address)
  }

  /// - Throws: ``ServerError`` for a source that is not there, and for what no tile of it may have.
  func answer(_ name: String) throws(ServerError) -> ServerAnswer {
    // Tiles have the same faults.
    let reader = PictureAddressReader(folder, server.options)
    if let tile = TileID(zoom: 0, column: 0, row: 0) {
      _ = try reader.tile(tile, of: name, ending: "mvt", address)
    }
    let host = request.header("host")
    // A proxy that ends TLS names the scheme that clients use.
    let scheme = request.header("x-forwarded-proto")?.lowercased() == "https" ? "https" : "http"
    let isPlain = host.map { host in
      !host.isEmpty
        && host.utf8.allSatisfy { byte in
          UnicodeScalar(byte).properties.isAlphabetic || byte.isDigit
            || [0x2D, 0x2E, 0x3A, 0x5B, 0x5D].contains(byte)
        }
    }
    guard let host, isPlain == true else {
      throw ServerError(400, "the host of the request is no name; send a Host header", at: "Host")
    }
    var path = "/clusters/\(percentEncoded(name))/{z}/{x}/{y}.mvt"
    let query = address.parameters.filter { $0.name != "sig" }.map {
      "\(percentEncoded($0.name))=\(percentEncoded($0.value))"
    }
    if !query.isEmpty { path += "?" + query.joined(separator: "&") }
    if let signature = server.options.signature {
      path += "&sig=\(signature.sign(Array(path.utf8)))"
    }
    var json = JSONWriter()
    json.object { json in
      json.member("tilejson", "3.0.0")
      json.member("name", name)
      json.key("tiles")
      json.array { $0.string("\(scheme)://\(host)\(path)") }
      json.member("minzoom", 0)
      json.member("maxzoom", 16)
      json.array("vector_layers") { json in
        json.object { json in
          json.member("id", ClusterLevel.layer)
          json.object("fields") { json in
            for field in [
              "cluster", "cluster_id", "point_count", "point_count_abbreviated", "expansion_zoom",
            ] {
              json.member(
                field, field == "cluster" ? "Boolean" : field.hasSuffix("abbreviated") ? "String" : "Number")
            }
          }
        }
      }
    }
    return ServerAnswer(200, "application/json", json.bytes)
  }
}
