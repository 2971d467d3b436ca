import CommandParts
import MapFeatures
import TileSources

/// Makes GIFs of animated PNGs by `ffmpeg`, where it is installed.
struct GIFProgram {
  private let path: String
  private let output: String

  /// Finds the program.
  init(for output: String) throws(Failure) {
    self.output = output
    let folders = (environmentVariable("PATH") ?? "").split(separator: ":", omittingEmptySubsequences: false)
    let found = folders.map { ($0.isEmpty ? "." : $0) + "/ffmpeg" }.first { path in
      fileKind(path) == S_IFREG && access(path, X_OK) == 0
    }
    guard let found else {
      throw .output(
        "a GIF is made by ffmpeg, which is not on the PATH; install it, or write film.png and run: \(GIFProgram.line)",
        at: output)
    }
    path = found
  }

  /// The colors of all frames make one palette.
  private static let palette = "[0:v]split[a][b];[a]palettegen[p];[b][p]paletteuse"

  /// The words that make a GIF that plays forever.
  private static func words(from film: String, to gif: String) -> [String] {
    [
      "-v", "error", "-nostdin", "-y", "-f", "apng", "-i", film, "-filter_complex", palette, "-loop", "0",
      "-f",
      "gif", gif,
    ]
  }

  /// The line of a shell that makes a GIF.
  private static let line = "ffmpeg -i film.png -filter_complex '\(palette)' -loop 0 film.gif"

  /// An animated PNG as a GIF.
  ///
  /// - Throws: ``Failure`` where scratch files cannot be written, and where the program fails.
  func gif(of film: [UInt8]) throws(Failure) -> [UInt8] {
    let input = try scratch(film)
    defer { remove(input) }
    let result = try scratch([])
    defer { remove(result) }
    let status = try run(GIFProgram.words(from: input.path, to: result.path))
    let bytes =
      (try? FileLoader().bytes(of: Resource(path: result.path, isFromDocument: false), in: nil, limit: .max))
      ?? []
    guard status == 0, !bytes.isEmpty else {
      throw .output(
        "ffmpeg ended with status \(status); write film.png and run: \(GIFProgram.line)", at: output)
    }
    return bytes
  }

  private typealias Scratch = (path: String, file: StagedFile)

  private func scratch(_ bytes: [UInt8]) throws(Failure) -> Scratch {
    let folder = environmentVariable("TMPDIR") ?? "/tmp"
    guard let (descriptor, path, file) = StagedFile.create("\(folder)/clustersnap-") else {
      throw .output(
        "cannot create a file in the folder \(folder): \(systemErrorText()); set TMPDIR", at: output)
    }
    let isWritten = writeAll(bytes, to: descriptor)
    let text = isWritten ? "" : systemErrorText()
    close(descriptor)
    guard isWritten else {
      remove((path, file))
      throw .output("cannot write into the folder \(folder): \(text); set TMPDIR", at: output)
    }
    return (path, file)
  }

  private func remove(_ scratch: Scratch) {
    unlink(scratch.path)
    scratch.file.settle()
  }

  /// Runs the program to its end.
  private func run(_ words: [String]) throws(Failure) -> Int32 {
    let names = ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"]
    var arguments = ([path] + words).map { strdup($0) } + [nil]
    var environment =
      names.compactMap { name in environmentVariable(name).map { strdup("\(name)=\($0)") } } + [nil]
    defer { for pointer in arguments + environment { free(pointer) } }
    var (process, status): (pid_t, Int32) = (0, 0)
    let failure = posix_spawn(&process, path, nil, nil, &arguments, &environment)
    guard failure == 0 else {
      throw .output(
        "\(path) cannot be started: \(String(cString: strerror(failure))); install ffmpeg anew", at: output)
    }
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : status & 0x7F
  }
}
