import MapGround
import MapSettings
import CairoCanvas
import MapFeatures
import MapGeometry
import MapContent
import MapScene
import Parallel

/// The values that are kept between requests, by key, each valid for one version, within a budget of bytes.
///
/// A value is built once however many requests need it, outside of any lock. Over the budget the least recently used
/// values go; requests that use them keep them alive until they are done.
final class SessionCache: Sendable {
  enum Key: Hashable {
    case table(identity: String, TableReading)
    case cells(identity: String, TableReading)
    case style(identity: String)
    /// A built-in style over the built-in world.
    case world(style: String)
    case source(SourceKey)
    case picture(identity: String)
    case sprite(identity: String)
    case vectorTile(TileSetLocation, TileID, layers: Set<String>, ancestorZoom: Int?)
    case fonts([FontFile], findsWords: Bool, prefersGiven: Bool)
    /// That a font of a style can be read.
    case font(FontFile)
    case tile(TileSetLocation, TileID, size: Int, ancestorZoom: Int?)

    /// The file of a table, from whose value others are made, which keep it alive; `nil` for other keys.
    fileprivate var tableFile: String? {
      switch self {
      case .table(let identity, _), .cells(let identity, _): identity
      default: nil
      }
    }
  }

  typealias Slot = BuildOnce<Built, BuildFault>

  private struct Entry {
    let slot: Slot
    let versions: [ResourceVersion]
    var isBuilt = false
    /// The value that it is made from and keeps alive: counted there, and gone with it.
    let base: Key?
    /// The bytes by now, of what grows after it was built; `nil` for what does not.
    var measure: (@Sendable () -> Int)?
    /// The table of the version before, until this one is built; it comes back where that fails.
    var former: Former?
  }

  private struct Former {
    let slot: Slot
    let versions: [ResourceVersion]
    let bytes: Int
  }

  struct Built: Sendable {
    let value: any Sendable
    let bytes: Int
  }

  struct BuildFault: Error {
    let reason: any Error
  }

  private struct State {
    var entries = RecentValues<Key, Entry>()  // each costs its bytes
    /// Those of entries with a measure: few of thousands of tiles. A key may stay behind its entry until the next count.
    var growing: Set<Key> = []
    /// The files whose tables stay whatever the budget.
    var held: Set<String> = []
    var builds = 0
  }

  private let state = Mutex(State())
  private let budget: Int
  /// The layers of tiles that requests share; beside the budget.
  let stitched = StitchMemory()

  init(budget: Int) { self.budget = budget }

  var bytes: Int { state.withLock(\.entries.cost) }
  var builds: Int { state.withLock(\.builds) }

