package import Drawing
package import JSONDocument

// Reads plain values; what is not as it should be is reported and read as nil.
extension StyleParser {
  /// Reports that something else stands where `wanted` should.
  package mutating func wrongType(_ place: Place, _ wanted: String, hint: String = "") {
    report.error(
      "wrong-type", place.path, place.position, "expected \(wanted), found \(place.value.wording)\(hint)")
  }

  package mutating func object(_ place: Place, _ wanted: String) -> [JSONMember]? {
    if let members = place.value.members { return members }
    wrongType(place, wanted)
    return nil
  }

  package mutating func array(_ place: Place, _ wanted: String) -> [JSONValue]? {
    if let elements = place.value.elements { return elements }
    wrongType(place, wanted)
    return nil
  }

  package mutating func string(_ place: Place, _ wanted: String = "a string") -> String? {
    if let text = place.value.string { return text }
    wrongType(place, wanted)
    return nil
  }

  package mutating func bool(_ place: Place) -> Bool? {
    if let bool = place.value.bool { return bool }
    wrongType(place, "true or false")
    return nil
  }

  package mutating func number(
    _ place: Place, in range: ClosedRange<Double> = -Double.infinity...Double.infinity,
    _ wanted: String = "a number"
  ) -> Double? {
    guard let number = place.value.number else {
      wrongType(place, wanted)
      return nil
    }
    if let fault = PropertyType.number(range).rangeFault(in: .number(number)) {
      report.error("out-of-range", place.path, place.position, fault)
      return nil
    }
    return number
  }

  /// A number above 0.
  package mutating func positive(_ place: Place) -> Double? {
    guard let number = number(place) else { return nil }
    if number > 0 { return number }
    report.error(
      "out-of-range", place.path, place.position,
      "expected a number above 0, found \(javaScriptText(of: number))")
    return nil
  }

  package mutating func integer(_ place: Place, in range: ClosedRange<Int>) -> Int? {
    guard let number = number(place, in: Double(range.lowerBound)...Double(range.upperBound)) else {
      return nil
    }
    if let integer = Int(exactly: number) { return integer }
    report.error(
      "wrong-type", place.path, place.position, "expected a whole number, found \(javaScriptText(of: number))"
    )
    return nil
  }

  /// Finite numbers, exactly `count` of them.
  package mutating func numbers(_ place: Place, count: Int, _ wanted: String) -> [Double]? {
    guard let elements = array(place, wanted) else { return nil }
    let numbers = elements.compactMap(\.number)
    if numbers.count == count, elements.count == count { return numbers }
    if let index = elements.firstIndex(where: { $0.number == nil }) {
      wrongType(place.element(index, elements[index]), "a number")
    } else {
      report.error(
        "wrong-type", place.path, place.position, "expected \(wanted), found a list of \(elements.count)")
    }
    return nil
  }

  package mutating func strings(_ place: Place, _ wanted: String) -> [String]? {
    guard let elements = array(place, wanted) else { return nil }
    var result: [String] = []
    for (index, element) in elements.enumerated() {
      guard let text = string(place.element(index, element)) else { return nil }
      result.append(text)
    }
    return result
  }

  /// One of an enumeration's names.
  package mutating func name<Name: RawRepresentable<String> & CaseIterable>(
    _ place: Place, as type: Name.Type
  )
    -> Name?
  {
    name(place, among: type.allCases.map(\.rawValue), Name.init(rawValue:))
  }

  /// One of a closed list of names.
  ///
  /// - Parameter value: what a name stands for; `nil` for one that is not in the list.
  package mutating func name<Value>(
    _ place: Place, among names: [String], _ value: (String) -> Value?
  ) -> Value? {
    guard let text = string(place, PropertyType.alternatives(names)) else { return nil }
    if let value = value(text) { return value }
    invalidName(place, text, among: names)
    return nil
  }

  /// Reports a name that is none of those allowed.
  mutating func invalidName(_ place: Place, _ text: String, among names: [String]) {
    let hint = suggestion(for: text, among: names, names.first ?? "")
    report.error(
      "invalid-value", place.path, place.position,
      "expected \(PropertyType.alternatives(names)), found \(quotedForMessage(text))"
        + (hint.isEmpty ? "" : "; \(hint)"))
  }

  package mutating func color(_ place: Place) -> Color? {
    guard let text = string(place, "a color") else { return nil }
    if let color = Color(css: text) { return color }
    invalidColor(place, text)
    return nil
  }

  mutating func invalidColor(_ place: Place, _ text: String) {
    report.error(
      "invalid-color", place.path, place.position,
      "expected a color, found \(quotedForMessage(text)); write one as CSS does: #36c, rgb(51, 102, 204), teal"
    )
  }

  /// A member that must be there.
  package mutating func required(_ key: String, of parent: Place, _ name: String) -> Place? {
    if let place = parent.member(key) { return place }
    report.error("missing-key", parent.path, parent.position, "\(name) needs \"\(key)\"; add it")
    return nil
  }

  /// Where a file is: below the style's folder, or on the network.
  ///
  /// - Parameter advice: what names another place for the file; then a name that leaves the folder is no error until it
  ///   is known whether anything does.
  mutating func file(_ place: Place, advice: String? = nil) -> FileReference? {
    guard let text = string(place, "a URL or a relative path") else { return nil }
    guard !text.isEmpty else {
      report.error(
        "invalid-value", place.path, place.position,
        "expected a URL or a relative path, found an empty string")
      return nil
    }
    let scheme = text.prefix { $0 != ":" && $0 != "/" }.lowercased()
    let hasScheme = scheme.utf8.count < text.utf8.count && text.dropFirst(scheme.count).first == ":"
    if hasScheme, scheme == "http" || scheme == "https" {
      guard text.dropFirst(scheme.count).hasPrefix("://") else { return unsafe(place, text, advice) }
      return .url(text)
    }
    if hasScheme, scheme != "file", scheme.count > 1 {
      report.warning(
        "unsupported-url", place.path, place.position,
        "\(quotedForMessage(scheme + ":")) is not supported and nothing is loaded; use http, https or a relative path"
      )
      return nil
    }
    let isRooted = hasScheme || text.hasPrefix("/") || text.hasPrefix("\\")
    let leaves = text.split(whereSeparator: { $0 == "/" || $0 == "\\" }).contains("..")
    let hasControl = text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    return isRooted || leaves || hasControl ? unsafe(place, text, advice) : .path(text)
  }

  private mutating func unsafe(_ place: Place, _ text: String, _ advice: String?) -> FileReference? {
    let message =
      "\(quotedForMessage(text)) leaves the style's folder; files of a style lie beside or below it, named relative to it"
    if let advice {
      report.warning("unsafe-path", place.path, place.position, "\(message), or \(advice)")
    } else {
      report.error("unsafe-path", place.path, place.position, message)
    }
    return nil
  }
}
