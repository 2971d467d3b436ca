/// How messages spell settings.
public enum SettingSpelling: Sendable {
  /// As the command's options: `--cell-size`.
  case options
  /// As members of requests and styles: `cellSize`.
  case members

  func text(_ key: String) -> String { self == .options ? "--" + kebabCase(key) : key }
}

/// A name in camel case as the command writes it: `cellSize` becomes `cell-size`.
///
/// - Parameter name: letters and digits of ASCII.
public func kebabCase(_ name: String) -> String {
  var bytes: [UInt8] = []
  for byte in name.utf8 {
    let isUppercase = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    if isUppercase { bytes.append(UInt8(ascii: "-")) }
    bytes.append(isUppercase ? byte | 0x20 : byte)
  }
  return String(decoding: bytes, as: UTF8.self)
}
