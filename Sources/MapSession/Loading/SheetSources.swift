import MapContent
import MapGeometry
import MapScene
import MapSettings
import Parallel

/// The sheets of views, and sources on them: found by the first view that shows them.
final class SheetSources: Sendable {
  private struct Found {
    var sheets: [ViewOptions: Sheet?] = [:]
    var sources: [Sheet: [MapSource]] = [:]
    var wideViews: [ViewOptions: Bool] = [:]
  }

  private let found = Mutex(Found())

  /// True if a view shows the wide world, found once.
  func isWide(_ options: ViewOptions, _ find: () -> Bool) -> Bool {
    if let known = found.withLock({ $0.wideViews[options] }) { return known }
    let isWide = find()
    found.withLock { $0.wideViews[options] = isWide }
    return isWide
  }

  /// A map on the sheet of a view; two threads may make the same at once.
  func map(
    _ map: MapSnapshotter, of options: ViewOptions,
    opening open: (String) throws(SnapshotError) -> any PlanarSystem
  ) throws(SnapshotError) -> MapSnapshotter {
    let sheet: Sheet?
    if let known = found.withLock({ $0.sheets[options] }) {
      sheet = known
    } else {
      sheet = try map.sheet(of: options, opening: open)
      found.withLock { $0.sheets[options] = .some(sheet) }
    }
    guard let sheet else { return map }
    if let sources = found.withLock({ $0.sources[sheet] }) { return map.on(sheet, sources) }
    let made = try map.on(sheet)
    found.withLock { $0.sources[sheet] = made.sources }
    return made
  }
}
