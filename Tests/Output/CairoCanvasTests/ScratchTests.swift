import CGraphics
import Parallel
import TestSupport
import Testing

@Suite("Memory that pictures use in turn") struct ScratchTests {
  private static func isZero(_ memory: UnsafeMutableRawPointer, _ count: Int) -> Bool {
    UnsafeRawBufferPointer(start: memory, count: count).allSatisfy { $0 == 0 }
  }

  @Test func `what was given back comes clean where that is asked for`() throws {
    for size in [1 << 12, 1 << 20, 3 << 20] {
      for _ in 0..<2 {
        let used = try #require(graphics_scratch(size, false))
        used.initializeMemory(as: UInt8.self, repeating: 0xA5, count: size)
        graphics_scratch_return(used)
        let clean = try #require(graphics_scratch(size - 100, true))
        #expect(Self.isZero(clean, size - 100))
        graphics_scratch_return(clean)
      }
    }
    graphics_scratch_return(nil)
    expect(graphics_scratch(Int.max - 64, false), equals: nil)
  }

  @Test func `blocks in use on several threads never overlap`() {
    let mixed = concurrentMap(8, threads: 8) { thread in
      (0..<25).contains { round in
        let size = 1 << 17 + (thread * 31 + round * 7) % 40 << 14
        guard let block = graphics_scratch(size, round % 2 == 0) else { return true }
        defer { graphics_scratch_return(block) }
        block.initializeMemory(as: UInt8.self, repeating: UInt8(thread), count: size)
        return UnsafeRawBufferPointer(start: block, count: size).contains { $0 != UInt8(thread) }
      }
    }
    #expect(!mixed.contains(true))
  }
}
