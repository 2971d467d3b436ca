import CZlib

/// Packs bytes as one gzip member, without a name and without a time: the same bytes give the same result.
///
/// - Parameter level: how hard, `1...9`.
/// - Complexity: O(*bytes*).
public func gzipped(_ bytes: [UInt8], level: Int = 6) -> [UInt8] {
  var stream = z_stream()
  // A small window for small tiles, of which there are millions: clearing the tables of a large one takes longer than packing.
  // 16 more than the window's bits: gzip instead of zlib.
  let (window, memory): (Int32, Int32) = bytes.count <= 2048 ? (11, 4) : (15, 8)
  guard
    deflateInit2_(
      &stream, Int32(min(9, max(1, level))), Z_DEFLATED, window + 16, memory, Z_DEFAULT_STRATEGY,
      ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size)) == Z_OK
  else { return [] }
  defer { deflateEnd(&stream) }
  var source = bytes
  return source.withUnsafeMutableBufferPointer { source in
    let bound = Int(deflateBound(&stream, UInt(source.count)))
    return [UInt8](unsafeUninitializedCapacity: bound) { room, count in
      (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(source.count))
      (stream.next_out, stream.avail_out) = (room.baseAddress, UInt32(room.count))
      // The room is that of the worst case.
      deflate(&stream, Z_FINISH)
      count = room.count - Int(stream.avail_out)
    }
  }
}
