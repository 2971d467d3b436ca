/// A property of every point: 8 bytes a point, and each distinct text, array or object once. Values are those
/// of ``FeatureTable/property(_:ofPoint:)``.
public struct PropertyColumn: Sendable {
  /// The name of the property, which each value has.
  public internal(set) var name: String
  /// By point: its number, finite; where the value is something else, or there is none, not a number (`NaN`).
  public private(set) var numbers: [Double] = []
  private var others: [PropertyValue] = []
  /// The number of values that words stand for, which are null, and one of the words; `nil` where there are none.
  public private(set) var missing: (count: Int, word: String)?

  init(name: String) { self.name = name }

  /// A point's value; `nil` where its record has no such property.
  public subscript(point: Int) -> PropertyValue? {
    let number = numbers[point]
    guard number.isNaN else { return .number(number) }
    switch Int(number.bitPattern & PropertyColumn.codeMask) {
    case 0: return nil
    case 1: return .null
    case 2: return .bool(false)
    case 3: return .bool(true)
    case let code: return others[code - PropertyColumn.firstOther]
    }
  }

  /// Normalizes texts: trailing blanks go; in a column of numbers missing words become null, and written
  /// numbers become numbers.
  ///
  /// A column is one of numbers if other texts are at most ``mostOthers(of:)`` and a quarter of its numbers.
  ///
  /// - Complexity: O(1) without texts, else at most O(*points*).
  mutating func readTexts(_ words: MissingWords, _ decimal: DecimalMark) {
    guard !others.isEmpty || words.areOfTexts else { return }
    if others.count <= PropertyColumn.mostCategories { trimTexts() }
    if words.areOfTexts { readWordsOfTexts(words) }
    let most = PropertyColumn.mostOthers(of: numbers.count)
    var read: [Double] = []  // by text: its number, null, or the text itself
    read.reserveCapacity(others.count)
    var (otherCount, hasRead) = (0, false)
    for (index, value) in others.enumerated() {
      let own = PropertyColumn.coded(PropertyColumn.firstOther + index)
      var number = own
      if case .string(let text) = value {
        if words.contains(text) {
          number = PropertyColumn.coded(1)
        } else if let written = WrittenNumber.number(in: text, decimal) {
          number = written
        }
        if number.bitPattern == own.bitPattern, value.numericValue == nil {
          otherCount += 1
        } else {
          hasRead = true
        }
      } else if value.number == nil {
        otherCount += 1
      }
      if otherCount > most { return }
      read.append(number)
    }
    guard hasRead else { return }
    var (numberCount, missingCount, word) = (0, 0, "")
    otherCount = 0
    for number in numbers {
      guard number.isNaN else {
        numberCount += 1
        continue
      }
      let code = Int(number.bitPattern & PropertyColumn.codeMask)
      if code == 2 || code == 3 { otherCount += 1 }
      guard code >= PropertyColumn.firstOther else { continue }
      let index = code - PropertyColumn.firstOther
      if read[index].bitPattern == PropertyColumn.coded(1).bitPattern {
        missingCount += 1
        if word.isEmpty { word = others[index].text }
      } else if read[index].isNaN, others[index].numericValue == nil {
        otherCount += 1
      } else {
        numberCount += 1
      }
    }
    guard numberCount > 0, otherCount <= most, otherCount * 4 <= numberCount else { return }
    for index in numbers.indices where numbers[index].isNaN {
      let code = Int(numbers[index].bitPattern & PropertyColumn.codeMask)
      if code >= PropertyColumn.firstOther { numbers[index] = read[code - PropertyColumn.firstOther] }
    }
    if missingCount > 0 { missing = (missingCount, word) }
  }

  private static let mostCategories = 4096

  private mutating func trimTexts() {
    for index in others.indices {
      guard case .string(let text) = others[index], let last = text.utf8.last, CSVRow.isBlank(last) else {
        continue
      }
      let end = text.utf8.lastIndex { !CSVRow.isBlank($0) }
      others[index] = .string(end.map { String(text[...$0]) } ?? "")
    }
  }

  /// Most other texts in a column of numbers: one percent, but at least two.
  package static func mostOthers(of count: Int) -> Int { max(2, count / 100) }

