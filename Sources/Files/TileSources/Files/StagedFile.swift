import CSystem
import CStagedFiles

/// A file being written, removed if a signal ends the process.
package struct StagedFile: @unchecked Sendable {
  // The handle is only compared and passed on; what it stands for is atomic.
  private let handle: UnsafeMutableRawPointer?

  /// Handles signals that end the process, unless ignored.
  package static func handleEndings() { staged_handle_endings() }

  /// Handles truncated mapped files: a message and an exit status.
  package static func handleCutFiles(message: StaticString, status: Int32) {
    message.withUTF8Buffer { _ in
      UnsafeRawPointer(message.utf8Start).withMemoryRebound(
        to: CChar.self, capacity: message.utf8CodeUnitCount
      ) { staged_handle_cut_files($0, status) }
    }
  }

  /// Delays signals during a body.
  package static func undisturbed<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    staged_hold()
    defer { staged_release() }
    return try body()
  }

  /// Creates and opens a unique private file, registered for removal; `nil` on failure, with `errno`.
  ///
  /// - Parameter prefix: the path before six random letters.
  package static func create(_ prefix: String) -> (descriptor: Int32, path: String, file: StagedFile)? {
    undisturbed {
      var template = Array("\(prefix)XXXXXX".utf8CString)
      let descriptor = mkstemp(&template)
      guard descriptor >= 0 else { return nil }
      let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return (descriptor, path, StagedFile(path))
    }
  }

  /// Writes a file beside its final path, then renames it.
  ///
  /// - Parameter prefix: the temporary path before six random letters.
  /// - Returns: false on failure; then nothing is left.
  @discardableResult static func put(_ bytes: [UInt8], at path: String, beside prefix: String) -> Bool {
    guard let scratch = create(prefix) else { return false }
    let isWritten = writeAll(bytes, to: scratch.descriptor)
    let isClosed = close(scratch.descriptor) == 0
    let isThere = isWritten && isClosed && rename(scratch.path, path) == 0
    if !isThere { unlink(scratch.path) }
    scratch.file.settle()
    return isThere
  }

  package init(_ path: String) { handle = staged_add(path) }

  /// Unregisters the file: it is renamed or removed.
  package func settle() { staged_remove(handle) }
}

/// Writes all bytes; false on failure, with `errno`.
@discardableResult package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
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
