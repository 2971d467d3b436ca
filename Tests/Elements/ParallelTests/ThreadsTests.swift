import Parallel
import struct Synchronization.Atomic
import TestSupport
import Testing

@Suite struct `Threads` {
  @Test(arguments: [0, 1, 2, 7, 64, 1000], [1, 2, 5, 200])
  func `do every part once`(count: Int, threads: Int) {
    let done = Mutex([Int](repeating: 0, count: count))
    eachInParallel(count, threads: threads) { part in done.withLock { $0[part] += 1 } }
    expect(done.withLock { $0 }, equals: [Int](repeating: 1, count: count))
  }

  @Test func `may do parts of parts`() {
    let sum = Atomic(0)
    eachInParallel(8) { outer in
      eachInParallel(8) { inner in sum.wrappingAdd(outer * inner, ordering: .relaxed) }
    }
    expect(sum.load(ordering: .relaxed), equals: 28 * 28)
  }

  @Test func `wait for asynchronous work`() {
    actor Counter {
      var count = 0
      func add(_ number: Int) async -> Int {
        await Task.yield()
        count += number
        return count
      }
    }
    let result = waiting {
      let counter = Counter()
      for number in 1...100 { _ = await counter.add(number) }
      return await withTaskGroup(of: Int.self) { group in
        for _ in 0..<4 { group.addTask { await counter.add(0) } }
        return await group.reduce(0, +)
      }
    }
    expect(result, equals: 4 * 5050)
  }
}
