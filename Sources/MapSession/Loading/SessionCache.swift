import MapSettings
import CairoCanvas
import Drawing
import MapFeatures
import MapGeometry
import MapScene
import Synchronization

/// What is kept between requests: values by key, each valid for one version, within a budget of bytes.
///
/// A value is built once however many requests need it, outside of any lock. Over the budget the least recently used
/// values go; requests that use them keep them alive until they are done.
final class SessionCache: Sendable {
  /// What a value is kept under.
  enum Key: Hashable {
    /// A file read in a certain way.
    case table(identity: String, TableReading)
    /// A table of cells read in a certain way.
    case cells(identity: String, TableReading)
    /// A parsed style.
    case style(identity: String)
    /// A table under a name in a style, with its clustering.
    case source(SourceKey)
    /// A picture, such as an icon.
    case picture(identity: String)
    /// A sprite, by its index.
    case sprite(identity: String)
    /// The built-in world as a source.
    case world(WorldBasemap, isFine: Bool)
    /// A vector tile of an archive, of which some layers were read.
    case vectorTile(TilePlace, TileID, layers: Set<String>)
    /// What sets text in given fonts.
    case fonts([FontFile], usesSystemFonts: Bool)
    /// That a font of a style can be read.
    case font(FontFile)
    /// A tile of an archive.
    case tile(TilePlace, TileID, size: Int)
  }

  private struct Entry {
    let slot: BuildOnce<Built, SessionError>
    let versions: [ResourceVersion]
    var bytes = 0
    var isBuilt = false
    var lastUse: Int
    /// The bytes by now, of what grows after it was built; `nil` for what does not.
    var measure: (@Sendable () -> Int)?
  }

  /// A value and what it is counted for.
  struct Built: Sendable {
    let value: any Sendable
    let bytes: Int
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var bytes = 0
    var clock = 0
    var builds = 0
  }

  private let state = Mutex(State())
  private let budget: Int

  init(budget: Int) {
    self.budget = budget
  }

  /// The bytes of all values.
  var bytes: Int { state.withLock { $0.bytes } }

  /// How often something was built.
  var builds: Int { state.withLock { $0.builds } }

  /// The value of a key, built where there is none of these versions.
  ///
  /// - Parameters:
  ///   - versions: of all that it was made from; another version is built anew.
  ///   - size: the bytes that a value is counted for.
  ///   - grows: whether a value may take more later, see ``recount()``.
  ///   - build: called on this thread, by one caller at a time for each key.
  func value<Value: Sendable>(
    _ key: Key, _ versions: [ResourceVersion], size: @escaping @Sendable (Value) -> Int, grows: Bool = false,
    build: () throws(SessionError) -> Value
  ) throws(SessionError) -> Value {
    let slot = slot(of: key, versions)
    var own: Value?
    let built: Built
    do throws(SessionError) {
      built = try slot.value { () throws(SessionError) -> Built in
        let value = try build()
        own = value
        return Built(value: value, bytes: size(value))
      }
    } catch {
      state.withLock { state in
        if state.entries[key]?.slot === slot { SessionCache.remove(key, from: &state) }
      }
      throw error
    }
    if let own {
      let measure: @Sendable () -> Int = { size(own) }
      settle(key, slot, built.bytes, measure: grows ? measure : nil)
      return own
    }
    if let value = built.value as? Value { return value }
    // Keys have the type of their values.
    return try build()
  }

  /// The value of a key, where it is there in this version.
  func known<Value: Sendable>(_ key: Key, _ version: ResourceVersion, as type: Value.Type) -> Value? {
    let slot: BuildOnce<Built, SessionError>? = state.withLock { state in
      guard let entry = state.entries[key], entry.versions == [version] else { return nil }
      state.clock += 1
      state.entries[key]?.lastUse = state.clock
      return entry.slot
    }
    return slot?.current?.value as? Value
  }

  /// Forgets everything.
  func removeAll() {
    state.withLock { state in
      state.entries = [:]
      state.bytes = 0
    }
  }

  private func slot(of key: Key, _ versions: [ResourceVersion]) -> BuildOnce<Built, SessionError> {
    state.withLock { state in
      state.clock += 1
      if let entry = state.entries[key], entry.versions == versions {
        state.entries[key]?.lastUse = state.clock
        return entry.slot
      }
      SessionCache.remove(key, from: &state)
      let slot = BuildOnce<Built, SessionError>()
      state.entries[key] = Entry(slot: slot, versions: versions, lastUse: state.clock)
      return slot
    }
  }

