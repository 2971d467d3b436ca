import CairoCanvas
import Dispatch
import Drawing
import MapFeatures
import MapContent
import MapSettings
import SessionSupport
import TestSupport
import Testing

@testable import MapSession

@Suite struct `Session cache` {
  private func value(_ name: String, of bytes: Int, in cache: SessionCache) -> String {
    cache.value(.style(identity: name), [], size: { _ in bytes }) { name }
  }

  @Test func `keeps nothing that is larger than all of its room, and loses nothing to it`() {
    let cache = SessionCache(budget: 1000)
    for name in ["a", "b"] { _ = value(name, of: 300, in: cache) }
    expect(value("huge", of: 1001, in: cache), equals: "huge")
    #expect((cache.bytes, cache.builds) == (600, 3))
    for name in ["a", "b"] { _ = value(name, of: 300, in: cache) }
    expect(cache.builds, equals: 3)
    _ = value("huge", of: 1001, in: cache)
    expect(cache.builds, equals: 4)
  }

  @Test func `makes room for several at once, the oldest first`() {
    let cache = SessionCache(budget: 3200)
    for number in 0..<32 { _ = value("\(number)", of: 100, in: cache) }
    expect(cache.bytes, equals: 3200)
    // Used again, and therefore kept.
    _ = value("0", of: 100, in: cache)
    _ = value("new", of: 100, in: cache)
    // A sixteenth is free.
    #expect((cache.bytes, cache.builds) == (3000, 33))
    for number in [0] + Array(4..<32) { _ = value("\(number)", of: 100, in: cache) }
    expect(cache.builds, equals: 33)
    _ = value("1", of: 100, in: cache)
    expect(cache.builds, equals: 34)
  }

  @Test func `keeps what is made from a table as long as the table, which is counted once`() {
    let cache = SessionCache(budget: 1000)
    let reading = TableReading(ReadingOptions(), isFromDocument: true)
    let table = SessionCache.Key.table(identity: "t", reading)
    let key = SourceKey(table: "t", reading: reading, style: "", source: "s", name: "n", options: nil)
    func make(_ modified: Int = 1, tableSize: Int = 500) {
      let version = ResourceVersion(identity: "t", size: 1, modified: modified)
      _ = cache.value(table, [version], size: { _ in tableSize }) { 1 }
      _ = cache.value(.source(key), [version], size: { _ in 100 }, base: table) { 2 }
    }
    make()
    make()
    #expect((cache.bytes, cache.builds) == (600, 2))
    // The table is the oldest; its source goes with it, although it was used later.
    _ = value("a", of: 450, in: cache)
    #expect((cache.bytes, cache.builds) == (450, 3))
    make()
    #expect((cache.bytes, cache.builds) == (600, 5))
    // Another version of the file.
    make(2)
    #expect((cache.bytes, cache.builds) == (600, 7))
    // Without its table it would hold what is counted nowhere.
    make(3, tableSize: 2000)
    #expect((cache.bytes, cache.builds) == (0, 9))
  }

  @Test func `throws the builder's own error, and builds anew after it`() throws {
    let cache = SessionCache(budget: 1000)
    let key = SessionCache.Key.style(identity: "a")
    func build(_ fault: FeatureError?) throws(FeatureError) -> Int {
      try cache.value(key, [], size: { _ in 1 }) { () throws(FeatureError) in
        if let fault { throw fault }
        return 7
      }
    }
    #expect(throws: FeatureError(.unreadable("worn"))) { try build(FeatureError(.unreadable("worn"))) }
    expect(cache.bytes, equals: 0)
    try expect(build(nil), equals: 7)
    #expect((cache.bytes, cache.builds) == (1, 1))
  }

