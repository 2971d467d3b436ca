package import JSONDocument

package struct ValueDifference: Hashable, Sendable {
  package let path: JSONPath
  package let expected: String?
  package let actual: String?

  /// `features[3].properties.point_count: expected 12, found 13`
  package var text: String {
    let member = path.steps.isEmpty ? "the document" : path.dotted
    return switch (expected, actual) {
    case (let expected?, let actual?): "\(member): expected \(expected), found \(actual)"
    case (let expected?, nil): "\(member): expected \(expected), found nothing"
    case (nil, let actual?): "\(member): expected nothing, found \(actual)"
    case (nil, nil): member
    }
  }

  /// Compares two JSON documents as data: the order of members means nothing, that of elements does, and numbers may
  /// differ a little.
  package static func all(
    between expected: JSONValue, and actual: JSONValue, tolerance: Double
  ) -> [ValueDifference] {
    var differences: [ValueDifference] = []
    func compare(_ expected: JSONValue?, _ actual: JSONValue?, _ path: JSONPath) {
      switch (expected?.content, actual?.content) {
      case (.number(let a), .number(let b)) where (a - b).magnitude <= tolerance || a == b: return
      case (.array(let a), .array(let b)):
        for index in 0..<max(a.count, b.count) {
          compare(index < a.count ? a[index] : nil, index < b.count ? b[index] : nil, path.appending(index))
        }
      case (.object(let a), .object(let b)):
        for member in a { compare(member.value, actual?[member.key], path.appending(member.key)) }
        for member in b where expected?[member.key] == nil {
          compare(nil, member.value, path.appending(member.key))
        }
      case (let a?, let b?) where a == b: return
      default:
        differences.append(ValueDifference(path: path, expected: text(expected), actual: text(actual)))
      }
    }
    compare(expected, actual, JSONPath())
    return differences
  }

  private static func text(_ value: JSONValue?) -> String? {
    guard let value else { return nil }
    var json = JSONWriter()
    json.value(value)
    let text = json.text
    return text.count > 80 ? text.prefix(79) + "…" : text
  }
}
