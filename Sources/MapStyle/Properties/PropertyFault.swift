import Drawing
import JSONDocument
import MapGeometry

extension PropertyType {
  /// The limits of every number of a value.
  var limits: ClosedRange<Double> {
    switch self {
    case .limitedNumber(let range), .limitedNumbers(_, let range), .numbersOrOne(let range): range
    default: PropertyType.anyNumber
    }
  }

  /// The reason why a value cannot be this type's, apart from its range; `nil` when it can.
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
}
