import CLibraries
import CSystem
import CairoCanvas

/// The system's library for Unicode (ICU), in whichever version is there.
struct ICULibrary {
  private let handle: UnsafeMutableRawPointer
  private let suffix: String

  /// Opens the library; `nil` where there is none.
  init?() {
    guard let handle = library_open(library_icu) else { return nil }
    self.handle = handle
    // Functions are named after the library's version, but on Apple's systems.
    let suffixes = [""] + (50...99).map { "_\($0)" }
    suffix = suffixes.first { dlsym(handle, "ucol_strcollUTF8" + $0) != nil } ?? ""
  }

  func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
    dlsym(handle, name + suffix).map { unsafeBitCast($0, to: type) }
  }
}

/// Finds words as the system's library for Unicode (ICU) does, by its dictionaries of Lao, Khmer and Burmese.
///
/// - SeeAlso: ICU's `ubrk.h`; Unicode Standard Annex 14, on line breaks.
struct SystemWords: WordFinder {
  private typealias Open =
    @convention(c) (
      Int32, UnsafePointer<CChar>, UnsafePointer<UInt16>, Int32, UnsafeMutablePointer<Int32>
    ) -> OpaquePointer?

  /// `nil` where the system has no ICU; asking loads it.
  static let shared = SystemWords()

  private let begin: Open
  private let next: @convention(c) (OpaquePointer) -> Int32
  private let close: @convention(c) (OpaquePointer) -> Void

  private init?() {
    guard let library = ICULibrary(), let begin = library.function("ubrk_open", Open.self),
      let next = library.function("ubrk_next", (@convention(c) (OpaquePointer) -> Int32).self),
      let close = library.function("ubrk_close", (@convention(c) (OpaquePointer) -> Void).self)
    else { return nil }
    (self.begin, self.next, self.close) = (begin, next, close)
  }

  func lineEnds(in text: String) -> [Int] {
    let units = Array(text.utf16)
    return units.withUnsafeBufferPointer { units in
      var status: Int32 = 0
      // 2 is UBRK_LINE.
      guard let first = units.baseAddress, let count = Int32(exactly: units.count),
        let breaks = begin(2, "en", first, count, &status)
      else { return [] }
      defer { close(breaks) }
      guard status <= 0 else { return [] }
      var ends: [Int] = []
      while true {
        let end = next(breaks)
        guard end >= 0 else { return ends }
        ends.append(Int(end))
      }
    }
  }
}
