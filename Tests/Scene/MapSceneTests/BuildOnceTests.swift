import Dispatch
import MapContent
import Parallel
import struct Synchronization.Atomic
import TestSupport
import Testing

@Suite struct `What is built once` {
  private struct Fault: Error, Equatable {
    let number: Int
  }

  @Test func `is built by one of many, for whom the others wait`() {
    let slot = BuildOnce<Int, Never>()
    let arrived = Atomic(0)
    let built = Atomic(0)
    let results = Mutex<[Int]>([])
    expect(slot.current, equals: nil)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      arrived.add(1, ordering: .sequentiallyConsistent)
      let value = slot.value {
        built.add(1, ordering: .sequentiallyConsistent)
        // Long enough for others to arrive, where there is more than one thread.
        for _ in 0..<1_000_000 where arrived.load(ordering: .sequentiallyConsistent) >= 8 { break }
        return 7 + built.load(ordering: .sequentiallyConsistent)
      }
      results.withLock { $0.append(value) }
    }
    expect(results.withLock { $0 }, equals: Array(repeating: 8, count: 8))
    expect(slot.current, equals: 8)
  }

  @Test func `fails for all alike`() {
    let slot = BuildOnce<Int, Fault>()
    for _ in 0..<2 {
      #expect(throws: Fault(number: 1)) { try slot.value { () throws(Fault) in throw Fault(number: 1) } }
    }
    #expect(throws: Fault(number: 1)) { try slot.value { 5 } }
    expect(slot.current, equals: nil)
  }
}
