import MapFeatures
import Parallel
import TileSources

import struct Synchronization.Atomic

/// Results that appear together, each whole, or not at all: written beside their files, then renamed into them.
///
/// A link keeps pointing: what it points to is replaced. Devices, pipes and standard output are written last, because
/// what went there cannot be taken back.
package final class OutputStage {
  private struct Waiting {
    let file: OutputFile
    let temporary: String
    let staged: StagedFile
    let target: String
    let syncing: Syncing
  }

  /// So many files are open that are not synced yet.
  private static let mostUnsynced = 16

  private var waiting: [Waiting] = []
  /// Waits for the disk while further results are made: a thread that draws waited half a second in all for 100
  /// pictures, the machine being busy.
  private let disk = BackgroundLine(most: mostUnsynced)
  private var streamed: [(file: OutputFile, pieces: [[UInt8]])] = []
  private var folders: [String] = []

  package init() {}

  deinit {
    disk.finish()
    for one in waiting { OutputStage.remove(one.temporary, one.staged) }
    for folder in folders { rmdir(folder) }
  }

  /// Makes a folder for results, unless it is there; one that was made is gone when nothing came of them.
  package func makeFolder(_ path: String) throws(Failure) {
    if mkdir(path, 0o777) == 0 {
      folders.append(path)
    } else if errno != EEXIST {
      throw .output("cannot create the folder: \(systemErrorText()); name another place", at: path)
    }
  }

  package func add(_ bytes: [UInt8], to file: OutputFile) throws(Failure) {
    var rest: [UInt8]? = bytes
    try add(to: file) { () throws(Failure) in rest.take() }
  }

  package func add(to file: OutputFile, _ next: () throws(Failure) -> [UInt8]?) throws(Failure) {
    var status = stat()
    let exists = !file.isStandardOutput && stat(file.path, &status) == 0
    if file.isStandardOutput || exists && status.st_mode & S_IFMT != S_IFREG {
      var pieces: [[UInt8]] = []
      while let piece = try next() { pieces.append(piece) }
      streamed.append((file, pieces))
      return
    }
    let target = try file.target()
    let folder = Resource.folder(of: target)
    var created = StagedFile.create(OutputStage.prefix(in: folder))
    if created == nil, errno == EMFILE, !waiting.isEmpty {
      disk.finish()
      created = StagedFile.create(OutputStage.prefix(in: folder))
    }
    guard let (descriptor, temporary, staged) = created else {
      throw file.failure("cannot create a file in the folder \(folder)")
    }
    let syncing = Syncing()
    waiting.append(
      Waiting(file: file, temporary: temporary, staged: staged, target: target, syncing: syncing))
    // Scratch files are for their owner alone; the result gets what the umask or the former file allows.
    if exists { _ = fchown(descriptor, status.st_uid, status.st_gid) }
    let mask = umask(0)
    umask(mask)
    fchmod(descriptor, exists ? status.st_mode & 0o7777 : 0o666 & ~mask)
    do throws(Failure) {
      while let piece = try next() {
        guard writeAll(piece, to: descriptor) else { throw file.failure("cannot write it") }
      }
    } catch {
      close(descriptor)
      throw error
    }
    disk.add { syncing.run(descriptor) }
  }

  private final class Syncing: Sendable {
    /// The error as `errno`; 0 for none.
    private let error = Atomic<Int32>(0)

    func run(_ descriptor: Int32) {
      let failure = fsync(descriptor) == 0 ? 0 : errno
      let closing = close(descriptor) == 0 ? 0 : errno
      error.store(failure == 0 ? closing : failure, ordering: .releasing)
    }

    /// True if all succeeded; sets `errno` where it did not. Valid once it is done.
    var hasSucceeded: Bool {
      let failure = error.load(ordering: .acquiring)
      if failure != 0 { errno = failure }
      return failure == 0
    }
  }

  /// Puts everything into place; where one cannot be put there, those before it are as they were.
  package func commit() throws(Failure) {
    disk.finish()
    for one in waiting where !one.syncing.hasSucceeded { throw one.file.failure("cannot write it") }
    for (file, pieces) in streamed { try write(pieces, through: file) }
    streamed = []
    try StagedFile.undisturbed { () throws(Failure) in
      var placed: [(target: String, former: FormerFile?)] = []
      // The disk frees several former files at once.
      defer { eachInParallel(placed.count, threads: 4) { placed[$0].former?.forget() } }
      for (index, one) in waiting.enumerated() {
        // The last one needs no way back: nothing comes after it that may fail.
        let former = index < waiting.count - 1 ? FormerFile(one.target) : nil
        guard rename(one.temporary, one.target) == 0 else {
          let failure = one.file.failure("cannot put it in place")
          former?.forget()
          // Taken back in the opposite order.
          for one in placed.reversed() { one.former?.putBack(to: one.target) }
          for one in waiting { OutputStage.remove(one.temporary, one.staged) }
          waiting = []
          throw failure
        }
        one.staged.settle()
        placed.append((one.target, former))
      }
      waiting = []
    }
    folders = []
  }

  /// A short name of its own: the target's may be as long as names can be.
  package static func prefix(in folder: String) -> String { "\(folder == "/" ? "" : folder)/.clustersnap-" }

  private static func remove(_ path: String, _ staged: StagedFile) {
    unlink(path)
    staged.settle()
  }

  /// The former file of a result, under a second name until all results are in place.
  ///
  /// File systems without hard links keep none; there a failure leaves those that were put in place before it.
  private struct FormerFile {
    private let saved: (path: String, staged: StagedFile)?

    init?(_ target: String) {
      if access(target, F_OK) != 0 {
        saved = nil
        return
      }
      // A name that nothing has: that of a file made for the moment.
      guard let (descriptor, path, staged) = StagedFile.create(prefix(in: Resource.folder(of: target)))
      else { return nil }
      close(descriptor)
      unlink(path)
      guard link(target, path) == 0 else {
        staged.settle()
        return nil
      }
      saved = (path, staged)
    }

    func putBack(to target: String) {
      guard let saved else {
        unlink(target)
        return
      }
      rename(saved.path, target)
    }

    func forget() {
      guard let saved else { return }
      OutputStage.remove(saved.path, saved.staged)
    }
  }

  private func write(_ pieces: [[UInt8]], through file: OutputFile) throws(Failure) {
    let descriptor = file.isStandardOutput ? STDOUT_FILENO : open(file.path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw file.failure("cannot open it") }
    defer { if !file.isStandardOutput { close(descriptor) } }
    guard pieces.allSatisfy({ writeAll($0, to: descriptor) }) else {
      // Whoever read our output has gone: that is no error, and nobody is left to report to.
      if errno == EPIPE && file.isStandardOutput { return }
      throw file.failure("cannot write it")
    }
  }
}

