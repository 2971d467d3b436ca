import Foundation
import TestSupport
import Testing

/// What is public explains itself.
@Suite struct `Documentation of what is public` {
  /// A public declaration of a file.
  private struct Declaration {
    let place: String
    /// The words of its comment.
    let words: [Substring]
    /// The declaration without its body, in one line.
    let head: String

    /// Whether it throws: behind its parameters, whatever closures among these do.
    var isThrowing: Bool {
      guard head.contains("throws"), !head.contains("rethrows") else { return false }
      var depth = 0
      for (place, letter) in zip(head.indices, head) {
        if letter == "(" { depth += 1 }
        guard letter == ")" else { continue }
        depth -= 1
        if depth == 0 { return head[place...].contains("throws") }
      }
      return true
    }
  }

  private static let kinds: Set<Substring> = [
    "func", "var", "let", "struct", "enum", "class", "actor", "protocol", "init", "subscript", "typealias",
  ]

  /// The public declarations of a file that have a comment; those without one are found by the compiler's own check of names.
  private static func declarations(in source: Checkout.Source) -> [Declaration] {
    let lines = source.lines.map { $0.drop(while: \.isWhitespace) }
    return lines.indices.compactMap { index in
      let line = lines[index]
      let words = line.split { $0 == " " || $0 == "(" || $0 == "<" }
      guard words.contains("public"), !line.hasPrefix("//"), words.contains(where: kinds.contains) else {
        return nil
      }
      var top = index
      while top > 0, lines[top - 1].hasPrefix("@") { top -= 1 }
      var comment: [Substring] = []
      while top > 0, lines[top - 1].hasPrefix("///") {
        top -= 1
        comment = lines[top].dropFirst(3).split(separator: " ") + comment
      }
      var head = ""
      var depth = 0
      for line in lines[index...].prefix(16) {
        head += line + " "
        depth += line.count { $0 == "(" } - line.count { $0 == ")" }
        if line.contains("{") || depth == 0 && !line.hasSuffix(")") { break }
      }
      let isFunction = words.contains("func") || words.contains("init") || words.contains("subscript")
      return Declaration(
        place: "\(source.path):\(index + 1)", words: comment,
        head: isFunction ? String(head.prefix { $0 != "{" }) : "")
    }
  }

  private static func declarations() throws -> [Declaration] {
    try Checkout.sources(in: "Sources").filter { $0.path.hasSuffix(".swift") }.flatMap(declarations)
  }

  @Test func `names the errors of what throws`() throws {
    let all = try Self.declarations().filter(\.isThrowing)
    #expect(all.count > 200)
    let faults = all.filter { !$0.words.contains("Throws:") }.map(\.place)
    expect(faults, equals: [], "write - Throws: and which error, and when")
  }

  @Test func `is found above attributes, and of throwing closures nothing is asked`() {
    let text = """
      /// One two three four.
      @inlinable
      public func a(_ body: () throws -> Void) {}
      /// One.
      ///
      /// - Throws: ``E``.
      public init(
        a: Int
      ) throws(E) {
      // public func c() throws
      public static let d = 1
      """
    let found = Self.declarations(in: Checkout.Source(path: "Sources/X/Y.swift", text: text))
    expect(found.map(\.words.count), equals: [4, 4, 0])
    expect(found.map(\.isThrowing), equals: [false, true, false])
  }
}
