/// The way from a document's root to a value, written as a JSON pointer or as a dotted path.
public struct JSONPath: Hashable, Sendable {
  /// One step into a document: a key or an index.
  public enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
  }

  /// The steps from the root.
  public var steps: [Step]

  /// The way of these steps; none is the root itself.
  public init(_ steps: [Step] = []) { self.steps = steps }

  /// One step further, into an object.
  public func appending(_ key: String) -> JSONPath { JSONPath(steps + [.key(key)]) }
  /// One step further, into an array.
  public func appending(_ index: Int) -> JSONPath { JSONPath(steps + [.index(index)]) }

  /// As RFC 6901 writes it: `/layers/0/paint/circle-radius`; the root is empty. A key that is an address has no query.
  public var pointer: String {
    steps.map { step in
      switch step {
      case .index(let index): "/\(index)"
      case .key(let key): "/" + JSONPath.escaped(withoutSecrets(key))
      }
    }.joined()
  }

  private static func escaped(_ key: String) -> String {
    var result = ""
    for character in key.unicodeScalars {
      switch character {
      case "~": result += "~0"
      case "/": result += "~1"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// As a reader writes it: `layers[0].paint.circle-radius`; keys that would be misread are quoted.
  public var dotted: String {
    var result = ""
    for step in steps {
      switch step {
      case .index(let index): result += "[\(index)]"
      case .key(let key):
        let isPlain =
          !key.isEmpty && key.utf8.allSatisfy { $0.isLetterOrDigit || [0x2D, 0x5F, 0x3A].contains($0) }
        result +=
          isPlain
          ? (result.isEmpty ? key : "." + key) : "[\"\(withoutSecrets(key).replacing("\"", with: "\\\""))\"]"
      }
    }
    return result
  }
}
