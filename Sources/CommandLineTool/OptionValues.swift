public import Arguments
import JSONDocument
import MapFeatures
import MapSettings

// The values that options take, read from one word each.

extension InputFormat: ExpressibleByArgument {}
extension DecimalMark: ExpressibleByArgument {}

extension ColumnName: ExpressibleByArgument {
  static func parse(argument: String) throws(ArgumentProblem) -> ColumnName {
    guard !argument.isEmpty else { throw ArgumentProblem("a column needs a name or a number from 1 on") }
    return ColumnName(argument)
  }
}

struct NamedValue: ExpressibleByArgument {
  let name: String
  let value: String

  static func parse(argument: String) throws(ArgumentProblem) -> NamedValue {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw ArgumentProblem("\"\(argument)\" lacks a name or a value; write NAME=VALUE")
    }
    return NamedValue(name: String(parts[0]), value: String(parts[1]))
  }
}

/// The value that a word names.
func value<Value: ExpressibleByArgument>(of word: String) throws(Failure) -> Value {
  try rethrowing(Value.parse(argument: word)) { (error: ArgumentProblem) in
    Failure.input("\(error.message)")
  }
}

/// Presets that stand side by side, separated by commas.
struct PresetList: ExpressibleByArgument {
  let columns: [PictureColumn]

  static func parse(argument: String) throws(ArgumentProblem) -> PresetList {
    try rethrowing(PresetList(columns: PictureColumn.presets(argument))) { (error: SettingError) in
      ArgumentProblem(error.description)
    }
  }
}

/// An overlay as one word.
protocol OverlayWord: ExpressibleByArgument {
  static var kind: MapOverlay.Kind { get }
  var overlay: MapOverlay { get }
  init(overlay: MapOverlay)
}

extension OverlayWord {
  static func parse(argument: String) throws(ArgumentProblem) -> Self {
    try rethrowing(Self(overlay: MapOverlay(kind, argument))) { (error: SettingError) in
      ArgumentProblem(error.description)
    }
  }
}

struct MarkerWord: OverlayWord {
  static let kind = MapOverlay.Kind.marker
  let overlay: MapOverlay
}

struct PathWord: OverlayWord {
  static let kind = MapOverlay.Kind.path
  let overlay: MapOverlay
}

struct AreaWord: OverlayWord {
  static let kind = MapOverlay.Kind.area
  let overlay: MapOverlay
}

struct CircleWord: OverlayWord {
  static let kind = MapOverlay.Kind.circle
  let overlay: MapOverlay
}
