/// The attributes of an element that its group can hold for it, as numbers that compare fast.
///
/// All of them are inherited in SVG, so moving one from elements to their group changes nothing that is seen.
struct PresentationAttributes {
  /// One attribute, in the order they are written in.
  enum Property: Int, CaseIterable {
    case fill, fillOpacity, fillRule
    case stroke, strokeOpacity, strokeWidth, lineCap, lineJoin, miterLimit, dashes
    case rendering
    case face, fontSize, anchor, letterSpacing
  }

  /// The value of an attribute that the element does not look at.
  static let open = Int64.min
  static let none: Int64 = -1
  /// Values of `fill` and `stroke` from here on are definitions by number; smaller ones are `0xRRGGBB`.
  static let firstDefinition: Int64 = 1 << 24

  /// One value a property.
  private(set) var values = SIMD16<Int64>(repeating: open)

  subscript(property: Property) -> Int64 {
    get { values[property.rawValue] }
    set { values[property.rawValue] = newValue }
  }

  /// The values that SVG assumes without attributes; `steps` are a point's.
  init(defaultsWithUnit steps: Int64) {
    for property in Property.allCases {
      self[property] =
        switch property {
        case .stroke: PresentationAttributes.none
        case .fillOpacity, .strokeOpacity: Markup.one
        case .strokeWidth: steps
        case .miterLimit: 4 * steps
        case .face, .fontSize: -1  // never left to the viewer
        default: 0
        }
    }
  }

  init() {}

  func over(_ others: PresentationAttributes) -> PresentationAttributes {
    var result = self
    result.values.replace(with: others.values, where: values .== PresentationAttributes.open)
    return result
  }

  func differs(from inherited: PresentationAttributes) -> [Property] {
    let mask = values .!= PresentationAttributes.open .& (values .!= inherited.values)
    guard any(mask) else { return [] }
    return Property.allCases.filter { mask[$0.rawValue] }
  }
}

/// Finds what most elements of a layer have in common, in one pass (Boyer and Moore's vote, a lane a property).
struct AttributeHoisting {
  private var candidate = SIMD16<Int64>(repeating: 0)
  private var balance = SIMD16<Int64>(repeating: 0)

  mutating func add(_ looks: PresentationAttributes) {
    let cares = looks.values .!= PresentationAttributes.open
    candidate.replace(with: looks.values, where: cares .& (balance .== 0))
    let agrees = candidate .== looks.values
    balance.replace(with: balance &+ 1, where: cares .& agrees)
    balance.replace(with: balance &- 1, where: cares .& .!agrees)
  }

  /// The attributes that the group should set: values that at least `count` more elements have than have not.
  func result(over defaults: PresentationAttributes, least count: Int = 2) -> PresentationAttributes {
    var looks = defaults
    for property in PresentationAttributes.Property.allCases where balance[property.rawValue] >= count {
      looks[property] = candidate[property.rawValue]
    }
    return looks
  }
}
