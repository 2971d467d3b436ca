import Drawing
import JSONDocument

/// The bytes of a document in the making: markup as it is, text escaped, numbers as short as they can be.
///
/// Numbers are written from whole multiples of a power of ten, so that no locale, no library and no `-0` can come
/// between a scene and its bytes.
struct Markup {
  private(set) var bytes: [UInt8] = []
  let decimals: Int
  /// The number of steps of a point: ten to the power of ``decimals``.
  let unit: Double
  /// The first number that could not be written. Whoever writes looks here once a mark.
  private(set) var offender: Double?

  static let shareDecimals = 3
  /// A share of 1 in steps.
  static let one: Int64 = 1000

  init(decimals: Int) {
    self.decimals = min(max(decimals, 0), 4)
    self.unit = [1.0, 10, 100, 1000, 10_000][self.decimals]
  }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  mutating func byte(_ byte: UInt8) { bytes.append(byte) }

  mutating func raw(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends text that is known to need no escapes.
  mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends an attribute, begun as in ` x="`, whose value needs no escapes.
  mutating func attribute(_ opening: StaticString, raw value: String) {
    raw(opening)
    raw(value)
    byte(UInt8(ascii: "\""))
  }

  mutating func attribute(_ opening: StaticString, text: String) {
    raw(opening)
    attribute(text)
    byte(UInt8(ascii: "\""))
  }

  mutating func attribute(_ opening: StaticString, thousandths: Int64) {
    raw(opening)
    number(thousandths, decimals: Markup.shareDecimals)
    byte(UInt8(ascii: "\""))
  }

  mutating func element(
    _ name: StaticString, _ text: String, language: String? = nil, end: StaticString = "\n"
  ) {
    raw("<")
    raw(name)
    if let language { attribute(" lang=\"", raw: language) }
    raw(">")
    content(text)
    raw("</")
    raw(name)
    raw(">")
    raw(end)
  }

  mutating func append(_ other: Markup) { bytes.append(contentsOf: other.bytes) }

  mutating func append(_ part: ArraySlice<UInt8>) { bytes.append(contentsOf: part) }

  mutating func truncate(to count: Int) { bytes.removeSubrange(count...) }

  mutating func base64(_ data: [UInt8]) { appendBase64(of: data, to: &bytes) }

  // MARK: Numbers

  /// A length in steps, rounded to the nearest, ties away from zero.
  ///
  /// A number that is not finite or beyond a thousand million becomes 0 and the ``offender``.
  mutating func steps(_ points: Double) -> Int64 { whole(points, times: unit) }

  /// A share in thousandths, brought into `0...1`.
  mutating func share(_ share: Double) -> Int64 {
    guard share.isFinite else {
      offender = offender ?? share
      return 0
    }
    return Int64((min(max(share, 0), 1) * Double(Markup.one)).rounded(.toNearestOrAwayFromZero))
  }

  mutating func thousandths(_ number: Double) -> Int64 { whole(number, times: 1000) }

  private mutating func whole(_ number: Double, times factor: Double) -> Int64 {
    guard abs(number) <= 1e9 else {
      offender = offender ?? number
      return 0
    }
    return Int64((number * factor).rounded(.toNearestOrAwayFromZero))
  }

  mutating func length(_ steps: Int64) { number(steps, decimals: decimals) }

  mutating func length(_ points: Double) { length(steps(points)) }

  mutating func attribute(_ opening: StaticString, _ points: [Double], closing: StaticString = "\"") {
    attribute(opening, points.map { steps($0) }, closing: closing)
  }

  mutating func attribute(_ opening: StaticString, _ steps: [Int64], closing: StaticString = "\"") {
    raw(opening)
    for (index, length) in steps.enumerated() {
      if index > 0 { byte(UInt8(ascii: " ")) }
      self.length(length)
    }
    raw(closing)
  }

  mutating func attribute(_ opening: StaticString, _ points: Double) { attribute(opening, steps(points)) }

  mutating func attribute(_ opening: StaticString, _ steps: Int64) {
    raw(opening)
    length(steps)
    byte(UInt8(ascii: "\""))
  }

  /// Appends `value / 10^decimals` without needless digits: `12`, `1.5`, `.25`, `-.5`; true if it wrote a decimal
  /// point.
  @discardableResult mutating func number(_ value: Int64, decimals: Int) -> Bool {
    var digits = value.magnitude
    var fraction = decimals
    while fraction > 0, digits % 10 == 0 {
      digits /= 10
      fraction -= 1
    }
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var count = fraction
    var left = digits
    for _ in 0..<fraction { left /= 10 }
    while left > 0 {
      left /= 10
      count += 1
    }
    if count == 0 { count = 1 }
    if fraction > 0 { count += 1 }
    var position = bytes.count + count
    let point = position - fraction - 1
    for _ in 0..<count { bytes.append(UInt8(ascii: ".")) }
    while position > bytes.count - count {
      position -= 1
      if fraction > 0, position == point { continue }
      bytes[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digits % 10)
      digits /= 10
    }
    return fraction > 0
  }

  /// Appends a color as `#rgb` or `#rrggbb`.
  mutating func hex(_ rgb: Int64) {
    let digits: StaticString = "0123456789abcdef"
    let nibbles = (0..<6).map { Int(rgb >> (20 - 4 * Int64($0)) & 15) }
    let isShort = nibbles[0] == nibbles[1] && nibbles[2] == nibbles[3] && nibbles[4] == nibbles[5]
    bytes.append(UInt8(ascii: "#"))
    for index in stride(from: 0, to: 6, by: isShort ? 2 : 1) {
      bytes.append(digits.utf8Start[nibbles[index]])
    }
  }

  // MARK: Text

  /// Appends text between tags. `&`, `<` and `>` are escaped, what XML 1.0 cannot hold becomes U+FFFD.
  mutating func content(_ text: String) { appendMarkup(text, at: .content, to: &bytes) }

  /// Appends text between double quotes: as ``content(_:)``, and quotes, tabs and line ends are escaped too.
  mutating func attribute(_ text: String) { appendMarkup(text, at: .attribute, to: &bytes) }
}
