/// A title with gaps that are filled from a marker's current members.
///
/// - `{count}`: the number of members; where they weigh, the sum of their weights.
/// - `{count|annotation|annotations}`: the first word for a count of one, the second otherwise.
/// - `{titles,5}`: the titles of the first five members that have one, joined by ", "; `{titles}` all of them.
/// - `{name}`: a property of a single point, or of a cluster's first member; nothing where there is none.
///
/// `{{` and `}}` stand for braces. A brace that is not closed stands for itself.
public struct TitleTemplate: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text(String)
    case count
    case plural(one: String, many: String)
    case titles(limit: Int)
    case property(String)
  }

  private let parts: [Part]

  /// A template from its text.
  public init(_ text: String) {
    var parts: [Part] = []
    var plain = ""
    var rest = Substring(text)
    while let character = rest.popFirst() {
      if (character == "{" || character == "}") && rest.first == character {
        plain.append(character)
        rest.removeFirst()
      } else if character == "{", let end = rest.firstIndex(of: "}") {
        if !plain.isEmpty { parts.append(.text(plain)) }
        plain = ""
        parts.append(TitleTemplate.gap(rest[..<end]))
        rest = rest[rest.index(after: end)...]
      } else {
        plain.append(character)
      }
    }
    if !plain.isEmpty { parts.append(.text(plain)) }
    self.parts = parts
  }

  package var listsTitles: Bool { parts.contains { if case .titles = $0 { true } else { false } } }

  private static func gap(_ text: Substring) -> Part {
    let words = text.split(separator: "|", omittingEmptySubsequences: false)
    if words.count == 3 && words[0] == "count" {
      return .plural(one: String(words[1]), many: String(words[2]))
    }
    if text == "count" { return .count }
    if text == "titles" { return .titles(limit: .max) }
    if text.hasPrefix("titles,"), let limit = Int(text.dropFirst(7)), limit >= 0 {
      return .titles(limit: limit)
    }
    return .property(String(text))
  }

  /// The title of a marker.
  ///
  /// - Parameters:
  ///   - count: of the members, as it is to be read: a sum of weights is no whole number.
  ///   - titles: at most so many titles of the first members that have one.
  public func text(
    count: String, isOne: Bool, titles: (Int) -> [String], property: (String) -> String?
  ) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .count: count
      case .plural(let one, let many): isOne ? one : many
      case .titles(let limit): titles(limit).joined(separator: ", ")
      case .property(let name): property(name) ?? ""
      }
    }.joined()
  }
}
