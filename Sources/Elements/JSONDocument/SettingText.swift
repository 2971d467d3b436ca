/// A setting of requests and options, by its key in documents: `cellSize`.
public struct SettingName: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The key in camel case, and the command's option: `--cell-size`.
  public let key, option: String

  /// - Parameter option: the command's option, by default the key in kebab case.
  public init(_ key: String, option: String? = nil) {
    self.key = key
    self.option = option ?? (key == "sources" ? "--source" : "--" + kebabCase(key))
  }

  /// A setting of a key.
  public init(stringLiteral key: String) { self.init(key) }
}

/// The spelling of settings in a message; whoever shows it decides.
public struct SettingSpelling: Hashable, Sendable {
  /// Ways of spelling a setting.
  public enum Form: Hashable, Sendable {
    /// As the command's options: `--cell-size 80`.
    case options
    /// As members of requests and styles: `"cellSize": 80`.
    case members
    /// As arguments in Swift: `cellSize: 80`.
    case arguments
  }

  /// Settings that a message advises, and those set over a document.
  public var advised, given: Form

  /// A spelling for advised and for given settings.
  public init(advised: Form, given: Form) { (self.advised, self.given) = (advised, given) }

  /// One spelling for all settings.
  public init(_ form: Form) { self.init(advised: form, given: form) }
}

/// A message with names of settings, `"set \(setting: "minCount", to: "2")"`, which ``spelled(_:)`` writes as
/// `--min-count 2` for the command, or `"minCount": 2` for a document.
public struct SettingText: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  private enum Part: Hashable, Sendable {
    case text(String)
    /// A setting with a value that can be written, or a word that stands for any.
    case setting(SettingName, value: String?, isSample: Bool)
    /// A setting by its name alone, without the marks of a document.
    case name(SettingName)
    /// A setting over the document's, for one source or all.
    case given(SettingName, source: String?)
    /// An option of another call of the command, in any document.
    case command(SettingName)
  }

  private var parts: [Part] = []

  /// A text that names no setting.
  public init(_ text: String) { parts = [.text(text)] }

  /// A text that names no setting.
  public init(stringLiteral text: String) { self.init(text) }

  /// A text with settings.
  public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.text.parts }

  /// Collects the parts of a text.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = SettingText("")

    /// Creates an empty text.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.parts.reserveCapacity(interpolationCount * 2 + 1)
    }

    /// Adds words without settings.
    public mutating func appendLiteral(_ literal: String) { add(.text(literal)) }
    /// Adds words or a number.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      add(.text(value.description))
    }
    /// Adds the words of an error.
    public mutating func appendInterpolation(_ error: any Error) { add(.text("\(error)")) }
    /// Adds a text with its settings.
    public mutating func appendInterpolation(_ other: SettingText) { other.parts.forEach { add($0) } }

    private mutating func add(_ part: Part) {
      if case .text(let words) = part, case .text(let before)? = text.parts.last {
        text.parts[text.parts.count - 1] = .text(before + words)
      } else {
        text.parts.append(part)
      }
    }
    /// Adds a setting: `--select`, `"select"`.
    public mutating func appendInterpolation(setting: SettingName) {
      text.parts.append(.setting(setting, value: nil, isSample: false))
    }
    /// Adds a setting and its value: `--fit robust`, `"fit": "robust"`; of numbers with commas `"center": [13, 52]`.
    public mutating func appendInterpolation(setting: SettingName, to value: String) {
      text.parts.append(.setting(setting, value: value, isSample: false))
    }
    /// Adds a setting and what stands for its value: `--icons DIR`, `"icons"`; of `NAME=FILE` `"tiles": {"NAME": "FILE"}`.
    public mutating func appendInterpolation(setting: SettingName, of sample: String) {
      text.parts.append(.setting(setting, value: sample, isSample: true))
    }
    /// Adds a setting's name: `--radius`, `radius`.
    public mutating func appendInterpolation(name: SettingName) { text.parts.append(.name(name)) }
    /// Adds the name of a setting that is set over the document's, for one source or all: `--cluster stones.cell-size`.
    public mutating func appendInterpolation(given: SettingName, of source: String? = nil) {
      text.parts.append(.given(given, source: source))
    }
    /// Adds an option of another call of the command, such as `clustersnap sql`.
    public mutating func appendInterpolation(command name: SettingName) { text.parts.append(.command(name)) }
  }

  /// The text as documents spell settings.
  public var description: String { spelled(SettingSpelling(.members)) }

  /// The text with its settings spelled.
  public func spelled(_ spelling: SettingSpelling) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let words): text += words
      case .setting(let name, let value, let isSample):
        text += SettingText.spelled(name, value, isSample: isSample, spelling.advised)
      case .name(let name): text += spelling.advised == .options ? name.option : name.key
      case .command(let name):
        // A shell takes no other spelling.
        text += name.option
      case .given(let name, nil): text += spelling.given == .options ? name.option : name.key
      case .given(let name, let source?):
        text +=
          spelling.given == .options
          ? "--cluster \(source).\(name.option.dropFirst(2))" : "cluster.\(source).\(name.key)"
      }
    }
    return text
  }

  private static func spelled(
    _ name: SettingName, _ value: String?, isSample: Bool, _ form: SettingSpelling.Form
  ) -> String {
    let named = value?.hasSuffix("=FILE") == true ? value.map { String($0.dropLast(5)) } : nil
    switch form {
    // A value of an option that may stand alone follows at once.
    case .options:
      let word = value.map { !isSample && $0.contains(" ") ? "'\($0)'" : $0 }
      return name.option + (word.map { (name.key == "fit" ? "=" : " ") + $0 } ?? "")
    case .members:
      let key = "\"\(name.key)\""
      if let named { return "\(key): {\"\(named)\": \"FILE\"}" }
      guard let value, !isSample else { return key }
      return "\(key): \(numbersAsJSON(value) ?? "\"\(value)\"")"
    case .arguments:
      guard let value, !isSample else { return name.key }
      return "\(name.key): \(numbersAsJSON(value) ?? ".\(value)")"
    }
  }

  private static func numbersAsJSON(_ text: String) -> String? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    guard words.allSatisfy({ Double($0)?.isFinite == true }) else { return nil }
    return words.count == 1 ? text : "[\(words.joined(separator: ", "))]"
  }
}

/// Converts ASCII camel case: `cellSize` becomes `cell-size`.
public func kebabCase(_ name: String) -> String {
  var bytes: [UInt8] = []
  for byte in name.utf8 {
    let isUppercase = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    if isUppercase { bytes.append(UInt8(ascii: "-")) }
    bytes.append(isUppercase ? byte | 0x20 : byte)
  }
  return String(decoding: bytes, as: UTF8.self)
}
