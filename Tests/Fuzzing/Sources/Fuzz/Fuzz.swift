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
    let status = withUnsafeMutablePointer(to: &words) { words in
      runDriver(&count, words) { bytes, length in
        _ = chosen?.read(Array(UnsafeBufferPointer(start: bytes, count: length)))
        return 0
      }
    }
    exit(status)
  }
}
