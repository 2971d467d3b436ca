struct Vocabulary {
  private struct Numbered<Value: Hashable> {
    private(set) var values: [Value] = []
    private var numbers: [Value: Int] = [:]
    private var last = 0

    mutating func number(of value: Value) -> Int {
      if last < values.count, values[last] == value { return last }  // marks of a layer are mostly alike
      if let number = numbers[value] {
        last = number
      } else {
        last = values.count
        numbers[value] = last
        values.append(value)
      }
      return last
    }
  }

  /// The family that stands for Noto Sans; `nil` for none.
  var standardFamily: String?
  private var names = Numbered<[String]>()
  private var faces: [FontFace] = []
  private var dashLists = Numbered<Dashes>()

  /// Lengths drawn and left out in turn, and how far into them a line begins, in steps.
  struct Dashes: Hashable {
    var lengths: [Int64]
    var phase: Int64
  }

  mutating func value(of fontNames: [String]) -> Int64 {
    let number = names.number(of: fontNames)
    if number == faces.count { faces.append(FontFace(names: fontNames, standard: standardFamily)) }
    return Int64(number)
  }

  mutating func value(of dashes: Dashes) -> Int64 { Int64(dashLists.number(of: dashes)) + 1 }

  static func value<Word: RawRepresentable<String>>(of word: Word, in words: [String]) -> Int64 {
    Int64(words.firstIndex(of: word.rawValue) ?? 0)
  }

  static let caps = ["butt", "round", "square"]
  static let joins = ["miter", "round", "bevel"]
  static let anchors = ["start", "middle", "end"]

  func write(
    _ looks: PresentationAttributes, inheriting inherited: PresentationAttributes, paints: [String],
    to out: inout Markup
  ) {
    for property in looks.differs(from: inherited) {
      let value = looks[property]
      switch property {
      case .fill: paint(" fill=\"", value, paints, &out)
      case .stroke: paint(" stroke=\"", value, paints, &out)
      case .fillOpacity: out.attribute(" fill-opacity=\"", thousandths: value)
      case .strokeOpacity: out.attribute(" stroke-opacity=\"", thousandths: value)
      case .fillRule: out.attribute(" fill-rule=\"", raw: ["nonzero", "evenodd"][Int(value)])
      case .strokeWidth: out.attribute(" stroke-width=\"", value)
      case .lineCap: out.attribute(" stroke-linecap=\"", raw: Vocabulary.caps[Int(value)])
      case .lineJoin: out.attribute(" stroke-linejoin=\"", raw: Vocabulary.joins[Int(value)])
      case .miterLimit: out.attribute(" stroke-miterlimit=\"", value)
      case .dashes: dashes(value, inheriting: inherited[.dashes], &out)
      case .rendering: out.attribute(" shape-rendering=\"", raw: ["auto", "crispEdges"][Int(value)])
      case .face: face(value, inheriting: inherited[.face], &out)
      case .fontSize: out.attribute(" font-size=\"", value)
      case .anchor: out.attribute(" text-anchor=\"", raw: Vocabulary.anchors[Int(value)])
      case .letterSpacing: out.attribute(" letter-spacing=\"", value)
      }
    }
  }

  private func paint(_ opening: StaticString, _ value: Int64, _ paints: [String], _ out: inout Markup) {
    out.raw(opening)
    if value == PresentationAttributes.none {
      out.raw("none")
    } else if value < PresentationAttributes.firstDefinition {
      out.hex(value)
    } else {
      out.raw("url(#" + paints[Int(value - PresentationAttributes.firstDefinition)] + ")")
    }
    out.raw("\"")
  }

  private func dashes(_ value: Int64, inheriting inherited: Int64, _ out: inout Markup) {
    let (own, around) = (dashes(value), dashes(inherited))
    if own?.lengths != around?.lengths {
      let opening: StaticString = " stroke-dasharray=\""
      if let own { out.attribute(opening, own.lengths) } else { out.attribute(opening, raw: "none") }
    }
    guard let phase = own?.phase, phase != around?.phase ?? 0 else { return }
    out.attribute(" stroke-dashoffset=\"", phase)
  }

  private func dashes(_ value: Int64) -> Dashes? { value > 0 ? dashLists.values[Int(value - 1)] : nil }

  private func face(_ value: Int64, inheriting inherited: Int64, _ out: inout Markup) {
    let (face, around) = (faces[Int(value)], inherited < 0 ? nil : faces[Int(inherited)])
    if face.families != around?.families {
      out.attribute(" font-family=\"", text: face.families)
    }
    if face.weight != around?.weight ?? 400 {
      out.attribute(" font-weight=\"", raw: "\(face.weight)")
    }
    if face.isItalic != around?.isItalic ?? false {
      out.attribute(" font-style=\"", raw: face.isItalic ? "italic" : "normal")
    }
  }
}
