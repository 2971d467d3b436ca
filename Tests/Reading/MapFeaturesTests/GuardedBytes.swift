import Foundation
import MapFeatures

/// Bytes between two pages that cannot be read, directly at one of them: reading one byte too far ends the test run.
///
/// `@unchecked Sendable`: nothing changes after the initializer.
final class GuardedBytes: ByteSource, @unchecked Sendable {
  let count: Int
  private let pages: UnsafeMutableRawPointer
  private let length: Int
  private let start: UnsafeMutableRawPointer

  init?(_ bytes: [UInt8], atEnd: Bool) {
    let page = 65_536  // a multiple of every page size in use
    let inner = (bytes.count + page - 1) / page * page
    count = bytes.count
    length = inner + 2 * page
    guard let pages = mmap(nil, length, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0), pages != MAP_FAILED else {
      return nil
    }
    self.pages = pages
    start = pages + page + (atEnd ? inner - bytes.count : 0)
    if inner > 0 {
      guard mprotect(pages + page, inner, PROT_READ | PROT_WRITE) == 0 else { return nil }
      start.copyMemory(from: bytes, byteCount: bytes.count)
    }
  }

  deinit { munmap(pages, length) }

  func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try body(UnsafeRawBufferPointer(start: start, count: count))
  }
}
