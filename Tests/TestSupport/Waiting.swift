import Foundation
import Testing

/// Waits for a state of another process that nothing reports, such as a file that appears.
///
/// The one place that asks again and again: commands are waited for by their end, and where a test can it lets them wait
/// in a pipe.
///
/// - Returns: whether it came about within half a minute.
public func eventually(_ isSo: () -> Bool) -> Bool {
  for _ in 0..<15_000 {
    if isSo() { return true }
    usleep(2000)
  }
  return false
}

extension Workplace {
  /// The end of a named pipe to write to, as soon as the command has opened the other end and reads; who calls closes it.
  public func writer(to pipe: String) throws -> Int32 {
    var end: Int32 = -1
    // Without a reader there is no such end yet.
    let isRead = eventually {
      end = open(path(pipe), O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      return end >= 0
    }
    return try #require(isRead ? end : nil, "nobody reads \(pipe)")
  }

  /// Writes a short text to such an end, and that this was all.
  public func send(_ text: String, to end: Int32) {
    text.utf8.withContiguousStorageIfAvailable { _ = Foundation.write(end, $0.baseAddress, $0.count) }
    close(end)
  }
}
