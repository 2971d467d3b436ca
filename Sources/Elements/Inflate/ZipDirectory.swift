import CDeflate

/// Why a zip archive, or a file in it, cannot be read.
public enum ZipError: String, Error {
  case noArchive = "this is no zip archive, or it is cut off; fetch it again"
  case damaged = "the zip archive is damaged; fetch it again"
  case unsupported = "the zip archive is encrypted, split, or packed in another way; unpack it into a folder"
  case tooLarge = "a file of the zip archive is too large; unpack the archive, and remove it"
}

/// The directory of a zip archive.
public struct ZipDirectory: Sendable {
  private struct Entry {
    let method, flags: Int
    let packed, size, offset: Int
  }

  private var entries: [String: Entry] = [:]  // looked up by name
  /// The names of the files, in the order of the archive.
  public private(set) var names: [String] = []

  /// - Parameter bytes: the whole archive.
  /// - Throws: ``ZipError``.
  public init(_ bytes: UnsafeRawBufferPointer) throws(ZipError) {
    // The record at the end may be followed by a comment of 65,535 bytes.
    let last = bytes.count - 22
    guard last >= 0,
      let end = (max(0, last - 65_535)...last).last(where: { number(bytes, $0, 4) == 0x0605_4B50 })
    else { throw .noArchive }
    let count = number(bytes, end + 10, 2)
    var position = number(bytes, end + 16, 4)
    guard number(bytes, end + 4, 2) == 0, count < 65_535, position < 0xFFFF_FFFF else { throw .unsupported }
    for _ in 0..<count {
      guard position + 46 <= end, number(bytes, position, 4) == 0x0201_4B50 else { throw .damaged }
      let nameLength = number(bytes, position + 28, 2)
      guard position + 46 + nameLength <= end else { throw .damaged }
      let name = String(decoding: bytes[position + 46..<position + 46 + nameLength], as: UTF8.self)
      if entries[name] == nil { names.append(name) }
      entries[name] = Entry(
        method: number(bytes, position + 10, 2), flags: number(bytes, position + 8, 2),
        packed: number(bytes, position + 20, 4), size: number(bytes, position + 24, 4),
        offset: number(bytes, position + 42, 4))
      position += 46 + nameLength + number(bytes, position + 30, 2) + number(bytes, position + 32, 2)
    }
  }

  /// Content of a file; `nil` if there is none.
  ///
  /// - Throws: ``ZipError``.
  public func content(
    of name: String, in bytes: UnsafeRawBufferPointer, limit: Int
  ) throws(ZipError) -> [UInt8]? {
    guard let entry = entries[name] else { return nil }
    guard entry.flags & 1 == 0, entry.method == 0 || entry.method == 8 else { throw .unsupported }
    guard entry.size <= limit else { throw .tooLarge }
    guard entry.offset + 30 <= bytes.count, number(bytes, entry.offset, 4) == 0x0403_4B50 else {
      throw .damaged
    }
    let begin = entry.offset + 30 + number(bytes, entry.offset + 26, 2) + number(bytes, entry.offset + 28, 2)
    guard begin + entry.packed <= bytes.count else { throw .damaged }
    let packed = UnsafeRawBufferPointer(rebasing: bytes[begin..<begin + entry.packed])
    if entry.method == 0 { return Array(packed) }
    guard let inflater = libdeflate_alloc_decompressor() else { throw .tooLarge }
    defer { libdeflate_free_decompressor(inflater) }
    var result = LIBDEFLATE_SUCCESS
    let content = [UInt8](unsafeUninitializedCapacity: entry.size) { room, count in
      result = libdeflate_deflate_decompress(
        inflater, packed.baseAddress, packed.count, room.baseAddress, entry.size, nil)
      count = result == LIBDEFLATE_SUCCESS ? entry.size : 0
    }
    guard result == LIBDEFLATE_SUCCESS else { throw .damaged }
    return content
  }
}

/// Little-endian number; 0 beyond the end.
private func number(_ bytes: UnsafeRawBufferPointer, _ position: Int, _ count: Int) -> Int {
  guard position >= 0, position + count <= bytes.count else { return 0 }
  return (0..<count).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) }
}
