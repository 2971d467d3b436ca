final class PropertyScan {
  /// Names, and paths to follow if no member has the whole name.
  private let names: [(member: MemberPath.Step, path: MemberPath?)]
  /// Index of the identifiers in ``columns``; `nil` if they are not kept.
  private let identifier: Int?
  private(set) var columns: [PropertyColumn.Builder]
  /// Offset of each column's value in the current JSON record; -1 for none.
  private var offsets: [Int]
  private var roots: [Int]

  init?(_ properties: [String], keepsIdentifiers: Bool) {
    guard keepsIdentifiers || !properties.isEmpty else { return nil }
    identifier = keepsIdentifiers ? properties.count : nil
    names = properties.map { (MemberPath.Step($0), MemberPath(written: $0)) }
    columns = (properties + (keepsIdentifiers ? [""] : [])).map {
      PropertyColumn.Builder(name: $0, mostCompared: 64)
    }
    offsets = Array(repeating: -1, count: columns.count)
    roots = names.contains { $0.path != nil } ? offsets : []
  }

  var keepsIdentifiers: Bool { identifier != nil }

  func reset() { for column in columns.indices { columns[column].removeAll() } }

  func pad(to count: Int) { for column in columns.indices { columns[column].pad(to: count) } }

  /// Appends a finite number for the last of `end` points.
  func append(_ number: Double, to column: Int, end: Int) { columns[column].append(number, behind: end - 1) }

  func append(_ value: PropertyValue?, to column: Int, points first: Int, to end: Int) {
    columns[column].pad(to: first)
    columns[column].append(value, repeating: end - first)
  }

  func forgetOffsets(ofRecord isRecord: Bool) {
    for column in isRecord ? offsets.indices : names.indices { offsets[column] = -1 }
    for column in roots.indices { roots[column] = -1 }
  }

  func note(identifier offset: Int) { if let identifier { offsets[identifier] = offset } }

  func note(_ name: Range<Int>, value offset: Int, in json: JSONScanner) {
    for (column, wanted) in names.enumerated() {
      if wanted.member.matches(name, in: json) {
        offsets[column] = offset
      } else if let path = wanted.path, path.begins(with: name, in: json) {
        roots[column] = offset
      }
    }
  }

  func note(element index: Int, value offset: Int, in rows: JSONRows) {
    for (column, wanted) in names.enumerated() where wanted.member.name == rows.name(ofElement: index) {
      offsets[column] = offset
    }
  }

  func take(_ json: inout JSONScanner, points first: Int, to end: Int) {
    guard end > first else { return }
    pad(to: first)
    for column in roots.indices where offsets[column] < 0 && roots[column] >= 0 {
      offsets[column] = names[column].path?.offset(below: roots[column], in: json) ?? -1
    }
    for column in columns.indices where offsets[column] >= 0 {
      let byte = json.byte(offsets[column])
      if byte == 0x2D || byte &- 0x30 <= 9 {
        var number = Double.nan
        if json.takeNumber(offsets[column], &number) > 0,
          number.magnitude < Double(PropertyValue.roundedWholes)
        {
          columns[column].append(number, repeating: end - first)
          continue
        }
      }
      columns[column].append(json.value(at: offsets[column]), repeating: end - first)
    }
    pad(to: end)
  }

  /// Columns of the properties and identifiers, of equal names the first; -1 for none.
  func fields(of layout: CSVLayout) -> [Int] {
    names.map { layout.names.firstIndex(of: $0.member.name) ?? -1 }
      + (keepsIdentifiers ? [layout.identifier ?? -1] : [])
  }

  /// Reads a field that ends at another's start, or with its row.
  @inline(__always) func take(
    _ column: Int, in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int, _ layout: CSVLayout
  ) {
    guard let base = bytes.baseAddress else { return }
    let number = PropertyScan.plainNumber(base, start, end, layout.decimal)
    if !number.isNaN {
      columns[column].append(number, repeating: 1)
    } else if let word = PropertyScan.bool(base, start, end) {
      columns[column].append(.bool(word), repeating: 1)
    } else {
      let row = CSVRow(bytes: bytes, start: start, layout: layout)
      columns[column].append(row.value(of: row.field(at: start)), repeating: 1)
    }
  }

  func take(_ column: Int, field: Int, of row: CSVRow) {
    columns[column].append(row.value(ofColumn: field), repeating: 1)
  }

  @inline(__always) private static func bool(_ base: UnsafeRawPointer, _ start: Int, _ end: Int) -> Bool? {
    guard end &- start == 4 || end &- start == 5 else { return nil }
    let word = base.loadUnaligned(fromByteOffset: start, as: UInt32.self)
    if end &- start == 4 { return word == 0x6575_7274 ? true : nil }  // true
    return word == 0x736C_6166 && base.load(fromByteOffset: start &+ 4, as: UInt8.self) == 0x65 ? false : nil
  }

  /// Number of a field in common forms, as ``CSVRow/plainNumber(_:)`` reads it; else NaN.
  @inline(__always) private static func plainNumber(
    _ base: UnsafeRawPointer, _ start: Int, _ end: Int, _ decimal: DecimalMark
  ) -> Double {
    let isNegative = start < end && base.load(fromByteOffset: start, as: UInt8.self) == 0x2D
    let first = isNegative ? start &+ 1 : start
    guard first < end else { return .nan }
    // 007 is a text.
    if end &- first > 1, base.load(fromByteOffset: first, as: UInt8.self) == 0x30,
      base.load(fromByteOffset: first &+ 1, as: UInt8.self) != decimal.byte
    {
      return .nan
    }
    if end &- first <= 15 {
      var (whole, position) = (0, first)
      while position < end {
        let digit = base.load(fromByteOffset: position, as: UInt8.self) &- 0x30
        guard digit <= 9 else { break }
        whole = whole &* 10 &+ Int(digit)
        position &+= 1
      }
      if position == end { return isNegative ? -Double(whole) : Double(whole) }
    }
    return FastDecimal.value(base, start, end, marks: FastDecimal.marks(decimal))
  }
}
