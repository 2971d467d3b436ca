import CLibraries
import CSystem
public import MapStyle
import Parallel

/// Compares text as the system's library for Unicode (ICU) does, which is loaded when text is first compared by the rules of a
/// language.
///
/// - SeeAlso: Unicode Technical Standard #10; ICU's `ucol.h`.
public struct SystemCollation: TextCollation {
  /// The system's ICU, not loaded yet.
  public init() {}

  /// True if the system has ICU; asking loads it.
  public var isAvailable: Bool { ICU.shared != nil }

  /// Compares two texts.
  ///
  /// - Returns: -1, 0 or 1; `nil` where the system has no ICU, or ICU no such rules.
  public func order(_ a: String, _ b: String, by rules: Collator) -> Int? {
    ICU.shared?.order(a, b, by: rules)
  }
}

/// ICU's functions under the names of whichever version is there, and a collator for each set of rules.
private final class ICU: Sendable {
  private typealias Open =
    @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Int32>) -> OpaquePointer?
  private typealias SetAttribute =
    @convention(c) (
      OpaquePointer, Int32, Int32, UnsafeMutablePointer<Int32>
    ) -> Void
  private typealias Compare =
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<Int32>
    ) -> Int32

  /// A collator that is set up and only read from then on, as ICU allows from any thread.
  private struct Handle: @unchecked Sendable {
    let pointer: OpaquePointer?
  }

  static let shared = ICU()

  private let open: Open
  private let setAttribute: SetAttribute
  private let comparison: Compare
  private let handles = Mutex<[Collator: Handle]>([:])

  /// `nil` where no version of the library is there.
  private init?() {
    guard let library = ICULibrary(), let open = library.function("ucol_open", Open.self),
      let setAttribute = library.function("ucol_setAttribute", SetAttribute.self),
      let comparison = library.function("ucol_strcollUTF8", Compare.self)
    else { return nil }
    self.open = open
    self.setAttribute = setAttribute
    self.comparison = comparison
  }

  func order(_ a: String, _ b: String, by rules: Collator) -> Int? {
    guard let collator = handle(for: rules).pointer, let left = Int32(exactly: a.utf8.count),
      let right = Int32(exactly: b.utf8.count)
    else { return nil }
    var status: Int32 = 0
    let order = a.withCString { first in
      b.withCString { second in comparison(collator, first, left, second, right, &status) }
    }
    return status > 0 ? nil : Int(order)
  }

  private func handle(for rules: Collator) -> Handle {
    handles.withLock { handles in
      if let known = handles[rules] { return known }
      // Data could ask for any number of languages.
      guard handles.count < 256 else { return Handle(pointer: nil) }
      let handle = makeHandle(for: rules)
      handles[rules] = handle
      return handle
    }
  }

  /// A collator for finding text, of the strength that JavaScript's `Intl.Collator` calls base, case, accent, variant.
  private func makeHandle(for rules: Collator) -> Handle {
    var status: Int32 = 0
    let name = (rules.locale ?? "en-US") + "@collation=search"
    guard let collator = open(name, &status), status <= 0 else { return Handle(pointer: nil) }
    let strength: Int32 = rules.isDiacriticSensitive ? (rules.isCaseSensitive ? 2 : 1) : 0
    setAttribute(collator, Attribute.strength, strength, &status)
    if rules.isCaseSensitive, !rules.isDiacriticSensitive {
      setAttribute(collator, Attribute.caseLevel, Attribute.on, &status)
    }
    return Handle(pointer: status > 0 ? nil : collator)
  }

  /// Numbers from `ucol.h`.
  private enum Attribute {
    static let caseLevel: Int32 = 3
    static let strength: Int32 = 5
    static let on: Int32 = 17
  }
}
