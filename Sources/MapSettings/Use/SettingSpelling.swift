/// How messages spell settings.
public enum SettingSpelling: Sendable {
  /// As the command's options: `--cell-size`.
  case options
  /// As members of requests and styles: `cellSize`.
  case members

  func text(_ key: String) -> String { self == .options ? "--" + kebabCase(key) : key }
}

/// A name in camel case as the command writes it: `cellSize` becomes `cell-size`.
public func kebabCase(_ name: String) -> String {
  var result = ""
  for scalar in name.unicodeScalars {
    if scalar.properties.isUppercase { result += "-" }
    result += scalar.properties.lowercaseMapping
  }
  return result
}
