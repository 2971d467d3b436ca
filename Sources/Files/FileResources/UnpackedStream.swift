import Inflate
import JSONDocument
import MapFeatures

final class UnpackedStream: ResourceStream {
  private let unpacker: Unpacker
  private let read: (UnsafeMutableRawBufferPointer) throws(ResourceError) -> Int
  private let window = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
  private var pending = 0..<0
  private var isAtEnd = false

  init(_ stream: FileStream, head: [UInt8]) throws(ResourceError) {
    unpacker = try UnpackedStream.unpacker(head)
    read = { buffer throws(ResourceError) in try stream.fill(buffer) }
  }

  init(_ source: any ByteSource, head: [UInt8]) throws(ResourceError) {
    unpacker = try UnpackedStream.unpacker(head)
    var position = 0
    read = { buffer throws(ResourceError) in
      let count = min(buffer.count, source.count - position)
      source.withBytes {
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
      }
      source.release(position..<position + count)
      position += count
      if count == 0, source.changedFile() != nil { throw ResourceError.changed }
      return count
    }
  }

  deinit { window.deallocate() }

  private static func unpacker(_ head: [UInt8]) throws(ResourceError) -> Unpacker {
    try rethrowing(
      try Unpacker(head: head), as: { (error: InflateError) in ResourceError(.unusable, "\(error)") })
  }

  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(ResourceError) -> Int {
    while true {
      let step: (consumed: Int, produced: Int)
      do throws(InflateError) {
        step = try unpacker.inflate(
          UnsafeRawBufferPointer(rebasing: window[pending]), into: buffer, isFinal: isAtEnd)
        pending = pending.lowerBound + step.consumed..<pending.upperBound
        if isAtEnd, step == (0, 0) {
          try unpacker.finish()
          return 0
        }
      } catch {
        throw ResourceError(.unusable, "\(error)")
      }
      if step.produced > 0 { return step.produced }
      if !isAtEnd, pending.isEmpty || step.consumed == 0 { try refill() }
    }
  }

  private func refill() throws(ResourceError) {
    window.copyMemory(from: UnsafeRawBufferPointer(rebasing: window[pending]))
    pending = 0..<pending.count
    let count = try read(UnsafeMutableRawBufferPointer(rebasing: window[pending.count...]))
    pending = 0..<pending.count + count
    isAtEnd = count == 0
  }
}
