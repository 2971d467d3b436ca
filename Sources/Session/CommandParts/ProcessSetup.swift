import Parallel
import TileSources

package enum ProcessSetup {
  package static func prepare() {
    reserveStandardStreams()
    demandStack()
    demandDescriptors()
    keepFreedMemory()
    // A reader that has gone and a file that may not grow are errors of `write`, not deaths.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // Others end the process after half-written files were removed; no thread waits for them.
    StagedFile.handleEndings()
    // Inputs are mapped: one that another program cuts short while it is read ends in this signal.
    StagedFile.handleCutFiles(
      message: "clustersnap: error: a file was cut short while it was read; run again when it is complete\n",
      status: ExitStatus.badInput)
  }

  /// Lets the C library keep what a picture gives back for the next one, up to 64 MB, instead of asking the system for fresh
  /// pages each time: of 100 views of 80,000 points, the system's share falls from 0.35 to 0.05 of 2.7 seconds.
  private static func keepFreedMemory() {
    // M_TRIM_THRESHOLD and M_MMAP_THRESHOLD.
    call("mallopt", -1, 64 << 20)
    call("mallopt", -3, 16 << 20)
  }

  /// Lets the threads of a server share as few heaps as draw at once, and gives back once a second what drawings have freed:
  /// a thread's own heap keeps the most that any drawing took.
  package static func shareHeaps(_ count: Int, drawn: @escaping @Sendable () -> Int) {
    #if canImport(Glibc)
      call("mallopt", -8, Int32(count))
      _ = startThread {
        var last = 0
        while true {
          sleep(1)
          guard case let now = drawn(), now != last else { continue }
          last = now
          call("malloc_trim", 1 << 20, 0)
        }
      }
    #endif
  }

  /// Calls a function of the C library that is not in Swift's view of it.
  private static func call(_ name: String, _ first: Int, _ second: Int32) {
    #if canImport(Glibc)
      typealias Function = @convention(c) (Int, Int32) -> Int32
      if let function = dlsym(nil, name) { _ = unsafeBitCast(function, to: Function.self)(first, second) }
    #endif
  }

  /// The least number of open files: Dispatch needs four and ends the process where it gets none,
  /// Pango, inputs, tiles and outputs the rest.
  private static let descriptorsNeeded = 16

  private static func demandDescriptors() {
    changeOpenFiles { $0.rlim_cur = max($0.rlim_cur, min(1024, $0.rlim_max)) }
    var taken: [Int32] = []
    while taken.count < descriptorsNeeded {
      let descriptor = open("/", O_RDONLY | O_CLOEXEC)
      if descriptor < 0 { break }
      taken.append(descriptor)
    }
    let reason = String(cString: strerror(errno))
    for descriptor in taken { close(descriptor) }
    guard taken.count < descriptorsNeeded else { return }
    end(
      "only \(taken.count) more files can be opened (\(reason)); allow \(descriptorsNeeded) at least, as with ulimit -n 64"
    )
  }

  /// Ends the command in words where the stack is too small for what nests on it: less than 512 kB, of which a small map takes 400.
  private static func demandStack() {
    guard let bytes = changeStack({ $0.rlim_cur = max($0.rlim_cur, min(8 << 20, $0.rlim_max)) }) else {
      return
    }
    guard bytes < 512 << 10 else { return }
    end("the stack may have only \(bytes >> 10) kB; allow 512 at least, as with ulimit -s 1024")
  }

  private static func end(_ reason: String) -> Never {
    writeAll(Array("clustersnap: error: \(reason)\n".utf8), to: STDERR_FILENO)
    exit(ExitStatus.badOutput)
  }

  /// Occupies the numbers of closed standard streams, so that no file opened later is taken for one: a message would
  /// end up in a picture. What stands there can only be used the wrong way around: using it stays an error.
  private static func reserveStandardStreams() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", mode)
    }
  }
}
