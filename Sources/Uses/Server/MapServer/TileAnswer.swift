import Inflate
import JSONDocument
import MapGeometry
import MapScene
import MapSession
import MapSettings
import Parallel

enum ServerWork: Sendable {
  case picture(PictureAddress)
  case tile(TileAddress)
  case content(ServedContent)
}

struct TileAddress: Sendable {
  let specification: MapSpecification
  let tile: TileID
  let columns: [String]
  let buffer: Int
  let isGeoJSON: Bool

  func key(_ state: String) -> LevelCache.Key {
    LevelCache.Key(
      input: specification.inputs.first ?? "", clustering: specification.clustering, zoom: tile.zoom,
      columns: columns, state: state)
  }

  func answer(of level: ClusterLevel, encoding: ContentEncoding) -> ServerAnswer {
    let bytes = isGeoJSON ? level.geoJSON(tile) : level.tile(tile, buffer: buffer) ?? []
    let type = isGeoJSON ? "application/geo+json" : "application/vnd.mapbox-vector-tile"
    guard !bytes.isEmpty else { return ServerAnswer(204, type, []) }
    return ServerAnswer(type, bytes, encoding)
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
    var waiting = 0
    var level: ClusterLevel?
  }

  private let entries = Mutex(RecentValues<Key, Entry>())
  private let budget: Int

  init(budget: Int) { self.budget = budget }

  func keep(states: Set<String>) {
    _ = entries.withLock { entries in
      entries.all.map(\.key).filter { !states.contains($0.state) }.map { entries.remove($0) }
    }
  }

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
