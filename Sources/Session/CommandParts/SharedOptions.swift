package import Arguments
package import MapFeatures
import JSONDocument
import MapGeometry
package import MapSession
package import MapSettings

package struct CommonOptions: ParsableArguments {
  @Flag(short: "-q") package var quiet: Bool
  @Flag(short: "-v") package var verbose: Bool
  @Flag package var strict: Bool
  @Option() package var diagnostics: ReportForm?

  package init() {}

  package var messages: Messages {
    Messages(isQuiet: quiet, isVerbose: verbose, isStrict: strict, form: diagnostics ?? .text)
  }
}

package struct InputOptions: ParsableArguments {
  @Option(help: .member("inputFormat")) package var inputFormat: InputFormat?
  @Option(help: .member("decimal")) package var decimal: DecimalMark?
  @Option(help: .member("missing")) package var missing: MissingWords?
  @Option(help: .member("headerLine")) package var headerLine: LineNumber?
  @Option(help: .member("geometry")) package var geometry: ColumnName?
  @Option(help: .member("longitude")) package var longitude: ColumnName?
  @Option(help: .member("latitude")) package var latitude: ColumnName?
  @Option(help: .member("id")) package var id: ColumnName?
  @Option() package var table: String?
  @SettingOptions(ResourceSettings.data) package var settings: ResourceSettings

  package init() {}

  package func set(in map: inout MapSpecification, threads: Int?) {
    map.threads = threads ?? processorCount
    map.resources = settings
    (map.inputFormat, map.decimal) = (inputFormat, decimal)
    (map.missing, map.headerLine, map.geometry) = (missing, headerLine?.number, geometry)
    (map.longitude, map.latitude, map.identifier) = (longitude, latitude, id)
  }
}

package var processorCount: Int { max(1, min(8, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))) }

extension ViewOptions {
  package func checked() throws(Failure) -> ViewOptions {
    if let conflict { throw .input("\(conflict.spelled(SettingSpelling(.options)))") }
    return self
  }
}

package struct SourceClusterArguments: ParsableArguments {
  @Option(
    help: .init(
      "One source's setting, such as \(ClusterOptions.optionExample): any option of this group. May be repeated.",
      valueName: "NAME.OPTION=VALUE", default: "none"))
  package var cluster: [NamedValue]

  package init() {}

  /// The options of single sources, by name: `--cluster NAME.OPTION=VALUE` is the option, read as if alone.
  package func optionsBySource() throws(Failure) -> [(name: String, options: ClusterOptions)] {
    var words = OrderedValues<String, [String]>()
    for setting in cluster {
      guard let dot = setting.name.lastIndex(of: "."), dot != setting.name.startIndex else {
        throw .input(
          "--cluster: \"\(setting.name)\" names no source and option; write NAME.OPTION=VALUE, such as \(ClusterOptions.optionExample)"
        )
      }
      let name = String(setting.name[..<dot])
      var option = String(setting.name[setting.name.index(after: dot)...])
      // As styles and requests call a source's own; the option of this name is the picture's.
      if option == "title" || option == "subtitle" { option += "-template" }
      let word = "--\(option)=\(setting.value)"
      words.add([word], for: name) { $0.append(word) }
    }
    var result: [(name: String, options: ClusterOptions)] = []
    for (name, words) in zip(words.keys, words.values) {
      do {
        guard let parsed = try SourceClusterCommand.parse(words) else { continue }
        result.append((name, parsed.options))
      } catch {
        throw .input("--cluster \(name): \(error.description)")
      }
    }
    return result
  }
}

private struct SourceClusterCommand: ParsableCommand {
  @SettingOptions(ClusterOptions.table.entries) package var options: ClusterOptions
  package static let configuration = CommandConfiguration("render")
  package func run() throws -> Int32 { ExitStatus.done }
}
