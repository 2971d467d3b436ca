import JSONDocument

/// Words of the user's own for a picture, with gaps that the data fills.
public struct AltTemplate: Hashable, Sendable {
  /// A gap of a template.
  public enum Gap: String, Hashable, Sendable, CaseIterable {
    case title
    /// Points in view; clusters; single points.
    case count, clusters, singles
    /// Countries in view, or the nearest city.
    case area
    /// The three largest clusters, by count and nearest city.
    case largest
    case shares
    case description
  }

  /// A part of a template: words, or a gap.
  public enum Part: Hashable, Sendable {
    case words(String)
    case gap(Gap)
  }

  /// The parts in order.
  public let parts: [Part]

  /// Reads a template such as `{count} shops in {area}`; two braces stand for one.
  ///
  /// - Throws: ``SettingError`` for unknown gaps and unclosed braces.
  public init(_ text: String) throws(SettingError) {
    var (parts, plain, rest): ([Part], String, Substring) = ([], "", Substring(text))
    while let character = rest.popFirst() {
      if character == "{" || character == "}", rest.first == character {
        plain.append(character)
        rest.removeFirst()
      } else if character == "{" {
        guard let end = rest.firstIndex(of: "}") else {
          throw .malformed(text, fault: "ends within a gap; close it with }, or write {{ for a brace")
        }
        let name = String(rest[..<end])
        guard let gap = Gap(rawValue: name) else {
          let names = Gap.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
          throw .malformed(text, fault: "has {\(name)}, which is no gap; write one of \(names), or {{")
        }
        parts += (plain.isEmpty ? [] : [.words(plain)]) + [.gap(gap)]
        plain = ""
        rest = rest[rest.index(after: end)...]
      } else {
        plain.append(character)
      }
    }
    self.parts = parts + (plain.isEmpty ? [] : [.words(plain)])
  }
}

/// The languages in which pictures describe themselves.
public enum AltLanguage: String, Hashable, Sendable, CaseIterable {
  case en, de, fr, es
}

/// The words that a picture's file carries.
public enum PictureMetadata: String, Hashable, Sendable, CaseIterable {
  /// Title and description, from the data by default.
  case described
  /// The title, if set.
  case none
}

extension SettingType where Value == AltTemplate {
  static var altTemplate: SettingType {
    SettingType(schema: .text) { reader, node in
      guard let text = reader.string(node, "a text") else { return nil }
      do throws(SettingError) {
        return try AltTemplate(text)
      } catch {
        return reader.fault(error, at: node)
      }
    } word: { word throws(SettingError) in
      try AltTemplate(word)
    }
  }
}
