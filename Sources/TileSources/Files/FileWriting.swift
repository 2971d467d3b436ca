import CPosix

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

/// Creates and opens a file of a new name, for its owner alone; `nil` where that fails, for a reason in `errno`.
///
/// - Parameter prefix: the path up to the six letters that make it new.
package func createScratchFile(_ prefix: String) -> (descriptor: Int32, path: String)? {
  var template = Array("\(prefix)XXXXXX".utf8CString)
  let descriptor = mkstemp(&template)
  guard descriptor >= 0 else { return nil }
  return (descriptor, String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
}
