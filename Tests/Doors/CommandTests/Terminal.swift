import Foundation

/// A terminal that nobody sits at: what is written to it can be read.
final class Terminal {
  /// Its device.
  let name: String
  private let main: Int32
  /// Held open, so that the terminal does not hang up before the command has it.
  private let other: Int32

  init() throws {
    #if os(Linux)
      // The C library's functions for this hide behind a macro that Swift does not set.
      main = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var (lock, number): (Int32, UInt32) = (0, 0)
      guard main >= 0, ioctl(main, 0x4004_5431, &lock) == 0, ioctl(main, 0x8004_5430, &number) == 0 else {
        throw POSIXError(.ENXIO)
      }
      name = "/dev/pts/\(number)"
    #else
      main = posix_openpt(O_RDWR | O_NOCTTY)
      guard main >= 0, grantpt(main) == 0, unlockpt(main) == 0, let device = ptsname(main) else {
        throw POSIXError(.ENXIO)
      }
      _ = fcntl(main, F_SETFD, FD_CLOEXEC)
      name = String(cString: device)
    #endif
    other = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    _ = fcntl(main, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(main)
    close(other)
  }

  /// What is written until it holds a text, ten seconds at most.
  func shown(until text: String) -> String {
    var shown: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    let deadline = Date(timeIntervalSinceNow: 10)
    while !String(decoding: shown, as: UTF8.self).contains(text), Date() < deadline {
      var request = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 200) > 0 else { continue }
      let count = read(main, &bytes, bytes.count)
      if count > 0 { shown += bytes[..<count] }
    }
    return String(decoding: shown, as: UTF8.self)
  }

  /// What was written so far; the kernel hands it over a little later, and piece by piece.
  func shown() -> String {
    var shown: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    var request = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, 200) > 0 {
      let count = read(main, &bytes, bytes.count)
      guard count > 0 else { break }
      shown += bytes[..<count]
    }
    return String(decoding: shown, as: UTF8.self)
  }
}
