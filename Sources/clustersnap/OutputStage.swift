import TileSources
/// Results that appear together, each whole, or not at all: written beside their places, then renamed into them.
///
/// A link keeps pointing: what it points to is replaced. Devices, pipes and standard output are written last, because
/// what went there cannot be taken back.
final class OutputStage {
  private struct Waiting {
    let file: OutputFile
    let temporary: String
    let target: String
  }

  private let interrupts: Interrupts
  private var waiting: [Waiting] = []
  private var streamed: [(file: OutputFile, bytes: [UInt8])] = []
  private var folders: [String] = []

  /// An empty stage.
  init(interrupts: Interrupts) {
    self.interrupts = interrupts
  }

  deinit {
    for one in waiting { interrupts.settle(one.temporary) { _ = unlink(one.temporary) } }
    for folder in folders { rmdir(folder) }
  }

  /// Makes a folder for results, unless it is there; one that was made is gone when nothing came of them.
  func makeFolder(_ path: String) throws(Failure) {
    if mkdir(path, 0o777) == 0 {
      folders.append(path)
    } else if errno != EEXIST {
      throw .output("cannot create the folder: \(systemErrorText()); name another place", at: path)
    }
  }

  /// Writes a result beside its place and syncs it.
  func add(_ bytes: [UInt8], to file: OutputFile) throws(Failure) {
    var status = stat()
    let exists = !file.isStandardOutput && stat(file.path, &status) == 0
    if file.isStandardOutput || exists && status.st_mode & S_IFMT != S_IFREG {
      streamed.append((file, bytes))
      return
    }
    let target = try file.target()
    // A short name of its own: the target's may be as long as names can be.
    let folder = OutputFile.folder(of: target)
    guard let (descriptor, temporary) = createScratchFile("\(folder == "/" ? "" : folder)/.clustersnap-")
    else {
      throw failure(file, "cannot create a file in the folder \(folder)")
    }
    interrupts.add(temporary)
    waiting.append(Waiting(file: file, temporary: temporary, target: target))
    // Scratch files are for their owner alone; the result gets what the umask or the former file allows.
    if exists { _ = fchown(descriptor, status.st_uid, status.st_gid) }
    let mask = umask(0)
    umask(mask)
    fchmod(descriptor, exists ? status.st_mode & 0o7777 : 0o666 & ~mask)
    let isWritten = writeAll(bytes, to: descriptor) && fsync(descriptor) == 0
    let writeError = errno
    let isClosed = close(descriptor) == 0
    guard isWritten, isClosed else {
      if !isWritten { errno = writeError }
      throw failure(file, "cannot write it")
    }
  }

  /// Puts everything into place.
  func commit() throws(Failure) {
    for (file, bytes) in streamed { try write(bytes, through: file) }
    streamed = []
    while let one = waiting.first {
      let isDone = interrupts.settle(one.temporary) { rename(one.temporary, one.target) == 0 }
      if !isDone {
        let failure = failure(one.file, "cannot put it in place")
        unlink(one.temporary)
        waiting.removeFirst()
        throw failure
      }
      waiting.removeFirst()
    }
    folders = []
  }

  private func write(_ bytes: [UInt8], through file: OutputFile) throws(Failure) {
    let descriptor = file.isStandardOutput ? STDOUT_FILENO : open(file.path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(file, "cannot open it") }
    defer { if !file.isStandardOutput { close(descriptor) } }
    guard writeAll(bytes, to: descriptor) else {
      // Whoever read our output has gone: that is no error, and nobody is left to report to.
      if errno == EPIPE && file.isStandardOutput { return }
      throw failure(file, "cannot write it")
    }
  }

  private func failure(_ file: OutputFile, _ what: String) -> Failure {
    let advice =
      switch errno {
      case ENOSPC, EDQUOT, EFBIG: "make room, or name another place"
      case EBADF: "it is closed; name a file with -o"
      default: "name another place"
      }
    return .output("\(what): \(systemErrorText()); \(advice)", at: file.name)
  }
}
