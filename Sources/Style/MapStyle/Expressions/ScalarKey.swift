package import JSONDocument

/// Null, boolean, number or text as a dictionary key.
package enum ScalarKey: Hashable, Sendable {
  case null, bool(Bool), number(Double), text(ExactText)

  /// - Returns: `nil` for lists, objects and other values without identity.
  package init?(_ value: StyleValue) {
    switch value {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .number(let number): self = .number(number)
    case .string(let string): self = .text(ExactText(string))
    default: return nil
    }
  }

  package var isNegativeZero: Bool {
    if case .number(let number) = self { number == 0 && number.sign == .minus } else { false }
  }
}

package struct Requirement: Sendable {
  package let name: String
  package let value: ScalarKey
  package private(set) var isEnough = true

  init?(_ name: String, _ value: StyleValue?) {
    guard let key = value.flatMap(ScalarKey.init) else { return nil }
    (self.name, self.value) = (name, key)
  }

  var amongOthers: Requirement {
    var result = self
    result.isEnough = false
    return result
  }
}

extension Set<ScalarKey> {
  func contains(_ value: StyleValue) -> Bool { ScalarKey(value).map { contains($0) } ?? false }
}
