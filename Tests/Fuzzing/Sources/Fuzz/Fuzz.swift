import Foundation

/// libFuzzer's own loop.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The reader that is fuzzed.
private let chosen = FuzzTarget(rawValue: ProcessInfo.processInfo.environment["TARGET"] ?? "")

/// Called first by libFuzzer: `TARGET=csv Fuzz CORPUS…`, with libFuzzer's own options.
@_cdecl("LLVMFuzzerInitialize")
func checkTarget(_ count: UnsafePointer<CInt>?, _ words: UnsafeRawPointer?) -> CInt {
  guard chosen == nil else { return 0 }
  let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
  FileHandle.standardError.write(Data("Fuzz: set TARGET to one of \(names)\n".utf8))
  exit(2)
}

/// Feeds the reader with an input that libFuzzer makes up, guided by the code that each of them reaches.
@_cdecl("LLVMFuzzerTestOneInput")
func readInput(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> CInt {
  _ = chosen?.read(Array(UnsafeBufferPointer(start: bytes, count: length)))
  return 0
}

/// Does what libFuzzer's own `main` does, which some linkers put in its place.
@main struct Fuzz {
  static func main() {
    var count = CommandLine.argc
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    let status = withUnsafeMutablePointer(to: &words) { runDriver(&count, $0, readInput) }
    exit(status)
  }
}
