import Foundation
import HiddenLibraries
import Parallel

/// A library that need not be installed. Tests and the commands they start see none unless they name it by ``Want``.
public struct Library: Hashable, Sendable {
  private let number: UInt32

  private init(_ library: optional_library) { number = library.rawValue }

  /// PostgreSQL's driver after ADBC.
  public static let postgresql = Library(library_adbc_postgresql)
  /// What reads and writes AVIF.
  public static let avif = Library(library_avif)
  /// What fetches tiles.
  public static let curl = Library(library_curl)
  /// DuckDB's C library.
  public static let duckdb = Library(library_duckdb)
  /// GDAL from 3.6 on.
  public static let gdal = Library(library_gdal)
  /// The library for Unicode.
  public static let icu = Library(library_icu)
  /// TurboJPEG.
  public static let jpeg = Library(library_jpeg)
  /// What answers requests by HTTP.
  public static let microhttpd = Library(library_microhttpd)
  /// What draws PDF.
  public static let poppler = Library(library_poppler)
  /// PROJ from 8 on.
  public static let proj = Library(library_proj)
  /// What reads WebP.
  public static let webp = Library(library_webp)
  /// What unpacks Zstandard.
  public static let zstd = Library(library_zstd)

  /// All that the command can load.
  public static let all = (0..<library_count.rawValue).map { Library(optional_library($0)) }

  private var library: optional_library { optional_library(number) }

  /// The variable that names its file.
  public var variable: String { String(cString: library_variable(library)) }

  /// The first of its usual names.
  public var name: String { String(cString: library_name(library)) }

  /// Whether functions that tests call themselves find it.
  public var isVisible: Bool { getenv(variable).map { $0.pointee != 0 } ?? true }

  /// Whether it is found by those functions: opens it.
  public var opens: Bool { library_open(library) != nil }

  private static let files = Mutex<[Library: String?]>([:])

  /// The file or name under which this machine has it; `nil` where it is not installed.
  public var file: String? {
    Library.files.withLock { files in
      if let known = files[self] { return known }
      let places = sequence(first: Int32(0)) { $0 + 1 }.lazy.map { hidden_place(library, $0) }
      let found = places.prefix { $0 != nil }.first { library_open_at($0) != nil }
      let file = found?.map { String(cString: $0) }
      files[self] = .some(file)
      return file
    }
  }
}

/// Programs of this machine. Scripts and commands that tests start see none unless they name it.
public enum Program {
  /// Those of POSIX and a few beside them that scripts of tests use without naming them.
  static let ofScripts = [
    "cat", "chmod", "cp", "cut", "dd", "env", "false", "grep", "gzip", "head", "id", "install", "kill", "ln",
    "ls",
    "mkdir", "mkfifo", "mv", "printf", "rm", "rmdir", "sed", "sh", "sleep", "sort", "tail", "tee", "touch",
    "tr", "true", "wc", "yes",
  ]

  /// Where a program lies: in a folder of the system, where it stands for itself, else on the path that the tests were
  /// started with, where it may be a script of a version manager.
  public static func path(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
    return (["/usr/bin", "/bin"] + folders).lazy.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The first of several names under which there is a program, else the first of all.
  public static func first(of names: [String]) -> String { names.first { path($0) != nil } ?? names[0] }

  /// Compiles C by the system's compiler, or by the one that comes with Swift.
  ///
  /// - Returns: whether there is one, and it ended well.
  static func compile(_ options: String) -> Bool {
    let compiler = first(of: ["cc", "clang"])
    let run = try? Workplace().shell("\(compiler) \(options)", programs: [compiler, "as", "ld"])
    return run?.status == 0
  }

  /// Whether Python has a module.
  public static func python(has module: String) -> Bool {
    let run = try? Workplace().shell("python3 -c 'import \(module)'", programs: ["python3"])
    return run?.status == 0
  }
}
