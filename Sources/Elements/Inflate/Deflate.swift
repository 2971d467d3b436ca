import CDeflate
import Parallel

/// Compresses bytes as one gzip member without name and time, so that the result is reproducible.
///
/// Bytes are stored if compression would save less than a tenth.
public func gzipped(_ bytes: [UInt8]) -> [UInt8] {
  if bytes.count <= 128 { return stored(bytes) }
  let packer = idlePackers.withLock { $0.popLast() } ?? Packer()
  defer { idlePackers.withLock { if $0.count < 64 { $0.append(packer) } } }
  return packer.pack(bytes)
}

/// Reused packers: clearing their memory takes less time than allocating it.
private let idlePackers = Mutex<[Packer]>([])

private final class Packer: Sendable {
  private nonisolated(unsafe) let compressor = libdeflate_alloc_compressor(6)

  deinit { libdeflate_free_compressor(compressor) }

  func pack(_ bytes: [UInt8]) -> [UInt8] {
    guard let compressor else { return stored(bytes) }
    let bound = libdeflate_gzip_compress_bound(compressor, bytes.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { room, count in
      // The room is that of the worst case.
      count = libdeflate_gzip_compress(compressor, bytes, bytes.count, room.baseAddress, bound)
    }
  }
}

private func stored(_ bytes: [UInt8]) -> [UInt8] {
  var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
  func append(_ number: UInt32, _ count: Int) {
    for byte in 0..<count { result.append(UInt8(truncatingIfNeeded: number >> (8 * UInt32(byte)))) }
  }
  result.reserveCapacity(bytes.count + bytes.count / 0xFFFF * 5 + 23)
  var rest = bytes[...]
  repeat {
    let block = rest.prefix(0xFFFF)
    rest = rest.dropFirst(block.count)
    result.append(rest.isEmpty ? 1 : 0)
    append(UInt32(block.count), 2)
    append(~UInt32(block.count), 2)
    result += block
  } while !rest.isEmpty
  append(libdeflate_crc32(0, bytes, bytes.count), 4)
  append(UInt32(truncatingIfNeeded: bytes.count), 4)
  return result
}
