import TestSupport
import Testing

@testable import MapFeatures

@Suite struct `Whole numbers of a field` {
  @Test(arguments: [
    "0", "-7", "12345678", "-123456789", "1234567890123456", "999999999999999999", "-1000000000000000000",
    "9223372036854775806", "-9223372036854775806",
  ])
  func `are read up to 64 bits`(text: String) {
    let bytes = Array((String(repeating: ",", count: 32) + text).utf8)
    let value = bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { FastWhole.value($0, 32, bytes.count) }
    }
    expect(value, equals: Int64(text))
  }

  @Test(arguments: [
    "9223372036854775807", "-9223372036854775807", "-9223372036854775808", "9999999999999999999",
    "10000000000000000000", "123456789012345678x", "", "-", "1.5", "+3",
  ])
  func `are left to others beyond`(text: String) {
    let bytes = Array((String(repeating: ",", count: 32) + text).utf8)
    let value = bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { FastWhole.value($0, 32, bytes.count) }
    }
    expect(value, equals: FastWhole.none)
  }
}
