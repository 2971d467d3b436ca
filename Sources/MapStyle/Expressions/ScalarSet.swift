struct ScalarSet: Sendable {
  private var numbers: Set<Double> = []
  private var texts: Set<ExactText> = []
  private var hasNull = false
  private var hasTrue = false
  private var hasFalse = false

  init(_ values: [StyleValue]) {
    for value in values {
      switch value {
      case .null: hasNull = true
      case .bool(let bool): if bool { hasTrue = true } else { hasFalse = true }
      case .number(let number): numbers.insert(number)
      case .string(let string): texts.insert(ExactText(string))
      default: break
      }
    }
  }

  func contains(_ value: StyleValue) -> Bool {
    switch value {
    case .null: hasNull
    case .bool(let bool): bool ? hasTrue : hasFalse
    case .number(let number): numbers.contains(number)
    case .string(let string): texts.contains(ExactText(string))
    default: false
    }
  }
}
