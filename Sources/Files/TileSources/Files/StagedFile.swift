import CPosix
import CStagedFiles

/// A half-written file, which is removed when a signal ends the process.
package struct StagedFile: @unchecked Sendable {
  // The handle is only compared and passed on; what it stands for is atomic.
  private let handle: UnsafeMutableRawPointer?

  /// Handles the signals that end a process, except those that are ignored.
  package static func handleEndings() { staged_handle_endings() }

  /// Handles mapped files that were cut short: a message and a status instead of a death.
  package static func handleCutFiles(message: StaticString, status: Int32) {
    message.withUTF8Buffer { _ in
      UnsafeRawPointer(message.utf8Start).withMemoryRebound(
        to: CChar.self, capacity: message.utf8CodeUnitCount
      ) { staged_handle_cut_files($0, status) }
    }
  }

  /// Does something that no signal may cut in two; signals wait until it is done.
  package static func undisturbed<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    staged_hold()
    defer { staged_release() }
    return try body()
  }

  /// Creates and opens a file of a new name, for its owner alone, and names it to the handlers of signals; `nil` where
  /// that fails, for a reason in `errno`.
  ///
  /// - Parameter prefix: the path up to the six letters that make it new.
  package static func create(_ prefix: String) -> (descriptor: Int32, path: String, file: StagedFile)? {
    undisturbed {
      var template = Array("\(prefix)XXXXXX".utf8CString)
      let descriptor = mkstemp(&template)
      guard descriptor >= 0 else { return nil }
      let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return (descriptor, path, StagedFile(path))
    }
  }

  /// Writes a file beside its place and puts it there, so that it appears whole or not at all.
  ///
  /// - Parameter prefix: the path of the one beside it, up to the six letters that make it new.
  /// - Returns: false where that fails; then nothing is left.
  @discardableResult
  static func put(_ bytes: [UInt8], at path: String, beside prefix: String) -> Bool {
    guard let scratch = create(prefix) else { return false }
    let isWritten = writeAll(bytes, to: scratch.descriptor)
    let isClosed = close(scratch.descriptor) == 0
    let isThere = isWritten && isClosed && rename(scratch.path, path) == 0
    if !isThere { unlink(scratch.path) }
    scratch.file.settle()
    return isThere
  }

  /// Names a file to the handlers of signals.
  package init(_ path: String) { handle = staged_add(path) }

  /// Takes the file back: it is in its place, or removed.
  package func settle() { staged_remove(handle) }
}

/// Writes bytes to an open file, whole; `false` where that fails, for a reason in `errno`.
@discardableResult
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  bytes.withUnsafeBytes { buffer in
    var offset = 0
    while offset < buffer.count {
      let written = write(descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
      if written < 0 && last_error() == EINTR { continue }
      if written <= 0 { return false }
      offset += written
    }
    return true
  }
}
