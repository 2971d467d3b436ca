/// A property of every point of a table, read along with the points: 8 bytes a point, and each text, array or object
/// once.
///
/// The values are those of ``FeatureTable/property(_:ofPoint:)``, which answers from the column where there is one.
public struct PropertyColumn: Sendable {
  /// The name of the property, which each value has.
  public let name: String
  /// By point: its number, finite; where the value is something else, or there is none, not a number (`NaN`).
  public private(set) var numbers: [Double] = []
  private var others: [PropertyValue] = []

  init(name: String) {
    self.name = name
  }

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

  /// About how many bytes the values take.
  var byteCount: Int {
    others.reduce(numbers.count * MemoryLayout<Double>.stride) { bytes, value in
      if case .string(let text) = value { bytes + 24 + text.utf8.count } else { bytes + 24 }
    }
  }

  /// True if no point has the property.
  var isEmpty: Bool {
    let none = PropertyColumn.coded(0).bitPattern
    return numbers.allSatisfy { $0.bitPattern == none }
  }

  /// Values that are no numbers are kept as a quiet NaN whose low bits show which.
  private static let codeMask: UInt64 = 0x0007_FFFF_FFFF_FFFF
  private static let firstOther = 4

  fileprivate static func coded(_ code: Int) -> Double {
    Double(bitPattern: 0x7FF8_0000_0000_0000 | UInt64(code))
  }

  /// Puts a column together, value by value or chunk by chunk, texts that appear again kept once.
  struct Builder: Sendable {
    private(set) var column: PropertyColumn
    private var taken = GrowingColumn<Double>()
    /// Beyond so many different texts a column is taken for one of names, all different, which are not compared.
    private let mostCompared: Int
    private var codes: [PropertyValue: Int] = [:]  // looked up, never iterated

    init(name: String, mostCompared: Int) {
      column = PropertyColumn(name: name)
      self.mostCompared = mostCompared
    }

    var count: Int { column.numbers.count }

    mutating func reserve(_ points: Int) { taken.reserve(points) }

    /// Adds a number, finite, for a run of points.
    @inline(__always)
    mutating func append(_ number: Double, repeating count: Int) {
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
