import Drawing
import JSONDocument
import MapGeometry

extension PropertyType {
  /// What every number of a value must lie within.
  var limits: ClosedRange<Double> {
    switch self {
    case .limitedNumber(let range), .limitedNumbers(_, let range), .numbersOrOne(let range): range
    default: PropertyType.anyNumber
    }
  }

  /// Why a value cannot be this type's, apart from its range; `nil` when it can.
  func fault(in value: StyleValue) -> String? {
    let fits: Bool =
      switch self {
      case .limitedNumber: Double.read(value)?.isFinite == true
      case .limitedNumbers(let count, _):
        [Double].read(value).map { numbers in
          (count == nil || numbers.count == count) && numbers.allSatisfy(\.isFinite)
        } == true
      case .color: Color.read(value) != nil
      case .boolean: Bool.read(value) != nil
      case .oneOf(let names): String.read(value).map(names.contains) == true
      case .someOf(let names): [String].read(value)?.allSatisfy(names.contains) == true
      case .image: ResolvedImage.read(value) != nil
      case .formatted: FormattedText.read(value) != nil
      case .padding: Padding.read(value) != nil
      case .strings: [String].read(value) != nil
      case .anchorOffsets: [VariableAnchorOffset].read(value) != nil
      case .numbersOrOne:
        [Double].read(value).map { !$0.isEmpty && $0.allSatisfy(\.isFinite) } == true
      case .colors: if case .colorArray(let colors) = value { !colors.isEmpty } else { false }
      }
    return fits ? nil : "expected \(wording), found \(value.wording)"
  }

  /// The fault of a value that is out of range; `nil` for one that is not.
  func rangeFault(in value: StyleValue) -> String? {
    let numbers = Double.read(value).map { [$0] } ?? [Double].read(value) ?? []
    return numbers.lazy.compactMap { JSONDocument.rangeFault(of: $0, in: limits) }.first
  }

  /// What must stand there, in a message.
  var wording: String {
    switch self {
    case .limitedNumber: "a number"
    case .limitedNumbers(let count?, _): "a list of \(count) numbers"
    case .limitedNumbers: "a list of numbers"
    case .color: "a color"
    case .boolean: "true or false"
    case .oneOf(let names): alternativesForMessage(names)
    case .someOf(let names): "a list of " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    case .image: "the name of an image"
    case .formatted: "text"
    case .padding: "a number or a list of one to four numbers"
    case .strings: "a list of names"
    case .anchorOffsets: "a list of anchors and offsets"
    case .numbersOrOne: "a number or a list of numbers"
    case .colors: "a color or a list of colors"
    }
  }
}
