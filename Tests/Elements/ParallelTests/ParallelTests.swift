import Synchronization
import TestSupport
import Testing

import Parallel

/// Keeps a thread busy for a time that differs from one number to the next, so that results are done out of order.
private func labor(_ index: Int) -> Int {
  var random = Seeded(seed: UInt64(index))
  var isZero = false
  for _ in 0..<((index * 7919) % 40 * 500) { isZero = random.next() == 0 }
  return isZero ? -1 : index * index
}

private struct Refusal: Error, Equatable {
  let index: Int
}

@Suite struct `Work shared among threads` {
  @Test(arguments: [1, 2, 5, 64]) func `is mapped in order`(threads: Int) {
    expect(concurrentMap(40, threads: threads, labor), equals: (0..<40).map { $0 * $0 })
    #expect(concurrentMap(0, threads: threads, labor).isEmpty)
    expect(concurrentMap(1, threads: threads, labor), equals: [0])
  }

  @Test(arguments: [1, 2, 5, 64]) func `is taken in order, each result once`(threads: Int) {
    var taken: [Int] = []
    inOrder(60, threads: threads) { index in
      labor(index)
    } take: { index, output in
      expect(output, equals: index * index)
      taken.append(index)
    }
    expect(taken, equals: Array(0..<60))
  }

  @Test(arguments: [1, 3, 8]) func `runs no further ahead than it may`(threads: Int) {
    let begun = Atomic(0)
    var taken = 0
    inOrder(50, threads: threads, ahead: threads + 2) { index in
      begun.add(1, ordering: .sequentiallyConsistent)
      return labor(index)
    } take: { _, _ in
      // What is being taken has not given its permit back yet.
      #expect(begun.load(ordering: .sequentiallyConsistent) - taken <= threads + 2)
      taken += 1
    }
    expect(taken, equals: 50)
  }

  @Test(arguments: [1, 3, 8]) func `follows each result that leaves something to do once, behind its taking`(
    threads: Int
  ) {
    let taken = Mutex<Set<Int>>([]), followed = Mutex<[Int]>([])
    inOrder(200, threads: threads, worker: {}) { (_: inout Void, index) in
      labor(index)
    } take: { index, _ -> Int? in
      taken.withLock { _ = $0.insert(index) }
      return index.isMultiple(of: 3) ? nil : index
    } follow: { index, thread in
      #expect(0..<threads ~= thread)
      #expect(taken.withLock { $0.contains(index) })
      followed.withLock { $0.append(index) }
    }
    expect(followed.withLock { $0.sorted() }, equals: (0..<200).filter { !$0.isMultiple(of: 3) })
  }

  @Test(arguments: [1, 2, 6]) func `ends with the first error in order`(threads: Int) {
    var taken: [Int] = []
    #expect(throws: Refusal(index: 11)) {
      try inOrder(200, threads: threads) { index throws(Refusal) in
        if index % 20 == 11 { throw Refusal(index: index) }
        return labor(index)
      } take: { index, _ throws(Refusal) in
        taken.append(index)
      }
    }
    expect(taken, equals: Array(0..<11))
  }

  @Test(arguments: [1, 2, 6]) func `ends where a result cannot be taken`(threads: Int) {
    var taken: [Int] = []
    #expect(throws: Refusal(index: 5)) {
      try inOrder(200, threads: threads) { index throws(Refusal) in
        labor(index)
      } take: { index, _ throws(Refusal) in
        if index == 5 { throw Refusal(index: 5) }
        taken.append(index)
      }
    }
    expect(taken, equals: Array(0..<5))
  }

  @Test(arguments: [1, 2, 4]) func `gives each thread a worker of its own`(threads: Int) {
    let made = Atomic(0)
    let shares = concurrentMap(
      100, threads: threads,
      worker: { () -> (id: Int, uses: Int) in (made.add(1, ordering: .relaxed).newValue, 0) },
      { (worker: inout (id: Int, uses: Int), index) -> [Int] in
        worker.uses += 1
        return [worker.id, worker.uses, labor(index)]
      })
    expect(shares.map { $0[2] }, equals: (0..<100).map { $0 * $0 })
    #expect((1...threads).contains(made.load(ordering: .relaxed)))
    // The uses of each worker count up by one: no other thread used it meanwhile.
    for uses in Dictionary(grouping: shares, by: { $0[0] }).values {
      expect(uses.map { $0[1] }.sorted(), equals: Array(1...uses.count))
    }
  }
}
