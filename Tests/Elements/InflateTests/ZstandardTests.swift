import CZstd
import Inflate
import TestSupport
import Testing

@Suite struct `Inflating by the first bytes` {
  /// `printf 'hello, hello, hello map\n' | zstd -19`
  static let hello = InflatingBytes.of("28b52ffd24189500006068656c6c6f2c20206d61700a0100e28a11234d20f6")
  /// `printf 'second\n' | zstd`
  static let second = InflatingBytes.of("28b52ffd24073900007365636f6e640a16404c55")
  /// A frame that is skipped: its size and three bytes.
  static let skipped: [UInt8] = [0x53, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]

  /// A frame of blocks that each repeat one byte 131,072 times; its window is 2^`windowLog` bytes.
  static func repeated(blocks: Int, windowLog: UInt8 = 20) -> [UInt8] {
    var frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, (windowLog - 10) << 3]
    for index in 0..<blocks {
      let header = 131_072 << 3 | 1 << 1 | (index == blocks - 1 ? 1 : 0)
      frame += [
        UInt8(truncatingIfNeeded: header), UInt8(truncatingIfNeeded: header >> 8),
        UInt8(truncatingIfNeeded: header >> 16), 7,
      ]
    }
    return frame
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test(.wantsInProcess(.zstd)) func `reads what zstd wrote, frames in a row as well`() throws {
    expect(text(try inflated(Self.hello, limit: 24)), equals: "hello, hello, hello map\n")
    expect(
      text(try inflated(Self.hello + Self.skipped + Self.second, limit: 100)),
      equals: "hello, hello, hello map\nsecond\n")
    expect(text(try inflated(Self.skipped + Self.second, limit: 100)), equals: "second\n")
    #expect(zstd_is_loaded())
  }

  @Test(.wantsInProcess(.zstd)) func `reads gzip, zlib and zstd, and leaves other bytes as they are`() throws
  {
    let gzip = InflatingBytes.of("1f8b08000000000000032b4e4dcecf4be102007ec00f0607000000")
    let zlib = InflatingBytes.of("789ccb48cdc9c9d751c840a21472130bb8006ab2083d")
    expect(text(try inflated(gzip, limit: 7)), equals: "second\n")
    expect(text(try inflated(zlib, limit: 24)), equals: "hello, hello, hello map\n")
    for plain in [[], [0x1A], [0x1A, 0x20, 0x78, 0x02], Array("{\"a\":1}".utf8), [0x89, 0x50, 0x4E, 0x47]] {
      try expect(inflated(plain, limit: 7), equals: plain)
      expect(Compression(of: plain), equals: .none)
    }
    #expect(throws: InflateError.tooLarge(limit: 2)) { try inflated([1, 2, 3], limit: 2) }
    #expect((Compression(of: gzip), Compression(of: zlib)) == (.gzip, .zlib))
    #expect((Compression(of: Self.hello), Compression(of: Self.skipped)) == (.zstd, .zstd))
  }

  @Test(.wantsInProcess(.zstd)) func `stops a bomb of zstd`() throws {
    let bomb = Self.repeated(blocks: 400)
    #expect(bomb.count < 2000)
    #expect(throws: InflateError.tooLarge(limit: 1 << 20)) { try inflated(bomb, limit: 1 << 20) }
    try expect(
      inflated(Self.repeated(blocks: 8), limit: 1 << 20), equals: Array(repeating: 7, count: 1 << 20))
    // A window of 1 GB is not worth 1 MB of output.
    #expect(throws: InflateError.tooLarge(limit: 1 << 20)) {
      try inflated(Self.repeated(blocks: 1, windowLog: 30), limit: 1 << 20)
    }
  }

  @Test(.wantsInProcess(.zstd)) func `notices every place where a frame can be cut off, and what follows it`()
  {
    for end in 4..<Self.hello.count {
      #expect(throws: InflateError.truncated) { try inflated(Array(Self.hello[..<end]), limit: 100) }
    }
    #expect(throws: InflateError.trailingBytes(offset: Self.hello.count)) {
      try inflated(Self.hello + [7], limit: 100)
    }
  }

  @Test(.wantsInProcess(.zstd)) func `notices every changed byte behind the header`() {
    for index in 6..<Self.hello.count {
      var changed = Self.hello
      changed[index] ^= 0x55
      #expect(throws: InflateError.self) { try inflated(changed, limit: 100) }
    }
    var changed = Self.hello
    changed[Self.hello.count - 1] ^= 1
    #expect(throws: InflateError.wrongChecksum) { try inflated(changed, limit: 100) }
  }

  @Test func `has words for a library that is not there`() {
    #expect(throws: InflateError.noZstandard) { try inflated(Self.hello, limit: 24) }
    expect(
      "\(InflateError.noZstandard)",
      equals: "zstd data needs libzstd; install libzstd1 or zstd, or compress the file with gzip")
  }
}

/// Bytes from hexadecimal digits.
enum InflatingBytes {
  static func of(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.compactMap(\.hexDigitValue).map(UInt8.init)
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
  }
}
