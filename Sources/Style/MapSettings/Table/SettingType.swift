package import JSONDocument

/// A type of settings, with its readers for documents and the command line.
package struct SettingType<Value: Sendable>: Sendable {
  var choices: [String] = []
  /// Values in words, unless the setting has its own.
  var form = ""
  var unit: SettingUnit?
  package let schema: JSONSchema
  package let json: @Sendable (inout DocumentReader, JSONNode) -> Value?
  package let word: @Sendable (String) throws(SettingError) -> Value
  /// Error of a value set by a program; `nil` if it is valid.
  var fault: @Sendable (Value) -> SettingError? = { _ in nil }
}

extension SettingType {
  package init(
    of schema: JSONSchema, _ json: @escaping @Sendable (inout DocumentReader, JSONNode) -> Value?,
    word: @escaping @Sendable (String) throws(SettingError) -> Value
  ) {
    self.init(choices: [], form: "", unit: nil, schema: schema, json: json, word: word, fault: { _ in nil })
  }
}

// MARK: Numbers

extension SettingType where Value == Double {
  package static func number(_ range: ClosedRange<Double>, _ unit: SettingUnit? = nil) -> SettingType {
    SettingType(form: "number from {range}", unit: unit, schema: .number(range)) { reader, node in
      reader.number(node, in: range)
    } word: { word throws(SettingError) in
      let number = try decimal(word: word)
      guard range.contains(number) else { throw .outside(word, range) }
      return number
    } fault: { number in
      range.contains(number) ? nil : .outside(javaScriptText(of: number), range)
    }
  }

  /// A number within a range, or `none` for its end: no limit.
  static func limit(_ range: ClosedRange<Double>) -> SettingType {
    let number = number(range)
    return SettingType(schema: .either([number.schema, .oneOf(["none"])])) { reader, node in
      node.value.string == "none" ? range.upperBound : number.json(&reader, node)
    } word: { word throws(SettingError) in
      word == "none" ? range.upperBound : try number.word(word)
    }
  }

  /// A number above 0.
  ///
  /// - Parameter fault: fault and remedy, after the number.
  static func positive(_ fault: String) -> SettingType {
    SettingType(form: "number above 0", schema: .above(0)) { reader, node in
      reader.positive(node)
    } word: { word throws(SettingError) in
      let number = try decimal(word: word)
      guard number > 0 else { throw SettingError("\(word) \(fault)") }
      return number
    }
  }
}

extension SettingType where Value == Int {
  package static func whole(_ range: ClosedRange<Int>) -> SettingType {
    SettingType(form: "whole number from {range}", schema: .whole(range)) { reader, node in
      reader.integer(node, in: range)
    } word: { word throws(SettingError) in
      guard let number = Int(word) else { throw .notWhole(word) }
      guard range.contains(number) else { throw .outside(word, range) }
      return number
    } fault: { number in
      range.contains(number) ? nil : .outside("\(number)", range)
    }
  }

  package static func whole(from least: Int) -> SettingType {
    let limit = Double(least)...Double.infinity
    return SettingType(form: "whole number", schema: .whole(least...Int.max)) { reader, node in
      guard let number = reader.number(node, in: limit, "a whole number") else { return nil }
      if let whole = Int(exactly: number) { return whole }
      return reader.wrong(node, "a whole number")
    } word: { word throws(SettingError) in
      guard let number = Int(word) else { throw .notWhole(word) }
      guard number >= least else { throw SettingError("\(word) is below \(least); write a larger number") }
      return number
    }
  }
}

// MARK: Words

extension SettingType where Value == Bool {
  /// `true` or `false` in documents, `yes` or `no` also on the command line.
  static var yesOrNo: SettingType {
    SettingType(
      choices: ["yes", "no"], form: "true or false, or \"yes\" or \"no\"", schema: .yesOrNo
    ) { reader, node in
      switch node.value.string {
      case "yes": true
      case "no": false
      default: reader.bool(node)
      }
    } word: { word throws(SettingError) in
      guard word == "yes" || word == "no" else { throw .noChoice(word, of: ["yes", "no"]) }
      return word == "yes"
    }
  }
}

