/// Reads typed values of a document; invalid ones are reported and read as `nil`.
package struct DocumentReader: Sendable {
  package var report = DiagnosticReport()
  /// ClusterSnap settings that other renderers ignore.
  package var portability: [Diagnostic] = []
  private var suggestions: [String: String?] = [:]
  /// Limits comparisons for spelling hints in hostile documents.
  private var comparisonsLeft = 50_000

  package init() {}

  package mutating func error(_ code: String, at location: SourceLocation, _ message: String) {
    add(.error, code, location, message)
  }

  package mutating func warning(_ code: String, at location: SourceLocation, _ message: String) {
    add(.warning, code, location, message)
  }

  package mutating func info(_ code: String, at location: SourceLocation, _ message: String) {
    add(.info, code, location, message)
  }

  private mutating func add(
    _ severity: Diagnostic.Severity, _ code: String, _ location: SourceLocation, _ message: String
  ) {
    report.add(
      Diagnostic(severity, code: code, path: location.path, position: location.position, message: message))
  }

  package mutating func fault<Value>(
    _ code: String, at location: SourceLocation, _ message: String
  ) -> Value? {
    error(code, at: location, message)
    return nil
  }

  package mutating func wrong<Value>(_ node: JSONNode, _ wanted: String) -> Value? {
    wrongType(node, wanted)
    return nil
  }

  package mutating func wrongType(_ node: JSONNode, _ wanted: String, hint: String = "") {
    error("wrong-type", at: node.location, "expected \(wanted), found \(node.value.wording)\(hint)")
  }

  package mutating func invalidName(_ node: JSONNode, _ text: String, among names: [String]) {
    error(
      "invalid-value", at: node.location,
      "expected \(alternativesForMessage(names)), found \(quotedForMessage(text))"
        + suggestion(for: text, among: names, names.first ?? ""))
  }

  package mutating func unknownKey(
    _ member: JSONMember, _ parent: JSONNode, _ owner: String, among names: [String]
  ) {
    error(
      "unknown-key", at: parent.location(ofKey: member),
      "\(owner) has no \(quotedForMessage(member.key))"
        + suggestion(for: member.key, among: names, owner, else: "remove it"))
  }
  package mutating func isObject(
    _ node: JSONNode, _ wanted: String, of owner: String, keys: [String]
  ) -> Bool {
    guard let members = object(node, wanted) else { return false }
    for member in members where !keys.contains(member.key) { unknownKey(member, node, owner, among: keys) }
    return true
  }
  package mutating func unknown(
    _ code: String, _ name: String, at location: SourceLocation, among names: [String], _ kind: String
  ) {
    error(
      code, at: location,
      "there is no \(kind.prefix { $0 != " " }) \(quotedForMessage(name))"
        + suggestion(for: name, among: names, kind))
  }

  /// The nearest name as a question, or else `advice`, after a semicolon.
  ///
  /// Computed once per word, because documents repeat themselves.
  package mutating func suggestion(
    for word: String, among names: some Collection<String>, _ kind: String, else advice: String = ""
  ) -> String {
    let near = nearest(to: word, among: names, kind).map { "did you mean \($0)?" } ?? advice
    return near.isEmpty ? "" : "; \(near)"
  }

  private mutating func nearest(
    to word: String, among names: some Collection<String>, _ kind: String
  ) -> String? {
    let key = kind + "\u{0}" + word
    if suggestions[key] == nil {
      guard comparisonsLeft >= names.count else { return nil }
      comparisonsLeft -= names.count
      suggestions[key] = .some(didYouMean(word, among: names))
    }
    return suggestions[key] ?? nil
  }

  package mutating func object(_ node: JSONNode, _ wanted: String) -> [JSONMember]? {
    if let members = node.value.members { return members }
    return wrong(node, wanted)
  }

  package mutating func array(_ node: JSONNode, _ wanted: String) -> [JSONNode]? {
    node.value.elements == nil ? wrong(node, wanted) : node.elements
  }

  package mutating func array(_ node: JSONNode, count: Int, _ wanted: String) -> [JSONNode]? {
    guard let elements = array(node, wanted) else { return nil }
    if elements.count == count { return elements }
    return fault("wrong-type", at: node.location, "expected \(wanted), found a list of \(elements.count)")
  }

  package mutating func string(_ node: JSONNode, _ wanted: String = "a string") -> String? {
    if let text = node.value.string { return text }
    return wrong(node, wanted)
  }

  package mutating func bool(_ node: JSONNode) -> Bool? {
    if let bool = node.value.bool { return bool }
    return wrong(node, "true or false")
  }

  package mutating func number(
    _ node: JSONNode, in range: ClosedRange<Double> = -Double.infinity...Double.infinity,
    _ wanted: String = "a number"
  ) -> Double? {
    guard let number = node.value.number else { return wrong(node, wanted) }
    guard let fault = rangeFault(of: number, in: range) else { return number }
    return self.fault("out-of-range", at: node.location, fault)
  }

  package mutating func positive(_ node: JSONNode) -> Double? {
    guard let number = number(node) else { return nil }
    if number > 0 { return number }
    return fault(
      "out-of-range", at: node.location, "expected a number above 0, found \(javaScriptText(of: number))")
  }

  package mutating func integer(_ node: JSONNode, in range: ClosedRange<Int>) -> Int? {
    guard let number = number(node, in: Double(range.lowerBound)...Double(range.upperBound)) else {
      return nil
    }
    if let integer = Int(exactly: number) { return integer }
    return fault(
      "wrong-type", at: node.location, "expected a whole number, found \(javaScriptText(of: number))")
  }

  package mutating func numbers(
    _ node: JSONNode, count: Int, _ wanted: String, mayHaveMore: Bool = false
  ) -> [Double]? {
    guard var elements = array(node, wanted) else { return nil }
    if mayHaveMore { elements = Array(elements.prefix(count)) }
    if let other = elements.first(where: { $0.value.number == nil }) { return wrong(other, "a number") }
    let numbers = elements.compactMap(\.value.number)
    if numbers.count == count { return numbers }
    return fault("wrong-type", at: node.location, "expected \(wanted), found a list of \(elements.count)")
  }

  package mutating func strings(_ node: JSONNode, _ wanted: String) -> [String]? {
    guard let elements = array(node, wanted) else { return nil }
    var result: [String] = []
    for element in elements {
      guard let text = string(element) else { return nil }
      result.append(text)
    }
    return result
  }

  package mutating func name<Name: RawRepresentable<String> & CaseIterable>(
    _ node: JSONNode, as type: Name.Type
  ) -> Name? {
    name(node, among: type.allCases.map(\.rawValue), Name.init(rawValue:))
  }

  /// One of a closed list of names.
  ///
  /// - Parameter value: the meaning of a name; `nil` if it is not in the list.
  package mutating func name<Value>(
    _ node: JSONNode, among names: [String], _ value: (String) -> Value?
  ) -> Value? {
    guard let text = string(node, alternativesForMessage(names)) else { return nil }
    if let value = value(text) { return value }
    invalidName(node, text, among: names)
    return nil
  }

  package mutating func name(_ node: JSONNode, among names: [String]) -> String? {
    name(node, among: names) { names.contains($0) ? $0 : nil }
  }

  package mutating func required(_ key: String, of parent: JSONNode, _ name: String) -> JSONNode? {
    if let node = parent.member(key) { return node }
    return fault("missing-key", at: parent.location, "\(name) needs \"\(key)\"; add it")
  }
}

/// One-line fault of a number out of range; `nil` if it is within.
package func rangeFault(of number: Double, in range: ClosedRange<Double>) -> String? {
  if range.contains(number) { return nil }
  let wanted =
    range.upperBound.isFinite
    ? "a number in \(javaScriptText(of: range.lowerBound))…\(javaScriptText(of: range.upperBound))"
    : "a number of at least \(javaScriptText(of: range.lowerBound))"
  return "expected \(wanted), found \(javaScriptText(of: number))"
}
