/// Appends bytes as base64 (RFC 4648 §4), as in `data:` URLs.
public func appendBase64(of data: [UInt8], to bytes: inout [UInt8]) {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  bytes.reserveCapacity(bytes.count + (data.count + 2) / 3 * 4)
  for start in stride(from: 0, to: data.count, by: 3) {
    let rest = data.count - start
    let word =
      Int(data[start]) << 16 | (rest > 1 ? Int(data[start + 1]) << 8 : 0)
      | (rest > 2 ? Int(data[start + 2]) : 0)
    bytes.append(digits[word >> 18])
    bytes.append(digits[word >> 12 & 63])
    bytes.append(rest > 1 ? digits[word >> 6 & 63] : UInt8(ascii: "="))
    bytes.append(rest > 2 ? digits[word & 63] : UInt8(ascii: "="))
  }
}
