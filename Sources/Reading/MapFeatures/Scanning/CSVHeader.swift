import JSONDocument

struct CSVHeader {
  let bytes: UnsafeRawBufferPointer
  let options: ReadingOptions

  enum Failure: Error {
    case incomplete
    case problem(FeatureProblem, offset: Int?)

    var mayBeTitle: Bool {
      switch self {
      case .problem(.columnNotFound, offset: _), .problem(.noSuchColumn, offset: _),
        .problem(.unreadableHeader, offset: _):
        true
      default: false
      }
    }

    var isOfValues: Bool { if case .problem(.noHeader, offset: _) = self { true } else { false } }
  }

  private static let separators: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]
  /// Rows searched for a geometry column: the first may have none.
  private static let rowsLookedAt = 100
  /// Bytes of the longest header: 60,000 columns with names of 16 letters.
  static let longest = 1 << 20

  private static let titlesLookedAt = 30

  /// Layout of the text from `start` on.
  ///
  /// The header is the first line whose columns fit coordinates, below titles and comments of spreadsheets.
  func layout(from start: Int, isFinal: Bool) throws(Failure) -> CSVLayout {
    if let line = options.headerLine {
      guard let header = lineStarts(from: start).dropFirst(line - 1).first(where: { _ in true }) else {
        if !isFinal { throw .incomplete }
        throw .problem(.noHeaderLine(line), offset: nil)
      }
      return try layout(ofHeaderAt: header, isFinal: isFinal)
    }
    do throws(Failure) {
      return try layout(ofHeaderAt: start, isFinal: isFinal)
    } catch {
      guard error.mayBeTitle else { throw error }
      let lines = lineStarts(from: start).prefix(CSVHeader.titlesLookedAt)
      for (titleCount, header) in lines.enumerated().dropFirst() {
        guard var layout = try? layout(ofHeaderAt: header, isFinal: isFinal, isBelow: true) else { continue }
        layout.titleCount = titleCount
        return layout
      }
      throw error
    }
  }

  private func lineStarts(from start: Int) -> some Sequence<Int> {
    let newline: UInt8 = bytes[start...].prefix(CSVHeader.longest).contains(0x0A) ? 0x0A : 0x0D
    let starts = sequence(first: start) { line in bytes[line...].firstIndex(of: newline).map { $0 + 1 } }
    return starts.lazy.prefix { $0 < bytes.count }
  }

  /// - Parameter isBelow: true below title lines; a header must then have its own names.
  private func layout(
    ofHeaderAt start: Int, isFinal: Bool, isBelow: Bool = false
  ) throws(Failure) -> CSVLayout {
    let (start, separators) = CSVHeader.begin(of: bytes, from: start)
    let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(start + CSVHeader.longest))
    let isWhole = head.count == bytes.count
    guard let newline = CSVHeader.newline(of: head, from: start, isFinal: isFinal && isWhole) else {
      throw isWhole ? .incomplete : .problem(.longHeader(limit: CSVHeader.longest), offset: start)
    }
    var best: (layout: CSVLayout, score: Int)?
    var firstFailure: (Failure, fields: Int)?
    // A line with one of them has no other, as a rule; where it has none, geometries below may hold commas.
    let line = head[start...].prefix { $0 != newline }
    let ofLine = separators.filter(line.contains)
    let isWindows1252 = !isUTF8
    for separator in ofLine.isEmpty ? separators : ofLine {
      var layout = CSVLayout(
        separator: separator, newline: newline, decimal: options.decimal ?? .point, dataStart: start,
        isWindows1252: isWindows1252)
      let (texts, end) = CSVRow(bytes: head, start: start, layout: layout).texts()
      do throws(Failure) {
        let isHeader = try assign(texts, end: end, to: &layout, byContent: !isBelow)
        layout.dataStart = isHeader ? end : start
        let score = score(layout)
        if score > best?.score ?? -1 { best = (layout, score) }
      } catch {
        var failure = error
        do throws(FeatureProblem) {
          if !isBelow, let found = try headerless(layout, isFinal: isFinal) {
            let score = score(found)
            if score > best?.score ?? -1 { best = (found, score) }
          }
        } catch {
          failure = .problem(error, offset: start)
        }
        // A fault of values is a better hint than names that were not found.
        let fields = failure.isOfValues ? Int.max : texts.count
        if fields > firstFailure?.fields ?? 0 { firstFailure = (failure, fields) }
      }
    }
    if var layout = best?.layout {
      if options.decimal == nil, hasDecimalCommas(layout) { layout.decimal = .comma }
      return layout
    }
    throw firstFailure?.0 ?? .problem(.unreadableHeader, offset: start)
  }

  /// Layout of a table without a header; `nil` if it has one, or a column was requested.
  private func headerless(_ layout: CSVLayout, isFinal: Bool) throws(FeatureProblem) -> CSVLayout? {
    guard options.longitudeColumn == nil, options.latitudeColumn == nil, options.identifierColumn == nil,
      options.geometryColumn == nil
    else { return nil }
    let sample = UnsafeRawBufferPointer(rebasing: bytes.prefix(ContentSniffer.length))
    let rows = HeaderlessColumns.rows(
      sample, from: layout.dataStart, layout, isFinal: isFinal && sample.count == bytes.count)
    let mayHaveCommas = layout.separator == 0x3B || layout.separator == 0x09
    let decimals = options.decimal.map { [$0] } ?? (mayHaveCommas ? [.point, .comma] : [.point])
    for decimal in decimals {
      guard let found = try HeaderlessColumns(rows: rows, decimal: decimal) else { continue }
      var layout = layout
      (layout.longitude, layout.latitude, layout.names) = (found.longitude, found.latitude, found.names)
      layout.decimal = decimal
      layout.note =
        "there is no header: columns \(found.longitude + 1) and \(found.latitude + 1) are longitude and latitude by their values; choose others with \(setting: "longitude") and \(setting: "latitude")"
      return layout
    }
    return nil
  }

  private var isUTF8: Bool {
    var sample = bytes.prefix(ContentSniffer.length)
    for _ in 0..<4 {
      if String(validating: sample, as: UTF8.self) != nil { return true }
      sample = sample.dropLast()
    }
    return false
  }

  /// Start of the header after blank lines, and possible separators: one if a line `sep=;` precedes it.
  static func begin(of bytes: UnsafeRawBufferPointer, from start: Int) -> (start: Int, separators: [UInt8]) {
    let blanks: Set<UInt8> = [0x0A, 0x0D, 0x20]
    let start = bytes[start...].firstIndex { !blanks.contains($0) } ?? bytes.count
    let line = bytes[start...].prefix(6)
    guard line.count == 6, line.prefix(4).map({ $0 | 0x20 }).elementsEqual("sep=".utf8.map { $0 | 0x20 }),
      line[start + 5] == 0x0A || line[start + 5] == 0x0D, separators.contains(line[start + 4])
    else { return (start, separators) }
    let end = bytes[(start + 5)...].firstIndex { !blanks.contains($0) } ?? bytes.count
    return (end, [line[start + 4]])
  }

  /// Byte that ends the first line outside quotes; line feed by default.
  ///
  /// - Parameter isFinal: true if the input ends with the bytes.
  /// - Returns: `nil` if more bytes are needed.
  static func newline(of bytes: UnsafeRawBufferPointer, from start: Int, isFinal: Bool) -> UInt8? {
    var (position, isQuoted) = (start, false)
    while position < bytes.count {
      switch bytes[position] {
      case 0x22: isQuoted.toggle()
      case 0x0A where !isQuoted: return 0x0A
      case 0x0D where !isQuoted:
        let next = bytes[position...].firstIndex { $0 != 0x0D } ?? bytes.count
        if next == bytes.count, !isFinal { return nil }
        return next < bytes.count && bytes[next] == 0x0A ? 0x0A : 0x0D
      default: break
      }
      position += 1
    }
    guard isFinal else { return nil }
    // An unclosed quote may hide the line ends; the scanner reports where it opens.
    return bytes[start...].contains(0x0A) || !bytes[start...].contains(0x0D) ? 0x0A : 0x0D
  }

  /// Score of a layout: numeric coordinates in the first row count most, two decimal commas more than one
  /// number.
  private func score(_ layout: CSVLayout) -> Int {
    var start = layout.dataStart
    while start < bytes.count, bytes[start] == 0x0A || bytes[start] == 0x0D { start += 1 }
    let row = CSVRow(bytes: bytes, start: start, layout: layout)
    var (columns, score) = (0, 0)
    for (column, field) in row.fields.enumerated() {
      columns += 1
      guard column == layout.longitude || column == layout.latitude else { continue }
      if layout.hasCoordinateTexts {
        if CoordinateText.kind(of: CollectionOfOne(row.text(of: field))) != nil { score += 6000 }
        continue
      }
      switch CSVScanner.coordinate(bytes, field.start..<row.textEnd(of: field), layout.decimal) {
      case .number: score += 3000
      case .otherDecimal: score += 2000
      case .empty: score += 100
      case .other: break
      }
    }
    return score + min(columns - 1, 99)
  }

  /// True if coordinates need decimal commas: one has a comma, and none a point.
  ///
  /// Read as thousands, `13,405` is no degree. Looks at whole rows of the first bytes.
  private func hasDecimalCommas(_ layout: CSVLayout) -> Bool {
    guard !layout.hasCoordinateTexts, layout.separator == 0x3B || layout.separator == 0x09 else {
      return false
    }
    let sample = UnsafeRawBufferPointer(rebasing: bytes.prefix(ContentSniffer.length))
    var (start, hasCommas) = (layout.dataStart, false)
    while start < sample.count {
      let row = CSVRow(bytes: sample, start: start, layout: layout)
      var marks: Set<DecimalMark> = []
      for (column, field) in row.fields.enumerated() {
        start = field.end + 1
        if column == layout.longitude || column == layout.latitude {
          let content = field.start..<row.textEnd(of: field)
          switch CSVScanner.coordinate(sample, content, .point) {
          case .otherDecimal: marks.insert(.comma)
          case .number where sample[content].contains(DecimalMark.point.byte): marks.insert(.point)
          default: break
          }
        }
      }
      if start > sample.count, sample.count == ContentSniffer.length { break }
      if marks.contains(.point) { return false }
      hasCommas = hasCommas || marks.contains(.comma)
    }
    return hasCommas
  }

  private func assign(
    _ texts: [String], end: Int, to layout: inout CSVLayout, byContent: Bool
  ) throws(Failure) -> Bool {
    let header = texts.map { $0.trimmed }
    let unplaced = layout
    var columnTexts: [[String]]?
    var finder = ColumnFinder(header: header, options: options) { column in
      let texts = columnTexts ?? self.texts(ofColumns: header.count, from: end, unplaced)
      columnTexts = texts
      return CoordinateText.kind(of: texts[column])
    }
    finder.looksAtContent = byContent
    let columns = try rethrowing(
      try finder.find(), as: { (error: FeatureProblem) in Failure.problem(error, offset: nil) })
    (layout.longitude, layout.latitude) = (columns.longitude, columns.latitude ?? columns.longitude)
    (layout.hasCoordinateTexts, layout.coordinateOrder) = (columns.latitude == nil, columns.coordinateOrder)
    (layout.identifier, layout.note, layout.unit) = (columns.identifier, columns.note, columns.unit)
    let isHeader = !isData(header)
    layout.names = header.enumerated().map { index, name in
      isHeader && !name.isEmpty ? name : String(index + 1)
    }
    layout.repeated = layout.names.numberRepeats()
    return isHeader
  }

  private func texts(ofColumns count: Int, from start: Int, _ layout: CSVLayout) -> [[String]] {
    var (start, texts) = (start, [[String]](repeating: [], count: count))
    for _ in 0..<CSVHeader.rowsLookedAt where start < bytes.count {
      let row = CSVRow(bytes: bytes, start: start, layout: layout)
      for (column, field) in row.fields.enumerated() {
        start = min(field.end + 1, bytes.count)
        let value = row.value(of: field)
        if column < count, case .string(let text) = value, !value.isBlank { texts[column].append(text) }
      }
    }
    return texts
  }

  /// True if the first row is data: no column was requested by name, and both coordinates are numbers.
  private func isData(_ header: [String]) -> Bool {
    if case .number(let column)? = options.geometryColumn, options.identifierColumn == nil {
      return CoordinateText.kind(of: CollectionOfOne(header[column - 1])) != nil
    }
    guard case .number(let x)? = options.longitudeColumn, case .number(let y)? = options.latitudeColumn else {
      return false
    }
    if case .name? = options.identifierColumn { return false }
    return [x, y].allSatisfy { column in
      switch CSVScanner.coordinate(header[column - 1], .point) {
      case .number, .otherDecimal: true
      case .empty, .other: false
      }
    }
  }
}