  /// Replaces words missing in every column by null; a word may be a number, such as -9999.
  private mutating func readWordsOfTexts(_ words: MissingWords) {
    let codes = Set(
      others.indices.filter { words.applied(to: others[$0]) == .null }.map { $0 + PropertyColumn.firstOther }
        + [false, true].filter { words.contains("\($0)") }.map { $0 ? 3 : 2 })
    let ownNumbers = Set(words.words.compactMap { PropertyValue.string($0).numericValue })
    guard !codes.isEmpty || !ownNumbers.isEmpty else { return }
    for index in numbers.indices {
      let number = numbers[index]
      let isMissing =
        number.isNaN
        ? codes.contains(Int(number.bitPattern & PropertyColumn.codeMask)) : ownNumbers.contains(number)
      guard isMissing else { continue }
      missing = ((missing?.count ?? 0) + 1, missing?.word ?? self[index]?.text ?? "")
      numbers[index] = PropertyColumn.coded(1)
    }
  }

  var byteCount: Int {
    others.reduce(numbers.count * MemoryLayout<Double>.stride) { bytes, value in
      if case .string(let text) = value { bytes + 24 + text.utf8.count } else { bytes + 24 }
    }
  }

  var isEmpty: Bool {
    let none = PropertyColumn.coded(0).bitPattern
    return numbers.allSatisfy { $0.bitPattern == none }
  }

  /// Other values are quiet NaNs with a code in the low bits.
  private static let codeMask: UInt64 = 0x0007_FFFF_FFFF_FFFF
  private static let firstOther = 4

  fileprivate static func coded(_ code: Int) -> Double {
    Double(bitPattern: 0x7FF8_0000_0000_0000 | UInt64(code))
  }

  /// Builds a column by values or chunks, with distinct texts.
  struct Builder: Sendable {
    private(set) var column: PropertyColumn
    private var taken = GrowingColumn<Double>()
    /// Beyond this, texts are taken to be distinct names and not compared.
    private let mostCompared: Int
    private var codes: [PropertyValue: Int] = [:]  // looked up, never iterated

    init(name: String, mostCompared: Int) {
      column = PropertyColumn(name: name)
      self.mostCompared = mostCompared
    }

    var count: Int { column.numbers.count }

    mutating func reserve(_ points: Int) { taken.reserve(points) }

    @inline(__always) mutating func append(_ number: Double, repeating count: Int) {
      if count == 1 {
        column.numbers.append(number)
      } else {
        column.numbers.append(contentsOf: repeatElement(number, count: count))
      }
    }

    mutating func append(_ number: Double, behind count: Int) {
      pad(to: count)
      column.numbers.append(number)
    }

    mutating func append(_ value: PropertyValue?, repeating count: Int) {
      append(coded(value), repeating: count)
    }

    mutating func pad(to count: Int) {
      if self.count < count { append(PropertyColumn.coded(0), repeating: count - self.count) }
    }

    mutating func append(_ other: PropertyColumn) {
      let codes = other.others.map { coded($0) }
      guard !codes.isEmpty else {
        return other.numbers.withUnsafeBufferPointer { taken.append(contentsOf: $0) }
      }
      let numbers = other.numbers.map { number in
        guard number.isNaN else { return number }
        let code = Int(number.bitPattern & PropertyColumn.codeMask)
        return code < PropertyColumn.firstOther ? number : codes[code - PropertyColumn.firstOther]
      }
      numbers.withUnsafeBufferPointer { taken.append(contentsOf: $0) }
    }

    mutating func take() -> PropertyColumn {
      join()
      return column
    }

    mutating func join() { column.numbers = taken.take() }

    mutating func removeAll() {
      column.numbers.removeAll(keepingCapacity: true)
      column.others.removeAll(keepingCapacity: true)
      codes.removeAll(keepingCapacity: true)
    }

    private mutating func coded(_ value: PropertyValue?) -> Double {
      switch value {
      case nil: return PropertyColumn.coded(0)
      case .null: return PropertyColumn.coded(1)
      case .bool(let value): return PropertyColumn.coded(value ? 3 : 2)
      case .number(let number): return number
      case let value?:
        if let code = codes[value] { return PropertyColumn.coded(code) }
        let code = PropertyColumn.firstOther + column.others.count
        column.others.append(value)
        if codes.count < mostCompared { codes[value] = code }
        return PropertyColumn.coded(code)
      }
    }
  }
}
