import CSystem
import MapFeatures

/// A memory-mapped file; pages are released after they were scanned.
final class MappedFile: ByteSource {
  let count: Int
  // Never null, mapped read-only from init to deinit and never written: safe to share between threads.
  private nonisolated(unsafe) let base: UnsafeRawPointer

  private let path: String
  private let state: FileState

  init?(descriptor: Int32, path: String, state: FileState) {
    let count = state.size
    guard let address = map_pages(count, PROT_READ, MAP_PRIVATE, descriptor) else { return nil }
    madvise(address, count, MADV_SEQUENTIAL)
    (self.count, self.path, self.state) = (count, path, state)
    self.base = UnsafeRawPointer(address)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: base), count) }

  func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  func changedFile() -> String? { state.isOutdated(path) ? path : nil }

  func release(_ range: Range<Int>) {
    let page = Int(getpagesize())
    let start = (range.lowerBound + page - 1) / page * page
    let end = range.upperBound / page * page
    if end > start {
      madvise(UnsafeMutableRawPointer(mutating: base) + start, end - start, MADV_DONTNEED)
    }
  }
}
