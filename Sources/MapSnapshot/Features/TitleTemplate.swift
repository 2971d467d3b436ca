/// Text with holes that the members of a cluster, or a single point, fill.
///
/// - `{count}`: how many points; `{count|annotation|annotations}`: the word for one, or for several.
/// - `{titles,5}`: the titles of the first five members, joined by commas.
/// - `{name}`: that property of a single point, of a cluster nothing.
public struct TitleTemplate: Hashable, Sendable {
  private enum Piece: Hashable {
    case text(String)
    case count
    case countWord(one: String, several: String)
    case titles(limit: Int)
    case property(String)
  }

  /// What fills the holes.
  public struct Filling {
    /// How many points.
    public var count: Int
    /// The titles of at most so many members.
    public var titles: (Int) -> [String]
    /// A property's text; `nil` where there is none.
    public var property: (String) -> String?

    /// What fills the holes.
    public init(count: Int, titles: @escaping (Int) -> [String], property: @escaping (String) -> String?) {
      self.count = count
      self.titles = titles
      self.property = property
    }
  }

  private let pieces: [Piece]

  /// Reads a template; a brace without its partner stands for itself.
  public init(_ template: String) {
    var pieces: [Piece] = []
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
      pieces.append(TitleTemplate.piece(rest[rest.index(after: open)..<close]))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    self.pieces = pieces
  }

  private static func piece(_ hole: Substring) -> Piece {
    if hole == "count" { return .count }
    let words = hole.split(separator: "|", omittingEmptySubsequences: false)
    if words.count == 3, words[0] == "count" {
      return .countWord(one: String(words[1]), several: String(words[2]))
    }
    let parts = hole.split(separator: ",", omittingEmptySubsequences: false)
    if parts.count == 2, parts[0] == "titles", let limit = Int(parts[1]), limit > 0 {
      return .titles(limit: limit)
    }
    return .property(String(hole))
  }

  /// The text with its holes filled.
  public func text(_ filling: Filling) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .count: String(filling.count)
      case .countWord(let one, let several): filling.count == 1 ? one : several
      case .titles(let limit): filling.titles(limit).joined(separator: ", ")
      case .property(let name): filling.property(name) ?? ""
      }
    }.joined()
  }
}
