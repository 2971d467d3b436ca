/// What the process needs before anything else: standard streams that are there, and signals that become errors.
enum ProcessSetup {
  /// Called once, first.
  static func prepare() {
    reserveStandardStreams()
    // A reader that has gone and a file that may not grow are errors of `write`, not deaths.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // Inputs are mapped: one that another program cuts short while it is read ends in this signal.
    signal(SIGBUS) { _ in
      let text: StaticString =
        "clustersnap: error: a file was cut short while it was read; run again when it is complete\n"
      _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
      _exit(ExitStatus.badInput)
    }
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