extension SettingType where Value == String {
  /// - Parameter form: documentation; by default the wanted value without its article.
  package static func text(_ wanted: String, form: String? = nil) -> SettingType {
    SettingType(form: form ?? wanted.drop { $0 != " " }.dropFirst().description, schema: .text) {
      reader, node in
      reader.string(node, wanted)
    } word: { word throws(SettingError) in
      word
    }
  }
}

extension SettingType where Value: RawRepresentable<String> & CaseIterable {
  package static func name(alias others: [(key: String, value: Value)] = []) -> SettingType {
    let aliases = others.map { (name: $0.key, value: $0.value) }
    let names = Value.allCases.map(\.rawValue) + aliases.map(\.name)
    @Sendable func value(_ word: String) -> Value? {
      Value(rawValue: word) ?? aliases.first { $0.name == word }?.value
    }
    let code = names.map { "`\($0)`" }
    let form =
      code.count > 1 ? code.dropLast().joined(separator: ", ") + " or " + code[code.count - 1] : code.joined()
    return SettingType(choices: names, form: form, schema: .oneOf(names)) { reader, node in
      reader.name(node, among: names, value)
    } word: { word throws(SettingError) in
      guard let value = value(word) else { throw .noChoice(word, of: names) }
      return value
    }
  }
}

// MARK: Forms of their own

extension SettingType where Value == String {
  /// A template of titles; `none` is an empty one, which hides that of a preset.
  static var template: SettingType {
    let text = text("a template")
    return SettingType(
      form: "template or `none`", schema: .either([.text, .oneOf(["none"])]),
      json: { reader, node in text.json(&reader, node).map { $0 == "none" ? "" : $0 } },
      word: { $0 == "none" ? "" : $0 })
  }
}

extension SettingType {
  /// Text with a grammar: `wanted` and `fault` word errors in documents and on the command line, `plain`
  /// reads other values.
  static func worded(
    schema: JSONSchema, _ wanted: String, _ fault: @escaping @Sendable (String) -> SettingError,
    _ parse: @escaping @Sendable (String) -> Value?,
    plain: (@Sendable (inout DocumentReader, JSONNode) -> Value??)? = nil
  ) -> SettingType {
    SettingType(schema: schema) { reader, node in
      if let plain, let value = plain(&reader, node) { return value }
      guard let text = reader.string(node, wanted) else { return nil }
      return parse(text) ?? reader.invalid(text, wanted, at: node)
    } word: { word throws(SettingError) in
      guard let value = parse(word) else { throw fault(word) }
      return value
    }
  }
}

// MARK: Plain readers

/// A decimal number, with or without a plus sign.
///
/// - Throws: `SettingError` for any other word.
public func decimal(word: String) throws(SettingError) -> Double {
  guard let number = Decimal.number(of: word), number.isFinite else { throw .notANumber(word) }
  return number
}

func decimals(word: String) throws(SettingError) -> [Double] {
  try word.split(separator: ",", omittingEmptySubsequences: false).map { part throws(SettingError) in
    try decimal(word: String(part))
  }
}

/// Finite decimal number; refuses `inf`, `nan` and hexadecimal.
func decimal(_ text: some StringProtocol) -> Double? {
  guard !text.isEmpty, text.utf8.allSatisfy({ $0.isDigit || $0 == 0x2E || $0 == 0x2D }) else { return nil }
  guard let number = Decimal.number(of: text), number.isFinite else { return nil }
  return number
}

/// Numbers separated by commas and spaces.
func commaSeparated(_ text: String) -> [Double]? {
  let parts = text.split(separator: ",", omittingEmptySubsequences: false)
  let numbers = parts.compactMap { part in decimal(part.drop { $0 == " " }) }
  return numbers.count == parts.count ? numbers : nil
}