  /// Counts a value that was built, and makes room.
  private func settle(
    _ key: Key, _ slot: BuildOnce<Built, SessionError>, _ bytes: Int, measure: (@Sendable () -> Int)?
  ) {
    // What leaves is released outside of the lock: unmapping a file takes its time.
    let removed = state.withLock { state in
      state.builds += 1
      guard state.entries[key]?.slot === slot else { return [Entry]() }
      state.entries[key]?.bytes = bytes
      state.entries[key]?.isBuilt = true
      state.entries[key]?.measure = measure
      state.bytes += bytes
      return makeRoom(&state)
    }
    _ = removed
  }

  /// Counts anew what has grown since it was built, such as sources whose indexes views have built, and makes room.
  func recount() {
    // Measured without the lock: what is asked has locks of its own.
    let growing = state.withLock { state in
      state.entries.compactMap { key, entry in entry.measure.map { (key, entry.slot, entry.bytes, $0) } }
    }
    let grown = growing.compactMap { key, slot, former, measure in
      let bytes = measure()
      return bytes == former ? nil : (key, slot, bytes)
    }
    guard !grown.isEmpty else { return }
    let removed = state.withLock { state in
      for (key, slot, bytes) in grown {
        guard let entry = state.entries[key], entry.slot === slot else { continue }
        state.bytes += bytes - entry.bytes
        state.entries[key]?.bytes = bytes
      }
      return makeRoom(&state)
    }
    _ = removed
  }

  /// Takes out what was not used for longest until the rest is within the budget.
  private func makeRoom(_ state: inout State) -> [Entry] {
    var removed: [Entry] = []
    while state.bytes > budget,
      let oldest = state.entries.filter({ $0.value.isBuilt }).min(by: {
        $0.value.lastUse < $1.value.lastUse
      })
    {
      removed.append(oldest.value)
      SessionCache.remove(oldest.key, from: &state)
    }
    return removed
  }

  private static func remove(_ key: Key, from state: inout State) {
    if let entry = state.entries.removeValue(forKey: key) { state.bytes -= entry.bytes }
  }
}

/// How a table was read, as far as its content depends on it.
struct TableReading: Hashable, Sendable {
  let format: InputFormat?
  let longitude, latitude, identifier: ColumnName?
  /// The properties that were read along with the points.
  let columns: Set<String>
  let pointLimit: Int?
  let isFromDocument: Bool
  /// Of a table of cells, the property whose sums were read.
  var weightOfCells: String?

  init(_ options: ReadingOptions, isFromDocument: Bool) {
    format = options.format
    (longitude, latitude) = (options.longitudeColumn, options.latitudeColumn)
    identifier = options.identifierColumn
    columns = Set(options.columns)
    pointLimit = options.pointLimit
    self.isFromDocument = isFromDocument
  }
}

/// What a source of a map is made from, beside the versions of its files.
struct SourceKey: Hashable, Sendable {
  let table: String
  let reading: TableReading
  let style: String
  let source: String
  let name: String
  /// `nil` where the points are not clustered.
  let options: ClusterOptions?
}

/// Text shapers that nobody uses at the moment. They are not shared between threads, but may move from one to another.
final class ShaperPool: Sendable {
  // A shaper in the pool is referenced by nobody else: taking it out hands it over to one thread.
  private struct Idle: @unchecked Sendable {
    let shaper: PangoTextShaper
  }

  private let idle = Mutex<[Idle]>([])
  private static let limit = 16
  private let fonts: [FontFile]
  private let usesSystemFonts: Bool

  /// Shapers of the same fonts.
  init(fonts: [FontFile] = [], usesSystemFonts: Bool = false) {
    (self.fonts, self.usesSystemFonts) = (fonts, usesSystemFonts)
  }

  /// A shaper. What it laid out before changes nothing, for its fonts are always the same.
  func take() throws(SessionError) -> PangoTextShaper {
    let known = idle.withLock { $0.popLast() }
    if let known { return known.shaper }
    do {
      return try PangoTextShaper(fonts: fonts, usesSystemFonts: usesSystemFonts)
    } catch {
      throw .input("\(error)")
    }
  }

  /// Takes a shaper back that nobody uses any more.
  func put(_ shaper: consuming PangoTextShaper) {
    let one = Idle(shaper: shaper)
    idle.withLock { idle in if idle.count < ShaperPool.limit { idle.append(one) } }
  }
}

/// A place for the shapers of one map.
final class ShaperPoolBox: Sendable {
  private let pool = Mutex<ShaperPool?>(nil)

  /// Reads or sets what is in it.
  func withLock<Result>(_ body: (inout ShaperPool?) -> Result) -> Result {
    pool.withLock { pool in body(&pool) }
  }
}
