import TestSupport
import Testing

@testable import MapClusters

@Suite struct `Plain memory` {
  // The last is several large pages, so that it is mapped, trimmed and given back.
  @Test(arguments: [0, 1, 1000, 3_000_000])
  func `keeps what is written until it is taken over`(count: Int) {
    let first = PlainBuffer<UInt32>(count: count, padding: 4)
    for index in 0..<count { first[index] = UInt32(index) }
    #expect((0..<count).allSatisfy { first[$0] == UInt32($0) })
    let second = PlainBuffer<UInt64>(count: count / 4, inPlaceOf: first)
    expect(second.count, equals: count / 4)
    expect(UnsafeRawPointer(second.base), equals: UnsafeRawPointer(first.base))
    for index in 0..<second.count { second[index] = UInt64(index) << 40 }
    #expect((0..<second.count).allSatisfy { second[$0] == UInt64($0) << 40 })
  }

  @Test func `lives as long as the last buffer in it`() {
    var first: PlainBuffer<UInt32>? = PlainBuffer(count: 1_000_000)
    let second = first.map { PlainBuffer<UInt32>(count: 600_000, inPlaceOf: $0) }
    first = nil
    second?[599_999] = 7
    expect(second?[599_999], equals: 7)
  }

  @Test(arguments: [0, 5, 4096, 5_000_000])
  func `a request for large pages changes nothing that is there`(bytes: Int) {
    var memory = [UInt8](repeating: 3, count: bytes)
    memory.withUnsafeMutableBytes { memory in
      if let start = memory.baseAddress { useLargePages(start, memory.count) }
    }
    #expect(memory.allSatisfy { $0 == 3 })
  }
}
