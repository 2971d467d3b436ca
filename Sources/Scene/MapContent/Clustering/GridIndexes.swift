import MapClusters
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
  }

  /// So many grids are known at most: views of a film that zooms have one each.
  private static let mostGrids = 64
  /// The bytes of all indexes of a source; the least recently used goes first.
  private static let mostBytes = 96 << 20
  /// A point outside of the view is rejected in less than this share of the time that one in view takes.
  private static let rejection = 16

  /// An entry costs the bytes of its index.
  private let state = Mutex(RecentValues<GridIndex.Grid, Entry>())

  var byteCount: Int { state.withLock(\.cost) }

  /// The index of a grid once it pays; `nil` before, while it is built, and where the points cannot be indexed.
  func index(of grid: GridIndex.Grid, _ input: ClusterInput, threads: Int) -> GridIndex? {
    let (known, isBuilder) = state.withLock { entries -> (GridIndex?, Bool) in
      guard let entry = entries.use(grid) else { return (nil, false) }
      let builds = !entry.isBegun && entry.visits >= input.coordinates.count
      if builds { entries.update(grid, default: entry) { entry, _ in entry.isBegun = true } }
      return (entry.index, builds)
    }
    // Points without a coordinate are reported by the view that visits them.
    guard isBuilder, let index = try? GridIndex(of: input, grid: grid, threads: threads) else { return known }
    guard index.byteCount <= Self.mostBytes else { return index }
    let removed = state.withLock { entries -> [Entry] in
      guard let entry = entries[grid] else { return [] }
      entries.update(grid, default: entry) { ($0.index, $1) = (index, index.byteCount) }
      return entries.trim(cost: Self.mostBytes)
    }
    _ = removed
    return index
  }

  /// Notes that a view of a grid has visited the points, and how many of them it shows.
  func note(_ shown: Int, of input: ClusterInput, in grid: GridIndex.Grid) {
    let removed = state.withLock { entries -> [Entry] in
      entries.update(grid, default: Entry()) { entry, _ in
        entry.visits += shown + input.coordinates.count / Self.rejection
      }
      return entries.trim(toCount: Self.mostGrids, cost: Self.mostBytes)
    }
    _ = removed
  }
}
