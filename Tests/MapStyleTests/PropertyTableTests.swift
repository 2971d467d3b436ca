import Drawing
import MapGeometry
import Testing

@testable import MapStyle

@Suite struct `Property table` {
  /// The cells of one line of the specification's table.
  private static let facts: [[String]] = specificationTable.split(separator: "\n").map { line in
    line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map { cell in
      String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }

  @Test func `has the 129 properties of the specification`() {
    let all = PropertyTable.definitions
    #expect((all.count, PropertyID.allCases.count) == (129, 129))
    #expect(all.map(\.id) == PropertyID.allCases)
  }

  @Test func `holds what the specification holds`() throws {
    for cells in `Property table`.facts {
      let (layerName, name, type, initial) = (cells[0], cells[1], cells[2], cells[3])
      let layer = try #require(LayerType(rawValue: layerName))
      let property = try #require(PropertyTable.property(named: name, of: layer), "\(name)")
      let written: String =
        switch type {
        case "enum of 9": LabelAnchor.allCases.map(\.rawValue).joined(separator: " / ")
        case "enum[]" where name == "text-writing-mode": "list of horizontal / vertical"
        case "enum[]": "list of " + LabelAnchor.allCases.map(\.rawValue).joined(separator: " / ")
        default: type
        }
      #expect(property.type.description == written, "\(name)")
      #expect(property.expressions.rawValue == cells[5], "\(name)")
      #expect(property.isDrawn == (cells[6] != "no-op"), "\(name)")
      switch property.defaultValue {
      case nil: #expect(["-", "blue-to-red ramp"].contains(initial), "\(name)")
      case .number(let number): #expect(Double(initial) == number, "\(name)")
      case .bool(let bool): #expect(initial == "\(bool)", "\(name)")
      case .string(let text): #expect(initial == "\"\(text)\"", "\(name)")
      case .formatted(let text): #expect(initial == "\"\(text.text)\"", "\(name)")
      case .color(let color):
        #expect(Color(css: initial.filter { $0 != "\"" }) == color, "\(name)")
      case .padding(let padding): #expect((initial, padding) == ("[2]", Padding(css: [2])))
      case .array(let values):
        let texts = values.map { value in
          if case .number(let number) = value { return "\(Int(number))" }
          if case .string(let text) = value { return "\"\(text)\"" }
          return "?"
        }
        #expect(initial == "[" + texts.joined(separator: ", ") + "]", "\(name)")
      default: Issue.record("\(name) has an unexpected default")
      }
    }
    #expect(`Property table`.facts.count == 128)
  }

  @Test func `keeps a case's name and a property's name together`() {
    for property in PropertyTable.definitions where property.name != "visibility" {
      let words = property.name.split(separator: "-")
      let camel = words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      #expect("\(property.id)" == camel)
    }
  }

  @Test func `finds visibility on every layer and nothing on the wrong one`() {
    for layer in LayerType.allCases {
      #expect(PropertyTable.property(named: "visibility", of: layer)?.layer == layer)
      #expect((PropertyTable.property(named: "circle-radius", of: layer) != nil) == (layer == .circle))
    }
    #expect(PropertyTable.property(named: "circle-radius", of: .line) == nil)
    #expect(PropertyTable.property(named: "circle-raduis", of: .circle) == nil)
  }

  @Test func `gives every typed key the default of its property`() {
    #expect(PropertyKey.circleRadius.defaultValue == 5)
    #expect(PropertyKey.circleColor.defaultValue == .black)
    #expect(PropertyKey.circleSortKey.defaultValue == nil)
    #expect(PropertyKey.fillOutlineColor.defaultValue == nil)
    #expect(PropertyKey.textHaloColor.defaultValue == .transparent)
    #expect(PropertyKey.textFont.defaultValue == ["Open Sans Regular", "Arial Unicode MS Regular"])
    #expect(PropertyKey.textOffset.defaultValue == Point(x: 0, y: 0))
    #expect(PropertyKey.textJustify.defaultValue == .center)
    #expect(PropertyKey.textField.defaultValue == FormattedText(""))
    #expect(PropertyKey.iconPadding.defaultValue == Padding(top: 2, right: 2, bottom: 2, left: 2))
    #expect(PropertyKey.textKeepUpright.defaultValue)
    #expect(PropertyKey.rasterBrightnessMax.defaultValue == 1)
    #expect(PropertyKey.lineJoin.defaultValue == .miter)
    #expect(PropertyKey.lineDasharray.defaultValue == nil)
    #expect(PropertyKey.textVariableAnchor.defaultValue == nil)
    #expect(PropertyKey.symbolZOrder.defaultValue == .auto)
  }

  @Test func `is written as one Markdown line a property`() {
    let lines = PropertyTable.coverageTable().split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("| `") } == 129)
    #expect(
      lines.contains("| `circle-radius` | paint | number [0..] | 5 | pixels | data | drawn |"))
    #expect(lines.contains("| `visibility` | layout | visible / none | `\"visible\"` |  | state | drawn |"))
    #expect(
      lines.contains(
        "| `circle-pitch-scale` | paint | map / viewport | `\"map\"` |  | zoom (step) | no meaning here |"))
  }
}
