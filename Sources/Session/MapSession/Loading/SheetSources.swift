import MapContent
import MapGeometry
import MapScene
import MapSettings
import Parallel

/// The sheets of views, sources on them, and shapers: found by the first view that needs them.
final class SheetSources: Sendable {
  struct Found {
    /// The shapers of fonts that the session does not keep for all.
    var shapers: ShaperPool?
    /// Those that set texts of styles in glyphs.
    var glyphShapers: ShaperPool?
    var sheets: [ViewOptions: Sheet?] = [:]
    var sources: [Sheet: [MapSource]] = [:]
    var wideViews: [ViewOptions: Bool] = [:]
    var shapes: [ViewOptions: Double?] = [:]
    var apart: [ViewOptions: [BoundingBox]] = [:]
    var besideInsets: [ViewOptions: [MapSource]] = [:]
  }

  let found = Mutex(Found())

  /// Finds a value of a view, or of a sheet, once; two threads may find the same at the same time.
  func known<Key: Hashable & Sendable, Value: Sendable, Failure: Error>(
    _ values: any WritableKeyPath<Found, [Key: Value]> & Sendable, of key: Key,
    _ find: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let known = found.withLock({ $0[keyPath: values][key] }) { return known }
    let value = try find()
    found.withLock { $0[keyPath: values][key] = value }
    return value
  }

  /// A map on the sheet of a view.
  func map(
    _ map: MapSnapshotter, of options: ViewOptions,
    opening open: (String) throws(SnapshotError) -> any PlanarSystem
  ) throws(SnapshotError) -> MapSnapshotter {
    let find = { () throws(SnapshotError) in try map.sheet(of: options, opening: open) }
    guard options.isProjected, let sheet = try known(\.sheets, of: options, find) else { return map }
    return map.on(
      sheet, try known(\.sources, of: sheet) { () throws(SnapshotError) in try map.on(sheet).sources })
  }
}
