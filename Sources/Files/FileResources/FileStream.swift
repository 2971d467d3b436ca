import CSystem
import MapFeatures

final class FileStream: ResourceStream {
  private let descriptor: Int32
  private let closes: Bool
  private let limit: Int
  private var pending: ArraySlice<UInt8> = []
  private var count = 0

  init(descriptor: Int32, closes: Bool, limit: Int) {
    (self.descriptor, self.closes, self.limit) = (descriptor, closes, limit)
    // Who writes into a pipe goes on while a block is read.
    widen_pipe(descriptor, 1 << 20)
  }

  deinit { if closes { close(descriptor) } }

  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(ResourceError) -> Int {
    guard pending.isEmpty else {
      let count = min(pending.count, buffer.count)
      buffer.copyBytes(from: pending.prefix(count))
      pending = pending.dropFirst(count)
      return count
    }
    return try read(into: buffer)
  }

  /// The first bytes, at most four; they remain to be read.
  func head() throws(ResourceError) -> [UInt8] {
    var head: [UInt8] = []
    while head.count < 4, let more = try next() { head += more }
    pending = head[...]
    return Array(head.prefix(4))
  }

  private func next() throws(ResourceError) -> [UInt8]? {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    let outcome = block.withUnsafeMutableBytes { buffer in
      Result { () throws(ResourceError) in try read(into: buffer) }
    }
    let filled = try outcome.get()
    return filled > 0 ? Array(block[..<filled]) : nil
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer) throws(ResourceError) -> Int {
    while true {
      let filled = systemRead(descriptor, buffer.baseAddress, buffer.count)
      if filled < 0 && last_error() == EINTR { continue }
      guard filled >= 0 else { throw .lastFailure() }
      count += filled
      guard count <= limit else {
        throw ResourceError(.tooLarge, "the stream delivers more than \(limit >> 20) MB; write it to a file")
      }
      return filled
    }
  }
}

/// `read`, not hidden by methods of that name.
func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
