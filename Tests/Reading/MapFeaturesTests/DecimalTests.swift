import Foundation
import JSONDocument
import TestSupport
import Testing

@testable import MapFeatures

@Suite struct `Decimal numbers` {
  /// Texts of numbers: few and many digits, with and without point and exponent, close to halfway cases.
  static let texts: [String] = {
    var random = Seeded(seed: 7)
    var texts = [
      "0", "-0", "0.0", "1", "180", "-179.999999", "9007199254740993", "9007199254740992.5", "0.1", "1e22",
      "1e23",
      "123456789012345678", "1.7976931348623157e308", "4.9e-324", "2.2250738585072014e-308",
      "41.900012226400001",
      "0.000000000000000000001", "99999999.99999999", "12345678.123456789", "9999999999999999999", "1e-5",
      "1E+2",
      "-85.05112877980659", "8.5e0", "3.0000000000000000000000000000001", "5e-324", "1e-400",
    ]
    for _ in 0..<3000 {
      let whole = String(
        Int.random(in: 0...([9, 99, 999, 99999].randomElement(using: &random) ?? 9), using: &random))
      let digits = (0..<random.below(20)).map { _ in String(random.below(10)) }.joined()
      var text = (random.chance(0.5) ? "-" : "") + whole + (digits.isEmpty ? "" : "." + digits)
      if random.chance(0.1) { text += "e\(random.below(60) - 30)" }
      texts.append(text)
    }
    return texts
  }()

  @Test func `are read as strtod reads them`() throws {
    for text in Self.texts {
      let read = text.utf8CString.withUnsafeBytes {
        Decimal.number(UnsafeRawBufferPointer(rebasing: $0.dropLast()))
      }
      expect(read?.bitPattern, equals: strtod(text, nil).bitPattern, "\(text)")
    }
  }

  @Test func `are read from coordinates as strtod reads them`() throws {
    let usable = Self.texts.filter { abs(strtod($0, nil)) <= 90 }
    let rows = usable.map { "\($0),\($0)\n" }.joined()
    let csv = try read("lon,lat\n" + rows)
    let features = usable.map {
      "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[\($0),\($0)]}}"
    }
    let json = try read(
      "{\"type\":\"FeatureCollection\",\"features\":[" + features.joined(separator: ",") + "]}")
    #expect((csv.points.count, json.points.count) == (usable.count, usable.count))
    for (index, text) in usable.enumerated() {
      let expected = strtod(text, nil)
      for point in [csv.points[index], json.points[index]] {
        expect(point.longitude.bitPattern, equals: expected.bitPattern, "\(text)")
        expect(point.latitude.bitPattern, equals: expected.bitPattern, "\(text)")
      }
    }
  }

  @Test func `divided by powers of ten are rounded once`() {
    var random = Seeded(seed: 11)
    for _ in 0..<5000 {
      let mantissa = random.next() >> UInt64(random.below(20))
      let power = random.below(23)
      let text = "\(mantissa)e-\(power)"
      expect(
        Decimal.quotient(mantissa, byTenTo: power).bitPattern, equals: strtod(text, nil).bitPattern, "\(text)"
      )
    }
  }

  @Test(arguments: [
    "", "-", "+", ".", "nan", "inf", "0x1p3", "5_2", " 5", "5 ", "1e", "1e+", "1.2.3", "--1", "１", "1,5",
  ])
  func `are nothing else`(text: String) {
    var text = text
    let number = text.withUTF8 { Decimal.number(UnsafeRawBufferPointer($0)) }
    expect(number, equals: nil)
  }

  @Test func `may be too large`() {
    var text = "1e400"
    expect(text.withUTF8 { Decimal.number(UnsafeRawBufferPointer($0)) }, equals: .infinity)
  }

  @Test func `in CSV are values only where they are plain`() {
    for (text, number) in [("3", 3.0), ("-1.0", -1), ("1e3", 1000), ("0.5", 0.5), ("0", 0)] {
      expect(CSVRow.plainNumber(text), equals: number)
    }
    for text in [
      "00501", "+5", ".5", "5.", "1e400", "9007199254740993", "12345678901234567890", "-", "1.e5", "0x1",
    ] {
      expect(CSVRow.plainNumber(text), equals: nil, "\(text)")
    }
  }
}
