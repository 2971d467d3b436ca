import CommandParts
import Arguments
import JSONDocument
import MapSession
import MapStyle
import TileSources

struct EvalCommand: ParsableCommand {
  @OptionGroup("Everywhere") var common: CommonOptions

  static let configuration = CommandConfiguration("eval")

  /// The longest line that is read, in bytes.
  static let longestLine = 64 << 20

  func run() throws -> Int32 {
    var lines = LineReader()
    while let line = try lines.next() {
      let answer =
        switch line {
        case .whole(let bytes): MapStyle.answer(evalRequest: bytes, collation: SystemCollation())
        case .tooLong: EvalCommand.refusal
        }
      guard writeAll(answer + [0x0A], to: STDOUT_FILENO) else {
        // Whoever read our output has gone: that is no error, and nobody is left to report to.
        if errno == EPIPE { return ExitStatus.done }
        throw Failure.output("cannot write it: \(systemErrorText()); make room", at: "standard output")
      }
    }
    return ExitStatus.done
  }

  private static var refusal: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.object("compiled") { json in
        json.member("result", "error")
        json.array("errors") { json in
          json.object { json in
            json.member("key", "")
            json.member("error", "The line is longer than \(longestLine >> 20) MB.")
          }
        }
      }
    }
    return json.bytes
  }
}

private struct LineReader {
  enum Line {
    case whole([UInt8])
    case tooLong
  }

  private var block = [UInt8](repeating: 0, count: 1 << 16)
  private var rest = 0..<0
  private var isAtEnd = false

  /// The next line without its end; `nil` behind the last. A last line needs no end.
  mutating func next() throws(Failure) -> Line? {
    var line: [UInt8] = []
    var (isTooLong, isBegun) = (false, false)
    while true {
      if rest.isEmpty {
        guard try refill() else { return isBegun ? (isTooLong ? .tooLong : .whole(line)) : nil }
      }
      isBegun = true
      let end = block[rest].firstIndex(of: 0x0A)
      let piece = rest.lowerBound..<(end ?? rest.upperBound)
      if isTooLong || line.count + piece.count > EvalCommand.longestLine {
        isTooLong = true
        line = []
      } else {
        line += block[piece]
      }
      rest = (end.map { $0 + 1 } ?? rest.upperBound)..<rest.upperBound
      if end != nil { return isTooLong ? .tooLong : .whole(line) }
    }
  }

  private mutating func refill() throws(Failure) -> Bool {
    if isAtEnd { return false }
    let count = block.withUnsafeMutableBytes { systemRead(STDIN_FILENO, $0.baseAddress, $0.count) }
    guard count >= 0 else { throw .input("\(whyUnreadable())", at: "standard input") }
    rest = 0..<count
    isAtEnd = count == 0
    return !isAtEnd
  }
}
