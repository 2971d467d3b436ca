import Dispatch
import Synchronization

/// Where a result goes: a file that appears whole or not at all, or standard output.
struct OutputFile {
  /// As the user wrote it; `-` is standard output.
  let path: String

  /// Whether the result goes to standard output.
  var isStandardOutput: Bool { path == "-" }

  /// The letters after the last dot of the file's name, in lower case.
  var pathExtension: String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// Finds, before any work, what would make the result homeless: a folder in its place, a folder missing or
  /// closed to us.
  func check() throws(Failure) {
    if isStandardOutput { return }
    if path.isEmpty { throw .output("the output has no name; write -o map.png") }
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw .output("\(path): this is a folder; name a file in it")
    }
    let folder = folderPath
    guard stat(folder, &status) == 0 else {
      throw .output("\(path): there is no folder \(folder); create it first")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .output("\(path): \(folder) is no folder; name another place")
    }
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return }
    guard access(folder, W_OK) == 0 else {
      throw .output(
        "\(path): cannot write into the folder \(folder): \(systemErrorText()); name another place")
    }
  }

  /// Puts the bytes in place: written beside the target, synced, renamed over it.
  ///
  /// A link keeps pointing: what it points to is replaced. Devices and pipes are written straight.
  func write(_ bytes: [UInt8], guardedBy interrupts: Interrupts) throws(Failure) {
    if isStandardOutput {
      try writeThrough(bytes, descriptor: STDOUT_FILENO)
      return
    }
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      try writeToDevice(bytes)
      return
    }
    let target = resolvedPath
    var template = Array("\(target).XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    let temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { throw failure("cannot create a file beside it") }
    interrupts.removeOnInterrupt(temporary)
    defer { interrupts.removeOnInterrupt(nil) }
    // mkstemp's files are for their owner alone; the result gets what the umask or the former file allows.
    let mask = umask(0)
    umask(mask)
    fchmod(descriptor, exists ? status.st_mode & 0o777 : 0o666 & ~mask)
    let isWritten = writeAll(bytes, to: descriptor) && fsync(descriptor) == 0
    let writeError = errno
    let isClosed = close(descriptor) == 0
    guard isWritten, isClosed, rename(temporary, target) == 0 else {
      if !isWritten { errno = writeError }
      let failure = failure("cannot write it")
      unlink(temporary)
      throw failure
    }
  }

  private func writeToDevice(_ bytes: [UInt8]) throws(Failure) {
    let descriptor = open(path, O_WRONLY)
    guard descriptor >= 0 else { throw failure("cannot open it") }
    defer { close(descriptor) }
    try writeThrough(bytes, descriptor: descriptor)
  }

  private func writeThrough(_ bytes: [UInt8], descriptor: Int32) throws(Failure) {
    guard writeAll(bytes, to: descriptor) else {
      // Whoever read our output has gone: nothing is wrong, and nobody is there to be told.
      if errno == EPIPE && isStandardOutput { exit(ExitStatus.done) }
      throw failure(isStandardOutput ? "cannot write to standard output" : "cannot write it")
    }
  }

  private func failure(_ what: String) -> Failure {
    let name = isStandardOutput ? "" : path + ": "
    return .output("\(name)\(what): \(systemErrorText()); nothing was changed")
  }

  private var resolvedPath: String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private var folderPath: String {
    guard let slash = resolvedPath.lastIndex(of: "/") else { return "." }
    return slash == resolvedPath.startIndex ? "/" : String(resolvedPath[..<slash])
  }
}

/// Removes a half-written file when the user or the system ends the command, then ends by the signal's own status.
final class Interrupts: Sendable {
  private let pending = Mutex<String?>(nil)
  private let sources = Mutex<[any DispatchSourceSignal]>([])

  /// Begins to listen; writing to a reader that has gone becomes an error instead of a death.
  init() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Names the file to remove, or none. The first call starts listening for SIGINT and SIGTERM.
  func removeOnInterrupt(_ path: String?) {
    pending.withLock { $0 = path }
    guard path != nil else { return }
    sources.withLock { sources in
      guard sources.isEmpty else { return }
      for number in [SIGINT, SIGTERM] {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { [self] in
          pending.withLock { path in
            if let path { unlink(path) }
            signal(number, SIG_DFL)
            kill(getpid(), number)
            // The lock is kept: the file must not be renamed into place while the process dies.
            pause()
          }
        }
        source.resume()
        sources.append(source)
      }
    }
  }
}
