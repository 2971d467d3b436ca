package import Arguments
import JSONDocument
package import MapFeatures
package import MapSettings

// The values that options take, read from one word each.

extension InputFormat: ExpressibleByArgument {}
extension DecimalMark: ExpressibleByArgument {}
extension LineBreaks: ExpressibleByArgument {}

extension ColumnName: ExpressibleByArgument {
  package static func parse(argument: String) throws(SettingError) -> ColumnName {
    guard !argument.isEmpty else { throw SettingError("a column needs a name or a number from 1 on") }
    return ColumnName(argument)
  }
}

extension MissingWords: ExpressibleByArgument {
  package static func parse(argument: String) throws(SettingError) -> MissingWords {
    guard !argument.isEmpty else { throw SettingError("no word is named; write NA,-9999, or none") }
    return MissingWords(word: argument)
  }
}

package struct LineNumber: ExpressibleByArgument {
  package let number: Int

  package static func parse(argument: String) throws(SettingError) -> LineNumber {
    guard let number = Int(argument), (1...1_000_000).contains(number) else {
      throw SettingError("\(quotedForMessage(argument)) is no number of a line, from 1 on")
    }
    return LineNumber(number: number)
  }
}

package struct NamedValue: ExpressibleByArgument {
  package let name: String
  package let value: String

  package static func parse(argument: String) throws(SettingError) -> NamedValue {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw SettingError("\"\(argument)\" lacks a name or a value; write NAME=VALUE")
    }
    return NamedValue(name: String(parts[0]), value: String(parts[1]))
  }
}

package func value<Value: ExpressibleByArgument>(of word: String) throws(Failure) -> Value {
  try rethrowing(Value.parse(argument: word)) { (error: SettingError) in Failure.input("\(error)") }
}

package func asOverlay(_ kind: MapOverlay.Kind) -> (String) throws(SettingError) -> MapOverlay {
  { word throws(SettingError) in try MapOverlay(kind, word) }
}
