import Drawing
import JSONDocument

// `format`, `image` and `number-format`.

let textForms = [
  Operator(
    "format", "(value | image, {font-scale, text-font, text-color, vertical-align}?, ...) -> formatted"
  ) {
    compiler, elements, _ in
    guard elements.count > 1 else { return compiler.fail("Expected at least one argument.") }
    if elements[1].members != nil {
      return compiler.fail("First argument must be an image or text section.", elements[1])
    }
    var sections: [SectionCode] = []
    var nodes: [Node] = []
    var mayStyle = false
    for index in elements.indices.dropFirst() {
      if mayStyle, elements[index].members != nil {
        mayStyle = false
        guard compiler.readLook(elements[index], at: index, &sections[sections.count - 1], &nodes) else {
          return nil
        }
        continue
      }
      guard let content = compiler.argument(index, of: elements, as: .value, key: 1) else { return nil }
      switch content.type {
      case .string, .value, .null, .image, .error: break
      default: return compiler.fail("Formatted text type must be 'string', 'value', 'image' or 'null'.")
      }
      mayStyle = true
      nodes.append(content)
      sections.append(SectionCode(content: content.valueCode))
    }
    let program = Program.value { [sections] (e: inout Evaluation) throws(EvaluationError) in
      .formatted(
        FormattedText(
          sections: try sections.map { section throws(EvaluationError) in try section.evaluate(&e) }))
    }
    return Node(.formatted, program, over: nodes)
  },
  Operator("image", "(name: string) -> resolvedImage") { compiler, elements, _ in
    guard elements.count == 2 else { return compiler.failCount("1 argument", elements) }
    guard let name = compiler.argument(1, of: elements, as: .string) else {
      return compiler.fail("No image name provided.")
    }
    let code = name.stringCode
    let program = Program.value { (e: inout Evaluation) throws(EvaluationError) in
      let name = try code(&e)
      if name.isEmpty { return .null }
      return .image(ResolvedImage(name: name, isAvailable: e.context.pointee.availableImages.contains(name)))
    }
    return Node(.image, program, over: [name], dependence: .surroundings)
  },
  Operator(
    "number-format", "(number, {locale, currency, unit, min-fraction-digits, max-fraction-digits}) -> string"
  ) { compiler, elements, _ in
    guard elements.count == 3 else { return compiler.fail("Expected two arguments.") }
    guard let number = compiler.argument(1, of: elements, as: .number) else { return nil }
    let options = elements[2]
    guard options.members != nil else {
      return compiler.fail("NumberFormat options argument must be an object.", options)
    }
    let members: KeyValuePairs<String, ValueType> = [
      "locale": .string, "currency": .string, "unit": .string, "min-fraction-digits": .number,
      "max-fraction-digits": .number,
    ]
    guard let nodes = compiler.options(members, of: options, at: 2) else { return nil }
    let (locale, currency, unit) = (nodes[0]?.stringCode, nodes[1]?.stringCode, nodes[2]?.stringCode)
    let (least, most) = (nodes[3]?.numberCode, nodes[4]?.numberCode)
    if currency != nil, unit != nil {
      return compiler.fail("NumberFormat options currency and unit exclude each other; write one of them.")
    }
    let x = number.numberCode
    let program = Program.string { (e: inout Evaluation) throws(EvaluationError) in
      let number = try x(&e)
      return try LocalNumberFormat(
        locale: try locale?(&e), currency: try currency?(&e), unit: try unit?(&e),
        leastDigits: try least?(&e), mostDigits: try most?(&e)
      ).text(of: number)
    }
    return Node(.string, program, over: [number] + nodes.compactMap { $0 })
  },
]

private struct SectionCode: Sendable {
  var content: Code<StyleValue>
  var scale: Code<Double>?
  var font: Code<StyleValue>?
  var color: Code<Color>?
  var alignment: Code<String>?

  func evaluate(_ e: inout Evaluation) throws(EvaluationError) -> FormattedText.Section {
    let value = try content(&e)
    let alignment = try alignment?(&e)
    let vertical = alignment.flatMap(FormattedText.VerticalAlignment.init(rawValue:))
    if case .image(let image) = value {
      return FormattedText.Section(text: "", image: image, verticalAlignment: vertical)
    }
    var fonts: String?
    if case .array(let names)? = try font?(&e) { fonts = names.map(\.text).joined(separator: ",") }
    return FormattedText.Section(
      text: value.text, scale: try scale?(&e), fontStack: fonts, textColor: try color?(&e),
      verticalAlignment: vertical)
  }
}

extension Compiler {
  fileprivate mutating func readLook(
    _ options: JSONValue, at index: Int, _ section: inout SectionCode, _ nodes: inout [Node]
  ) -> Bool {
    let members: KeyValuePairs<String, ValueType> = [
      "font-scale": .number, "text-font": .array(.string, length: nil), "text-color": .color,
    ]
    let look = self.options(members, of: options, at: index)
    if let written = options["vertical-align"]?.string,
      FormattedText.VerticalAlignment(rawValue: written) == nil
    {
      _ = fail(
        "'vertical-align' must be one of: 'bottom', 'center', 'top' but found '\(escapedForMessage(written))' instead."
      )
      return false
    }
    let alignment = self.options(["vertical-align": .string], of: options, at: index)
    guard let look, let alignment else { return false }
    nodes += (look + alignment).compactMap { $0 }
    section.scale = look[0]?.numberCode
    section.font = look[1]?.valueCode
    section.color = look[2]?.colorCode
    section.alignment = alignment[0]?.stringCode
    return true
  }
}
