import Drawing
import MapGeometry
import TestSupport
import Testing

@testable import MapStyle

@Suite struct `Property table` {
  /// The cells of one line of the specification's table.
  private static let facts: [[String]] = specificationTable.split(separator: "\n").map { line in
    line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map { cell in
      String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }

  @Test func `has the 144 properties of the specification`() {
    expect(LayerType.allCases.map(\.properties.count).reduce(0, +), equals: 144)
  }

  @Test func `holds what the specification holds`() throws {
    for cells in `Property table`.facts {
      let (layerName, name, type, initial) = (cells[0], cells[1], cells[2], cells[3])
      let layer = try #require(LayerType(rawValue: layerName))
      let property = try #require(layer.property(named: name), "\(name)")
      let written: String =
        switch type {
        case "enum of 9": LabelAnchor.allCases.map(\.rawValue).joined(separator: " / ")
        case "enum[]" where name == "text-writing-mode": "list of horizontal / vertical"
        case "enum[]": "list of " + LabelAnchor.allCases.map(\.rawValue).joined(separator: " / ")
        default: type
        }
      expect(property.type.description, equals: written, "\(name)")
      expect(property.expressions.rawValue, equals: cells[5], "\(name)")
      expect(property.isDrawn, equals: (cells[6] != "no-op"), "\(name)")
      switch property.initial {
      case nil: #expect(["-", "blue-to-red ramp"].contains(initial), "\(name)")
      case .number(let number): expect(Double(initial), equals: number, "\(name)")
      case .bool(let bool): expect(initial, equals: "\(bool)", "\(name)")
      case .string(let text): expect(initial, equals: "\"\(text)\"", "\(name)")
      case .formatted(let text): expect(initial, equals: "\"\(text.text)\"", "\(name)")
      case .color(let color):
        expect(Color(css: initial.filter { $0 != "\"" }), equals: color, "\(name)")
      case .numberArray(let numbers): expect("\(numbers)", equals: initial, "\(name)")
      case .colorArray(let colors):
        expect(Color(css: initial.filter { $0 != "\"" }), equals: colors[0], "\(name)")
      case .padding(let padding): #expect((initial, padding) == ("[2]", Padding(css: [2])))
      case .array(let values):
        let texts = values.map { value in
          if case .number(let number) = value { return "\(Int(number))" }
          if case .string(let text) = value { return "\"\(text)\"" }
          return "?"
        }
        expect(initial, equals: "[" + texts.joined(separator: ", ") + "]", "\(name)")
      default: Issue.record("\(name) has an unexpected default")
      }
    }
    expect(`Property table`.facts.count, equals: 143)
  }

  @Test func `finds visibility on every layer and nothing on the wrong one`() {
    for layer in LayerType.allCases {
      #expect(layer.property(named: "visibility") === StyleProperty.visibility)
      expect(layer.property(named: "circle-radius") != nil, equals: layer == .circle)
    }
    #expect(LayerType.circle.property(named: "circle-raduis") == nil)
  }

  @Test func `has a default of its type for every property`() {
    for property in LayerType.allCases.flatMap(\.properties) {
      let key = property as? any TypedProperty
      expect(key?.hasReadableDefault, equals: true, "\(property.name)")
    }
    expect(StyleProperty.circleSortKey.defaultValue, equals: nil)
    expect(StyleProperty.textFont.defaultValue, equals: ["Open Sans Regular", "Arial Unicode MS Regular"])
    expect(StyleProperty.textOffset.defaultValue, equals: Point(x: 0, y: 0))
    expect(StyleProperty.textField.defaultValue, equals: FormattedText(""))
    expect(StyleProperty.iconPadding.defaultValue, equals: Padding(top: 2, right: 2, bottom: 2, left: 2))
    expect(StyleProperty.lineJoin.defaultValue, equals: .miter)
  }

  @Test func `is written as one Markdown line a property`() {
    let lines = LayerType.coverageTable().split(separator: "\n")
    expect(lines.count { $0.hasPrefix("| `") }, equals: 144)
    #expect(
      lines.contains("| `circle-radius` | paint | number [0..] | 5 | pixels | data | drawn |"))
    #expect(lines.contains("| `visibility` | layout | visible / none | `\"visible\"` |  | state | drawn |"))
    #expect(
      lines.contains(
        "| `symbol-avoid-edges` | layout | boolean | false |  | zoom (step) | no meaning here |"))
  }
}

private protocol TypedProperty {
  var hasReadableDefault: Bool { get }
}

extension PropertyKey: TypedProperty {
  fileprivate var hasReadableDefault: Bool { Value.read(initial ?? .null) != nil }
}
