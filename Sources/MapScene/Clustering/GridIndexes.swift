import MapClusters
import MapGeometry
import Parallel

/// The grids that views of a source have, and the indexes of those that many views have.
///
/// An index is built by the view that needs it when those before it have visited as many points as building it visits: one
/// view alone does not wait for the whole world, and many views take at most about twice as long as with an index built at
/// once. While it is built, other views visit the points.
final class GridIndexes: Sendable {
  private struct Entry {
    /// Points that views of this grid have visited so far.
    var visits = 0
    var isBegun = false
    var index: GridIndex?
    var lastUse = 0
  }

  private struct State {
    var entries: [GridIndex.Grid: Entry] = [:]  // never iterated for a result
    var clock = 0
  }

  /// So many grids are known at most: views of a film that zooms have one each.
  private static let mostGrids = 64
  /// The bytes of all indexes of a source; the least recently used goes first.
  private static let mostBytes = 96 << 20
  /// A point outside of the view is rejected in less than this share of the time that one in view takes.
  private static let rejection = 16

  private let state = Mutex(State())

  /// The bytes of all indexes.
  var byteCount: Int { state.withLock { Self.bytes(of: $0) } }

  /// The index of a grid once it pays; `nil` before, while it is built, and where the points cannot be indexed.
  func index(of grid: GridIndex.Grid, _ input: ClusterInput, threads: Int) -> GridIndex? {
    let (known, isBuilder) = state.withLock { state -> (GridIndex?, Bool) in
      state.clock += 1
      guard var entry = state.entries[grid] else { return (nil, false) }
      entry.lastUse = state.clock
      let builds = !entry.isBegun && entry.visits >= input.coordinates.count
      if builds { entry.isBegun = true }
      state.entries[grid] = entry
      return (entry.index, builds)
    }
    // Points without a place are reported by the view that visits them.
    guard isBuilder, let index = try? GridIndex(of: input, grid: grid, threads: threads) else { return known }
    guard index.byteCount <= Self.mostBytes else { return index }
    state.withLock { state in
      state.entries[grid]?.index = index
      while Self.bytes(of: state) > Self.mostBytes { Self.removeOldest(from: &state) { $0.index != nil } }
    }
    return index
  }

  /// Notes that a view of a grid has visited the points, and how many of them it shows.
  func note(_ shown: Int, of input: ClusterInput, in grid: GridIndex.Grid) {
    state.withLock { state in
      state.clock += 1
      state.entries[grid, default: Entry()].visits += shown + input.coordinates.count / Self.rejection
      state.entries[grid]?.lastUse = state.clock
      if state.entries.count > Self.mostGrids { Self.removeOldest(from: &state) { _ in true } }
    }
  }

  private static func bytes(of state: State) -> Int {
    state.entries.values.reduce(0) { $0 + ($1.index?.byteCount ?? 0) }
  }

  private static func removeOldest(from state: inout State, where matches: (Entry) -> Bool) {
    let oldest = state.entries.filter { matches($0.value) }.min { $0.value.lastUse < $1.value.lastUse }
    if let oldest { state.entries[oldest.key] = nil }
  }
}
