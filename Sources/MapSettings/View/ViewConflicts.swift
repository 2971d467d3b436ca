import JSONDocument

extension ViewOptions {
  /// What is wrong where an object sets several members of which it may have one.
  ///
  /// - Parameters:
  ///   - keys: the members that exclude each other.
  ///   - value: the object.
  ///   - path: where it stands.
  static func conflicts(among keys: [String], in value: JSONValue, at path: JSONPath) -> [Diagnostic] {
    // What is set to false is no way.
    let ways = (value.members ?? []).filter { keys.contains($0.key) && $0.value.bool != false }
    guard let first = ways.first else { return [] }
    return ways.dropFirst().filter { $0.key != first.key }.map { other in
      Diagnostic(
        .error, code: "conflict", path: path.appending(other.key), position: other.keyPosition,
        message: "\(first.key) and \(other.key) exclude each other; set one of them")
    }
  }
}
