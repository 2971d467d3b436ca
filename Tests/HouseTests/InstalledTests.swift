import Foundation
import TestSupport
import Testing

/// Nothing that happens to be installed decides a test.
@Suite struct `What is installed elsewhere` {
  /// The only files in which a word may stand, by the word.
  private static let owners: [String: Set<String>] = [
    // Processes of tests see what these name for them; the command starts one program, for GIFs.
    "posix_spawn": [
      "Sources/Uses/Stories/StoryCommands/GIFProgram.swift", "Tests/TestSupport/RunningCommand.swift",
    ],
    "Process(": [], "Process.": [], "NSTask": [], "popen(": [], "system(": [], "fork(": [], "vfork(": [],
    "clone(": [], "execv": [], "execl": [], "wordexp(": [], "Subprocess": [],
    // The tests themselves, which hide libraries before they begin.
    "processExitsWith": ["Tests/Output/CairoCanvasTests/DocumentTests.swift"],
    // Each library has a variable.
    "dlopen(": ["Sources/System/CLibraries/libraries.c"], "dlmopen(": [],
    "library_open_at(": [
      "Sources/System/CLibraries/libraries.c", "Sources/System/CLibraries/include/CLibraries.h",
      "Sources/System/CDrivers/loading.c", "Tests/TestSupport/Library.swift",
    ],
  ]

  /// Where words stand, but in comments and as parts of other words.
  private static func places(in sources: [Checkout.Source]) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for source in sources {
      for line in source.lines where !line.drop(while: \.isWhitespace).hasPrefix("//") {
        for word in owners.keys where line.contains(word) {
          let isCall = line.ranges(of: word).contains { range in
            !(line[..<range.lowerBound].last.map { $0.isLetter || $0 == "_" || $0 == "\"" } ?? false)
          }
          if isCall { found[word, default: []].insert(source.path) }
        }
      }
    }
    return found
  }

  @Test func `is seen by no process and no loader but through one gate`() throws {
    let sources = try Checkout.sources(in: "Tests") + Checkout.sources(in: "Sources")
    let found = Self.places(in: sources)
    for (word, files) in Self.owners {
      expect(found[word, default: []], equals: files, "\(word) stands elsewhere, or no longer there")
    }
  }

  #if os(Linux)
    /// Functions that start a process, of the C library and of Foundation.
    private static func starts(_ symbol: String) -> Bool {
      ["fork", "vfork", "_Fork", "clone", "popen", "system", "wordexp", "posix_spawn", "posix_spawnp"]
        .contains(symbol) || symbol.hasPrefix("exec") || symbol.hasPrefix("fexec")
        || symbol.hasPrefix("$s10Foundation7Process")
    }

    @Test(.disabled(if: Sanitizer.isWatching, "the sanitizer's own functions are in the program"))
    func `is started by one function of the programs, however it is spelled`() throws {
      let tests = try ImportedSymbols(of: "/proc/self/exe").names
      expect(tests.filter(Self.starts), equals: ["posix_spawn"])
      try expect(ImportedSymbols(of: Workplace.command).names.filter(Self.starts), equals: ["posix_spawn"])
    }

    @Test(.wants(programs: ["cc"])) func `is found in a program`() throws {
      let place = try Workplace()
      let call = "execl"
      try place.write("a.c", "#include <unistd.h>\nint main() { return \(call)(\"a\", \"a\", (char *)0); }")
      try #require(try place.shell("cc a.c -o a", programs: ["as", "ld"]).status == 0)
      try expect(ImportedSymbols(of: place.path("a")).names.filter(Self.starts), equals: [call])
    }
  #endif

  @Test func `is found in text`() {
    let lines = ["Process(x)", "// " + "dlopen(x)", "\"popen(\"", "dlopen(y)", "file_system(1)"]
    let source = Checkout.Source(path: "Tests/A/B.swift", text: lines.joined(separator: "\n"))
    let found = Self.places(in: [source])
    expect(found, equals: ["Process(": ["Tests/A/B.swift"], "dlopen(": ["Tests/A/B.swift"]])
  }

  @Test(arguments: Library.all) func `is opened by no test that does not want it`(library: Library) {
    #expect(!library.isVisible)
    #expect(!library.opens)
  }

  @Test func `has a variable each`() {
    expect(Library.all.count, equals: 12)
    expect(Set(Library.all.map(\.variable)).count, equals: Library.all.count)
  }

  @Test func `is in no environment of a command`() throws {
    let place = try Workplace()
    let lines = try place.shell("env").outputLines
    for library in Library.all { #expect(lines.contains("\(library.variable)=")) }
    let names = Set(lines.map { String($0.prefix { $0 != "=" }) }).subtracting(Library.all.map(\.variable))
    let known: Set = [
      "PATH", "PWD", "OLDPWD", "SHLVL", "_", "TMPDIR", "FONTCONFIG_FILE", "LLVM_PROFILE_FILE", "ASAN_OPTIONS",
      "TSAN_OPTIONS",
    ]
    expect(names.subtracting(known), equals: [])
    #expect(lines.contains("PATH=\(place.path("kept-programs"))"))
    for program in ["python3", "make", "ffmpeg", "psql"] {
      #expect(try place.shell("command -v \(program)").status != 0)
    }
    try expect(place.run(["--version"]).status, equals: 0)
  }

  @Test(.wants(.zstd)) func `is seen where a test wants it`() throws {
    let lines = try Workplace().shell("env").outputLines
    #expect(lines.contains("CLUSTERSNAP_ZSTD=\(try #require(Library.zstd.file))"))
    #expect(lines.contains("CLUSTERSNAP_CURL="))
    #expect(!Library.zstd.opens)
  }

  @Test(.wants(programs: ["make"])) func `is on the path where a test wants it`() throws {
    try expect(Workplace().shell("make --version").status, equals: 0)
  }

  @Test(.wantsInProcess(.zstd)) func `is opened by a test that wants it in a process of its own`() {
    #expect(Library.zstd.opens)
    #expect(!Library.curl.opens)
  }
}
