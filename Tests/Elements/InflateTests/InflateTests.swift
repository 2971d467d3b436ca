import CZlib
import TestSupport
import Testing

@testable import Inflate

/// Inflates gzip or zlib data, whatever it begins with.
private func inflatedGzip(_ bytes: [UInt8], limit: Int = .max) throws(InflateError) -> [UInt8] {
  try bytes.withUnsafeBufferPointer { bytes throws(InflateError) in
    try unpacked(UnsafeRawBufferPointer(bytes), .gzip, limit: limit)
  }
}

@Suite struct `Inflating` {
  /// `printf 'hello, hello, hello map\n' | gzip -n9`
  static let hello = bytes("1f8b0800000000000203cb48cdc9c9d751c840a21472130bb80046a02ba318000000")
  /// `printf 'second\n' | gzip -n`
  static let second = bytes("1f8b08000000000000032b4e4dcecf4be102007ec00f0607000000")
  /// gzip of `x` with its file's name and time.
  static let named = bytes("1f8b080800ca9a3b00036e616d65642e74787400ab00008316dc8c01000000")
  /// Python's `zlib.compress` of the first text.
  static let zlib = bytes("789ccb48cdc9c9d751c840a21472130bb8006ab2083d")

  static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.compactMap(\.hexDigitValue).map(UInt8.init)
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `reads what gzip and zlib wrote`() throws {
    expect(text(try inflatedGzip(Self.hello)), equals: "hello, hello, hello map\n")
    expect(text(try inflatedGzip(Self.named)), equals: "x")
    expect(text(try inflatedGzip(Self.zlib)), equals: "hello, hello, hello map\n")
  }

  @Test func `joins members and skips the padding behind them`() throws {
    let joined = Self.hello + Self.second + Self.named
    expect(text(try inflatedGzip(joined)), equals: "hello, hello, hello map\nsecond\nx")
    expect(text(try inflatedGzip(joined + [0, 0, 0])), equals: "hello, hello, hello map\nsecond\nx")
  }

