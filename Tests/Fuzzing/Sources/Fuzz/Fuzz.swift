import Foundation

/// libFuzzer's own: calls back with inputs that it makes up, guided by the code that each of them reaches.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The reader that is fuzzed.
private let chosen = FuzzTarget(rawValue: ProcessInfo.processInfo.environment["TARGET"] ?? "")

/// Reads an input of libFuzzer's. Its own `main`, which is linked as well and never called, needs it by this name.
@_cdecl("LLVMFuzzerTestOneInput")
func readInput(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> CInt {
  _ = chosen?.read(Array(UnsafeBufferPointer(start: bytes, count: length)))
  return 0
}

/// Feeds one reader with inputs of libFuzzer: `TARGET=csv Fuzz CORPUS…`, with libFuzzer's own options.
@main struct Fuzz {
  static func main() {
    guard chosen != nil else {
      let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
      FileHandle.standardError.write(Data("Fuzz: set TARGET to one of \(names)\n".utf8))
      exit(2)
    }
    var count = CommandLine.argc
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    let status = withUnsafeMutablePointer(to: &words) { runDriver(&count, $0, readInput) }
    exit(status)
  }
}
