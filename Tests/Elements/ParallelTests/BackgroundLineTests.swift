import Parallel
import TestSupport
import Testing

@Suite struct `Work in the background` {
  @Test(arguments: [1, 3, 100])
  func `is done in order, all of it before it is finished`(most: Int) {
    let line = BackgroundLine(most: most)
    let done = Mutex<[Int]>([])
    for round in 1...3 {
      for number in 0..<20 { line.add { done.withLock { $0.append(number) } } }
      line.finish()
      expect(done.withLock { $0 }, equals: (0..<20 * round).map { $0 % 20 })
    }
  }

  @Test func `waits where too much of it is not done`() {
    let line = BackgroundLine(most: 4)
    let begun = Mutex(0)
    var most = 0
    for number in 0..<200 {
      line.add { begun.withLock { $0 += 1 } }
      // What was added and is not done, this piece included.
      most = max(most, number + 1 - begun.withLock { $0 })
    }
    line.finish()
    expect(begun.withLock { $0 }, equals: 200)
    #expect(most <= 4)
  }
}