  @Test(arguments: [false, true])
  func `shares errors, but for those that name places of one request`(namesPlaces: Bool) async throws {
    let cache = SessionCache(budget: 1000)
    let key = SessionCache.Key.style(identity: "a")
    let (entered, waits) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    @Sendable func fault(of request: String, _ before: () -> Void) -> String {
      do {
        if namesPlaces {
          _ = try cache.value(key, [], size: { (_: Int) in 1 }) { () throws(SessionError) -> Int in
            before()
            throw .input("no", at: request)
          }
        } else {
          _ = try cache.value(key, [], size: { (_: Int) in 1 }) { () throws(FeatureError) -> Int in
            before()
            throw FeatureError(.unreadable("by \(request)"))
          }
        }
        return ""
      } catch {
        return "\(error)"
      }
    }
    async let first = onThread {
      fault(of: "first") {
        entered.signal()
        waits.wait()
      }
    }
    await reached(entered)
    let second = await onThread {
      let waiting = BuildWaiting { wait in
        waits.signal()
        wait()
      }
      return BuildWaiting.$current.withValue(waiting) { fault(of: "second") {} }
    }
    #expect(await first.contains("first"))
    #expect(second.contains(namesPlaces ? "second" : "first"))
  }

  /// What blocking work returns, done on a thread that is none of Swift's tasks.
  private func onThread(_ work: @escaping @Sendable () -> String) async -> String {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: work()) }
    }
  }

  @Test func `takes a text shaper back also where drawing fails`() throws {
    let pool = ShaperPool()
    var shapers: [PangoTextShaper] = []
    #expect(throws: SessionError.reported) {
      try pool.lend { shaper throws(SessionError) in
        shapers.append(shaper)
        throw .reported
      }
    }
    let next = try pool.take()
    #expect(shapers.first === next)
  }
}

@Suite struct `Pictures of a session` {
  /// Time that passes a second whenever it is read.
  private final class Ticks: Sendable {
    private let state = Counter()
    var now: Duration { .seconds(state.next()) }
  }

  private func loaded(
    _ json: String, _ files: [String: String], log: SessionLog
  ) throws -> (map: LoadedMap, plans: [PicturePlan]) {
    let session = MapSession(resources: MemoryResources(files))
    let map = try session.load(try MapSpecification(json: json), log: log)
    return (map, try map.views.indices.map { try map.plan(of: $0, as: .png) })
  }

  @Test func `are measured by the clock that is handed over, and by none otherwise`() throws {
    let log = SessionLog()
    let (map, plans) = try loaded(
      #"{"sources": {"points": "a.csv"}, "basemap": "none", "size": [64, 64], "center": [0, 0], "views": [{"zoom": 1}, {"zoom": 2}]}"#,
      ["a.csv": "lon,lat\n1,2\n"], log: log)
    let ticks = Ticks()
    func draw(_ time: (@Sendable () -> Duration)?) throws -> PictureDurations {
      try map.draw(plans, log: log, time: time) { _ in
      } finish: { drawn throws(SessionError) in
        drawn.plan.number
      } take: { (_, _) throws(SessionError) in
      }
    }
    let measured = try draw { ticks.now }
    #expect((measured.scenes, measured.pictures) == (.seconds(2), .seconds(2)))
    let unmeasured = try draw(nil)
    #expect((unmeasured.scenes, unmeasured.pictures) == (.zero, .zero))
  }

  @Test func `that cannot be encoded leave their notes with the error`() async throws {
    // No color of pixels; and the title has a letter that no font has.
    let view = #""size": [64, 64], "center": [0, 0], "zoom": 1"#
    let files = ["a.csv": "lon,lat\n1,2\nx,3\n"]
    let request = #"{"sources": {"points": "a.csv"}, "basemap": "none", "title": "\#u{E000}", \#(view)}"#
    var map = try MapSpecification(json: request)
    map.output.background = .color(Color(red: .nan, green: 0, blue: 0))
    let specification = map
    let fault = try #require(
      await #expect(throws: SessionError.self) {
        _ = try await MapSession(resources: MemoryResources(files)).pictures(of: specification)
      })
    expect(fault.kind, equals: .output)
    #expect(fault.description.contains("cannot be drawn"))
    let notes = fault.notes.map(\.description)
    #expect(notes.contains { $0.contains("1 of 2 records skipped") }, "\(notes)")
    #expect(notes.contains { $0.contains("U+E000") }, "\(notes)")
  }
}