  /// The value of a key, built where there is none of these versions.
  ///
  /// - Parameters:
  ///   - versions: of all that it was made from; another version is built anew.
  ///   - size: the bytes that a value is counted for.
  ///   - grows: whether a value may take more later, see ``recount()``.
  ///   - base: the table that it keeps alive. The table's bytes are counted for the table alone, and when it goes, the value goes.
  ///   - build: called on this thread, by one caller at a time for each key. Its error reaches all who waited; but a `SessionError`,
  ///     which names places of one request, does not: who waited finds its own.
  func value<Value: Sendable, Failure: Error>(
    _ key: Key, _ versions: [ResourceVersion], size: @escaping @Sendable (Value) -> Int, grows: Bool = false,
    base: Key? = nil, build: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let slot = slot(of: key, versions, base: base)
    var own: Value?
    var isBuilder = false
    let built: Built
    do throws(BuildFault) {
      built = try slot.value { () throws(BuildFault) -> Built in
        isBuilder = true
        do throws(Failure) {
          let value = try build()
          own = value
          return Built(value: value, bytes: size(value))
        } catch {
          throw BuildFault(reason: error)
        }
      }
    } catch {
      forget(key, slot)
      if isBuilder || Failure.self != SessionError.self, let failure = error.reason as? Failure {
        throw failure
      }
      return try build()
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

  /// The value of a key that is made from one file, whose size it is counted by; without a version it is built each time.
  func value<Value: Sendable, Failure: Error>(
    of version: ResourceVersion?, _ key: (_ identity: String) -> Key,
    size: @escaping @Sendable (Value, _ fileSize: Int) -> Int, build: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let version else { return try build() }
    return try value(key(version.identity), [version], size: { size($0, version.size) }, build: build)
  }

  func removeAll() { state.withLock { $0.entries = RecentValues() } }

  /// The slot in which the value of a key is built, or was.
  func slot(of key: Key, _ versions: [ResourceVersion], base: Key? = nil) -> Slot {
    state.withLock { state -> (Slot, [Entry]) in
      let known = state.entries.use(key)
      if let known, known.versions == versions { return (known.slot, []) }
      var entry = Entry(slot: Slot(), versions: versions, base: base)
      if let known, key.tableFile != nil {
        let bytes = known.slot.current?.bytes ?? 0
        entry.former =
          known.isBuilt ? Former(slot: known.slot, versions: known.versions, bytes: bytes) : known.former
      }
      let removed = SessionCache.remove(key, from: &state)
      state.entries.update(key, default: entry) { _, _ in }
      return (entry.slot, removed)
    }.0
  }

  /// Takes out what could not be built, so that the next one tries again. A table of the version before comes back.
  func forget(_ key: Key, _ slot: Slot) {
    _ = state.withLock { state -> [Entry] in
      guard let entry = state.entries[key], entry.slot === slot else { return [] }
      let removed = SessionCache.remove(key, from: &state)
      guard let former = entry.former else { return removed }
      let again = Entry(slot: former.slot, versions: former.versions, isBuilt: true, base: nil)
      state.entries.update(key, default: again) { $1 = former.bytes }
      return removed + makeRoom(&state)
    }
  }

  /// Keeps the tables of a file, whatever the budget.
  ///
  /// - Returns: the newest version of which there is a table, but for one that cannot be read; `nil` for none.
  func hold(_ file: String, but broken: ResourceVersion) -> ResourceVersion? {
    state.withLock { state in
      let tables = state.entries.all.filter { $0.key.tableFile == file && $0.value.isBuilt }
      let known = tables.flatMap(\.value.versions).filter { $0 != broken }.max { $0.modified < $1.modified }
      if known != nil { state.held.insert(file) }
      return known
    }
  }

  /// Keeps the tables of a file no longer than others.
  func release(_ file: String) {
    _ = state.withLock { state in
      state.held.remove(file)
      return makeRoom(&state)
    }
  }

  func settle(_ key: Key, _ slot: Slot, _ bytes: Int, measure: (@Sendable () -> Int)? = nil) {
    _ = state.withLock { state in
      state.builds += 1
      guard let entry = state.entries[key], entry.slot === slot else { return [Entry]() }
      // What is larger than all of the room is not kept: it would drive everything else out and then go itself. Nor is what holds a
      // table that is not, or not in this version.
      let base = entry.base.map { state.entries[$0] }
      guard bytes <= budget, base.map({ $0?.versions.first == entry.versions.first }) ?? true else {
        return SessionCache.remove(key, from: &state)
      }
      state.entries.update(key, default: entry) { entry, cost in
        (entry.isBuilt, entry.measure, entry.former, cost) = (true, measure, nil, bytes)
      }
      if measure != nil { state.growing.insert(key) }
      return makeRoom(&state)
    }
  }

  /// Counts anew what has grown since it was built, such as sources whose indexes views have built, and makes room.
  func recount() {
    // Measured without the lock: what is asked has locks of its own.
    let growing = state.withLock { state in
      state.growing = state.growing.filter { state.entries[$0]?.measure != nil }
      return state.growing.compactMap { key in
        state.entries[key].flatMap { entry in entry.measure.map { (key, entry.slot, $0) } }
      }
    }
    let counted = growing.map { key, slot, measure in (key, slot, measure()) }
    _ = state.withLock { state in
      for (key, slot, bytes) in counted where state.entries[key]?.slot === slot {
        state.entries.setCost(bytes, of: key)
      }
      return makeRoom(&state)
    }
  }

  /// Takes out what was not used for longest until the rest is within the budget.
  ///
  /// It goes on until a sixteenth of the budget is free: thousands of tiles that come one by one are not all looked at for each.
  private func makeRoom(_ state: inout State) -> [Entry] {
    guard state.entries.cost > budget else { return [] }
    var removed: [Entry] = []
    for key in state.entries.keysByUse
    where state.entries.cost > budget - budget / 16 && state.entries[key]?.isBuilt == true
      && !state.held.contains(key.tableFile ?? "")
    {
      removed += SessionCache.remove(key, from: &state)
    }
    return removed
  }

  /// Takes out a value and what is made from it.
  ///
  /// - Returns: what the caller releases outside of the lock: unmapping a file takes its time.
  private static func remove(_ key: Key, from state: inout State) -> [Entry] {
    guard let entry = state.entries.remove(key) else { return [] }
    guard key.tableFile != nil else { return [entry] }
    let derived = state.entries.all.filter { $0.value.base == key }.map(\.key)
    return derived.reduce([entry]) { $0 + remove($1, from: &state) }
  }
}

/// The reading of a table, as far as its content depends on it.
struct TableReading: Hashable, Sendable {
  let format: InputFormat?
  let longitude, latitude, identifier, geometry: ColumnName?
  let missing: MissingWords?
  let headerLine: Int?
  let columns: Set<String>
  let pointLimit: Int?
  let decimal: DecimalMark?
  let shapePoints: ShapePoints?
  let edges: LineEdges
  let isFromDocument: Bool
  /// Of a table of cells, the property whose sums were read.
  var weightOfCells: String?

  init(_ options: ReadingOptions, isFromDocument: Bool) {
    format = options.format
    (longitude, latitude) = (options.longitudeColumn, options.latitudeColumn)
    (identifier, geometry) = (options.identifierColumn, options.geometryColumn)
    (missing, headerLine) = (options.missing, options.headerLine)
    columns = Set(options.columns)
    pointLimit = options.pointLimit
    (decimal, shapePoints, edges) = (options.decimal, options.shapePoints, options.edges)
    self.isFromDocument = isFromDocument
  }
}

/// The inputs of a map's source, beside the versions of its files.
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
  private let usesSystemFonts, prefersGiven: Bool
  private let words: (any WordFinder)?
  private let glyphs: (any GlyphFinder)?

  init(
    fonts: [FontFile] = [], usesSystemFonts: Bool = false, prefersGiven: Bool = false,
    words: (any WordFinder)? = nil, glyphs: (any GlyphFinder)? = nil
  ) {
    (self.fonts, self.words, self.glyphs) = (fonts, words, glyphs)
    (self.usesSystemFonts, self.prefersGiven) = (usesSystemFonts, prefersGiven)
  }

  /// A pool of shapers with the same fonts that set texts of styles in glyphs.
  func with(_ glyphs: any GlyphFinder) -> ShaperPool {
    ShaperPool(
      fonts: fonts, usesSystemFonts: usesSystemFonts, prefersGiven: prefersGiven, words: words, glyphs: glyphs
    )
  }

  /// Returns the result of a body with a shaper, which is given back also where it fails.
  func lend<Value>(_ body: (PangoTextShaper) throws(SessionError) -> Value) throws(SessionError) -> Value {
    let shaper = try take()
    defer { put(shaper) }
    return try body(shaper)
  }

  /// A shaper. What it laid out before changes nothing, for its fonts are always the same.
  func take() throws(SessionError) -> PangoTextShaper {
    let known = idle.withLock { $0.popLast() }
    if let known { return known.shaper }
    do {
      return try PangoTextShaper(
        fonts: fonts, usesSystemFonts: usesSystemFonts, prefersGiven: prefersGiven, words: words,
        glyphs: glyphs)
    } catch {
      throw .input("\(error)")
    }
  }

  func put(_ shaper: PangoTextShaper) {
    let one = Idle(shaper: shaper)
    idle.withLock { idle in if idle.count < ShaperPool.limit { idle.append(one) } }
  }
}
