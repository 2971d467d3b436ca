import Foundation
import MapFeatures
import MapGeometry
import TestSupport
import Testing

/// A slow and plain reader of CSV by the same rules: a quote opens a field only as its first character.
private func slowRows(_ text: [UInt8]) -> [[String]] {
  var (rows, row, field): ([[String]], [String], [UInt8]) = ([], [], [])
  var (isQuoted, isFresh) = (false, true)
  var index = 0
  func endField() {
    row.append(String(decoding: field, as: UTF8.self))
    (field, isFresh) = ([], true)
  }
  while index < text.count {
    let byte = text[index]
    if isQuoted {
      if byte == 0x22, index + 1 < text.count, text[index + 1] == 0x22 {
        field.append(0x22)
        index += 1
      } else if byte == 0x22 {
        isQuoted = false
      } else {
        field.append(byte)
      }
    } else if byte == 0x22, isFresh {
      (isQuoted, isFresh) = (true, false)
    } else if byte == 0x2C {
      endField()
    } else if byte == 0x0A {
      if field.last == 0x0D { field.removeLast() }
      endField()
      rows.append(row)
      row = []
    } else {
      field.append(byte)
      isFresh = false
    }
    index += 1
  }
  if !field.isEmpty || !row.isEmpty {
    endField()
    rows.append(row)
  }
  return rows
}

/// Random rows: names with quotes, separators and line ends, now and then a broken coordinate or a blank line.
func randomCSV(_ random: inout Seeded, rows: Int) -> String {
  let ending = random.chance(0.3) ? "\r\n" : "\n"
  let pieces = [
    "a", "Bären", ",", "\"\"", "\n", " ", "5", "1,2\n3,4", "'", "x\"\"y", "zzzzzzzzzzzzzzzzzzzzzz",
  ]
  var text = "id,name,longitude,latitude,note" + ending
  for row in 1...rows {
    let quoted = (0..<random.below(6)).map { _ in pieces[random.below(pieces.count)] }.joined()
    let name =
      random.chance(0.5)
      ? "\"\(quoted)\"" : ["", "plain", "5\" pipe", "long plain name of a street"][random.below(4)]
    let digits = random.below(15)
    func number(_ limit: Double) -> String {
      if random.chance(0.05) {
        return ["", "x", "nan", " 7 ", "\"8.25\"", "1e1", "+3", "999"][random.below(8)]
      }
      return String(format: "%.\(digits)f", Double.random(in: -limit...limit, using: &random))
    }
    text += "\(row),\(name),\(number(180)),\(number(90))"
    text += random.chance(0.1) ? "" : random.chance(0.1) ? ",a,b" : ",\"n\""
    text += ending
    if random.chance(0.05) { text += ending }
  }
  return text
}

@Suite struct `CSV against a slow reader` {
  @Test(arguments: 0..<30)
  func `gives the same rows`(seed: UInt64) throws {
    var random = Seeded(seed: seed)
    let text = randomCSV(&random, rows: 60)
    var expected: [(row: Int, fields: [String])] = []
    var record = 0
    for fields in slowRows(Array(text.utf8)).dropFirst() where fields != [""] {
      record += 1
      guard fields.count <= 5, fields.count >= 4 else { continue }
      let numbers = fields[2...3].map { $0.trimmingCharacters(in: .whitespaces) }
      guard numbers.allSatisfy({ Double($0) != nil && $0 != "nan" }), abs(Double(numbers[1]) ?? 99) <= 90,
        abs(Double(numbers[0]) ?? 999) <= 540
      else { continue }
      expected.append((record, fields))
    }
    let table = try read(text)
    #expect((table.points.count, table.recordCount) == (expected.count, record))
    for (index, (row, fields)) in expected.enumerated() where index < table.points.count {
      expect(table.recordNumber(ofPoint: index), equals: row)
      let longitude = try #require(Double(fields[2].trimmingCharacters(in: .whitespaces)))
      expect(table.points.longitudes[index], equals: Coordinate.wrappedLongitude(longitude))
      expect(table.points.latitudes[index], equals: Double(fields[3].trimmingCharacters(in: .whitespaces)))
      let name = table.property("name", ofPoint: index)
      #expect(
        name == .string(fields[1]) || (fields[1].isEmpty && name == .null)
          || name == .number(Double(fields[1].trimmingCharacters(in: .whitespaces)) ?? .nan))
    }
  }

  @Test(arguments: 0..<10)
  func `does not depend on threads, chunks, blocks or pieces`(seed: UInt64) throws {
    var random = Seeded(seed: 1000 + seed)
    let text = Array(randomCSV(&random, rows: 300).utf8)
    let whole = Contents { () throws(FeatureError) in try FeatureTable.read(ByteArray(text)) }
    for atEnd in [false, true] {
      let guarded = try #require(GuardedBytes(text, atEnd: atEnd))
      expect(Contents { () throws(FeatureError) in try FeatureTable.read(guarded) }, equals: whole)
    }
    for (threads, size) in [(1, 64), (2, 64), (2, 333), (4, 1000), (8, 64)] {
      let options = ReadingOptions(threads: threads)
      let parts = Contents { () throws(FeatureError) in
        try InputReader.table(of: ByteArray(text), options, pieceSize: size)
      }
      expect(parts, equals: whole)
    }
    for blockSize in [16, 100, 4096] {
      let parts = Contents { () throws(FeatureError) in
        try readStream(text, blockSize: blockSize, pieces: { 1 + random.below(200) })
      }
      expect(parts, equals: whole)
    }
    // Without properties the bytes are forgotten, and only them.
    let options = ReadingOptions(keepsProperties: false)
    let bare = Contents { () throws(FeatureError) in try FeatureTable.read(ByteArray(text), options: options)
    }
    let stream = Contents { () throws(FeatureError) in
      try readStream(text, options, blockSize: 64, pieces: { 1 + random.below(100) })
    }
    expect(stream, equals: bare)
  }
}
