import Inflate
import TestSupport
import Testing

@Suite struct `Data that is unpacked as it comes` {
  private static let gzip = InflatingBytes.of(
    "1f8b0800000000000203cb48cdc9c9d751c840a21472130bb80046a02ba318000000")
  private static let second = InflatingBytes.of(
    "1f8b08000000000000032b4e4dcecf4be102007ec00f0607000000")
  private static let zstd = InflatingBytes.of(
    "28b52ffd24189500006068656c6c6f2c20206d61700a0100e28a11234d20f6")
  private static let secondFrame = InflatingBytes.of("28b52ffd24073900007365636f6e640a16404c55")

  /// What comes out when bytes arrive in pieces and go into small buffers.
  private func unpacked(_ bytes: [UInt8], pieces: Int, room: Int) throws -> [UInt8] {
    let unpacker = try Unpacker(head: Array(bytes.prefix(4)))
    var (result, pending, front): ([UInt8], [UInt8], Int) = ([], [], 0)
    var buffer = [UInt8](repeating: 0, count: room)
    while true {
      let isFinal = front == bytes.count
      let step = try buffer.withUnsafeMutableBytes { output in
        try pending.withUnsafeBytes { try unpacker.inflate($0, into: output, isFinal: isFinal) }
      }
      result += buffer[..<step.produced]
      pending.removeFirst(step.consumed)
      if step == (0, 0) {
        if isFinal { break }
        let next = min(bytes.count, front + pieces)
        pending += bytes[front..<next]
        front = next
      }
    }
    try unpacker.finish()
    return result
  }

  @Test(.wantsInProcess(.zstd), arguments: [1, 3, 7, 1000], [1, 5, 4096])
  func `does not depend on how it is cut`(pieces: Int, room: Int) throws {
    for bytes in [
      Self.gzip, Self.gzip + Self.second, Self.gzip + [0, 0, 0], Self.zstd, Self.zstd + Self.secondFrame,
      `Inflating by the first bytes`.skipped + Self.zstd,
    ] {
      try expect(unpacked(bytes, pieces: pieces, room: room), equals: Inflate.inflated(bytes, limit: 1 << 20))
    }
  }

  @Test(.wantsInProcess(.zstd), arguments: [1, 1000])
  func `shows where it is cut off and what follows it`(pieces: Int) {
    for whole in [Self.gzip, Self.zstd] {
      for length in 4..<whole.count {
        #expect(throws: InflateError.truncated) {
          try unpacked(Array(whole[..<length]), pieces: pieces, room: 64)
        }
      }
      #expect(throws: InflateError.trailingBytes(offset: whole.count)) {
        try unpacked(whole + Array("text".utf8), pieces: pieces, room: 64)
      }
    }
    #expect(throws: InflateError.trailingBytes(offset: Self.zstd.count)) {
      try unpacked(Self.zstd + [1], pieces: pieces, room: 64)
    }
    #expect(throws: InflateError.notCompressed) { try unpacked(Array("text".utf8), pieces: pieces, room: 64) }
  }
}