extension OutputFile {
  fileprivate func failure(_ what: String) -> Failure {
    let advice =
      switch errno {
      case ENOSPC, EDQUOT, EFBIG: "make room, or name another place"
      case EBADF: "it is closed; name a file with -o"
      default: "name another place"
      }
    return .output("\(what): \(systemErrorText()); \(advice)", at: name)
  }
}

/// Bytes of a result that lie in a file without a name beside it until they are written.
package final class ScratchBytes {
  private let file: OutputFile
  private let descriptor: Int32
  private var last: [UInt8] = []
  private var (count, offset) = (0, 0)

  package init(beside file: OutputFile) throws(Failure) {
    self.file = file
    let folder = Resource.folder(of: try file.target())
    guard let (descriptor, path, staged) = StagedFile.create(OutputStage.prefix(in: folder)) else {
      throw file.failure("cannot create a file in the folder \(folder)")
    }
    self.descriptor = descriptor
    unlink(path)
    staged.settle()
  }

  deinit { close(descriptor) }

  package func add(_ bytes: [UInt8]) throws(Failure) {
    last += bytes
    if last.count >= 1 << 20 { try flush() }
  }

  private func flush() throws(Failure) {
    guard writeAll(last, to: descriptor) else { throw file.failure("cannot write it") }
    count += last.count
    last.removeAll(keepingCapacity: true)
  }

  package func next() throws(Failure) -> [UInt8]? {
    if !last.isEmpty { try flush() }
    guard offset < count else { return nil }
    let piece = [UInt8](unsafeUninitializedCapacity: min(1 << 20, count - offset)) { room, filled in
      filled = max(0, pread(descriptor, room.baseAddress, room.count, off_t(offset)))
    }
    guard !piece.isEmpty else { throw file.failure("cannot read what was written") }
    offset += piece.count
    return piece
  }
}
