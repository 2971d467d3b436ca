import Dispatch
import Synchronization

/// Removes half-written files when the user or the system ends the command, then ends by the signal's own status.
final class Interrupts: Sendable {
  private let temporaries = Mutex<[String]>([])

  /// Begins to listen for SIGINT, SIGTERM and SIGHUP, but for those that whoever started the command has ignored.
  init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var former = sigaction()
      sigaction(number, nil, &former)
      if !Interrupts.ignores(former) { sigaddset(&signals, number) }
    }
    // Threads that are started from now on leave these signals to the one that waits for them.
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    DispatchQueue(label: "interrupts").async { [self, signals] in
      var signals = signals
      var number: Int32 = 0
      guard sigwait(&signals, &number) == 0 else { return }
      // The lock is never given back: nothing may be put into place while the process dies.
      temporaries.withLock { paths in
        for path in paths { unlink(path) }
        signal(number, SIG_DFL)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        kill(getpid(), number)
        _exit(128 + number)  // process 1 of a container outlives its own signal
      }
    }
  }

  /// Names a file to be removed.
  func add(_ temporary: String) {
    temporaries.withLock { $0.append(temporary) }
  }

  /// Does something that makes a file permanent or removes it, without being interrupted in between.
  func settle<Result>(_ temporary: String, _ body: () -> Result) -> Result {
    temporaries.withLock { paths in
      let result = body()
      paths.removeAll { $0 == temporary }
      return result
    }
  }

  private static func ignores(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = action.__sa_handler.sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