  @Test(arguments: 1...40)
  func `does not care how the data is cut into blocks`(size: Int) throws {
    let data = Self.hello + Self.second + [0, 0]
    var stream = try InflateStream()
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64)
    for begin in stride(from: 0, to: data.count, by: size) {
      let step = try data[begin..<min(data.count, begin + size)].withUnsafeBytes { input in
        try buffer.withUnsafeMutableBytes { try stream.inflate(input, into: $0) }
      }
      result += buffer[..<step.produced]
    }
    try stream.finish()
    expect(text(result), equals: "hello, hello, hello map\nsecond\n")
    #expect((stream.consumed, stream.produced) == (data.count, 31))
  }

  @Test func `fills small buffers bit by bit`() throws {
    var stream = try InflateStream()
    var result: [UInt8] = []
    var taken = 0
    var buffer = [UInt8](repeating: 0, count: 3)
    while true {
      let step = try Self.hello.withUnsafeBytes { input in
        try buffer.withUnsafeMutableBytes {
          try stream.inflate(UnsafeRawBufferPointer(rebasing: input[taken...]), into: $0)
        }
      }
      taken += step.consumed
      result += buffer[..<step.produced]
      if step.produced < 3 { break }
    }
    try stream.finish()
    #expect((text(result), taken) == ("hello, hello, hello map\n", Self.hello.count))
  }

  /// What zlib's own deflate makes of seeded bytes, from noise to nearly nothing.
  @Test(arguments: [1, 2, 16, 256]) func `gives back what zlib deflated`(letters: UInt64) throws {
    var random = Seeded(seed: letters)
    let original = (0..<300_000).map { _ in UInt8(truncatingIfNeeded: random.next() % letters) }
    let packed = deflated(original)
    try expect(inflatedGzip(packed), equals: original)
    try expect(inflatedGzip(packed + packed), equals: original + original)
    #expect(throws: InflateError.tooLarge(limit: 299_999)) { try inflatedGzip(packed, limit: 299_999) }
    try expect(inflatedGzip(packed, limit: 300_000).count, equals: 300_000)
  }

  @Test func `stops a bomb`() throws {
    let bomb = deflated([UInt8](repeating: 0, count: 50_000_000))
    #expect(bomb.count < 60_000)
    let error = #expect(throws: InflateError.self) { try inflatedGzip(bomb, limit: 1_000_000) }
    expect(
      error.map { "\($0)" },
      equals: "the data inflates to more than 1000000 bytes; split the file, or uncompress it first")
  }

  @Test func `notices every place where data can be cut off`() {
    for end in 1..<Self.hello.count {
      #expect(throws: InflateError.truncated) { try inflatedGzip(Array(Self.hello[..<end])) }
    }
    for end in 1..<Self.zlib.count {
      #expect(throws: InflateError.truncated) { try inflatedGzip(Array(Self.zlib[..<end])) }
    }
    #expect(throws: InflateError.truncated) { try inflatedGzip(Self.hello + Self.second.dropLast()) }
  }

  @Test func `notices every changed bit that matters`() {
    // Flags, time, level and system in the header do not matter.
    for index in Self.hello.indices where !(3..<10).contains(index) {
      for bit in 0..<8 {
        var changed = Self.hello
        changed[index] ^= 1 << bit
        #expect(throws: InflateError.self) { try inflatedGzip(changed) }
      }
    }
  }

  @Test(
    arguments: [
      ([], "the data is neither gzip nor zlib; name a file made by gzip, or an uncompressed one"),
      (
        Array("id,lon,lat".utf8),
        "the data is neither gzip nor zlib; name a file made by gzip, or an uncompressed one"
      ),
      (
        [0x1F, 0x00, 0x08],
        "the data is neither gzip nor zlib; name a file made by gzip, or an uncompressed one"
      ),
      (
        [0x78, 0x00, 0x08],
        "the data is neither gzip nor zlib; name a file made by gzip, or an uncompressed one"
      ),
      (Array(hello.dropLast()), "the compressed data is cut off; download or compress the file again"),
      (
        hello.dropLast(5) + [0xFF, 24, 0, 0, 0],
        "the compressed data is damaged (its checksum differs); download or compress the file again"
      ),
      (
        hello.dropLast() + [1],
        "the compressed data is damaged (its checksum differs); download or compress the file again"
      ),
      (
        zlib.dropLast() + [0xFF],
        "the compressed data is damaged (its checksum differs); download or compress the file again"
      ),
      (
        hello[..<10] + [0xFF, 0xFF],
        "the compressed data is damaged near byte 11 (invalid block type); download or compress the file again"
      ),
      (
        hello + [7],
        "something follows the compressed data at byte 34; cut it off, or compress the file again"
      ),
      (
        hello + [0, 7],
        "something follows the compressed data at byte 35; cut it off, or compress the file again"
      ),
      (
        hello + [0x1F, 7],
        "something follows the compressed data at byte 34; cut it off, or compress the file again"
      ),
      (
        zlib + [0], "something follows the compressed data at byte 22; cut it off, or compress the file again"
      ),
      (
        [0x78, 0xBB, 0, 0, 0, 1],
        "the compressed data is damaged near byte 0 (it needs a dictionary); download or compress the file again"
      ),
    ] as [([UInt8], String)])
  func `names what is wrong and what to do`(data: [UInt8], message: String) {
    let error = #expect(throws: InflateError.self) { try inflatedGzip(data) }
    expect(error.map { "\($0)" }, equals: message)
  }

  @Test func `never traps on noise`() {
    var random = Seeded(seed: 1)
    for _ in 0..<5000 {
      var noise = Self.hello
      for _ in 0..<3 {
        noise[random.below(noise.count)] = UInt8(random.below(256))
      }
      _ = try? inflatedGzip(noise, limit: 1 << 20)
    }
  }

  @Test func `has words for lacking memory`() {
    expect(
      "\(InflateError.outOfMemory)", equals: "there is no memory to inflate the data; close other programs")
  }

  private func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    expect(
      deflateInit2_(
        &stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)),
      equals: Z_OK)
    defer { deflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    var input = bytes
    let count = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        expect(deflate(&stream, Z_FINISH), equals: Z_STREAM_END)
        return output.count - Int(stream.avail_out)
      }
    }
    return Array(output[..<count])
  }
}
