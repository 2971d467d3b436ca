import Arguments
import MapFeatures
import MapGeometry
import MapSession
import MapSettings

/// The options of every subcommand.
struct CommonOptions: ParsableArguments {
  @Flag(short: "-q") var quiet: Bool
  @Flag(short: "-v") var verbose: Bool
  @Flag var strict: Bool
  @Option() var diagnostics: ReportForm?

  /// The reporter of problems.
  var messages: Messages {
    Messages(isQuiet: quiet, isVerbose: verbose, isStrict: strict, form: diagnostics ?? .text)
  }
}

/// The options of reading inputs.
struct InputOptions: ParsableArguments {
  @Option(help: .member("inputFormat")) var inputFormat: InputFormat?
  @Option(help: .member("decimal")) var decimal: DecimalMark?
  @Option(help: .member("longitude")) var longitude: ColumnName?
  @Option(help: .member("latitude")) var latitude: ColumnName?
  @Option(help: .member("id")) var id: ColumnName?
  @Option() var table: String?
  @SettingOptions(ResourceSettings.data) var settings: ResourceSettings

  func set(in map: inout MapSpecification, threads: Int?) {
    map.threads = threads ?? processorCount
    map.resources = settings
    (map.inputFormat, map.decimal) = (inputFormat, decimal)
    (map.longitude, map.latitude, map.identifier) = (longitude, latitude, id)
  }
}

/// The number of threads that are worth starting.
var processorCount: Int {
  max(1, min(8, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
}

extension ViewOptions {
  /// Refuses options that exclude each other.
  func checked() throws(Failure) -> ViewOptions {
    if let conflict { throw .input("\(conflict)") }
    return self
  }
}

/// `--cluster NAME.OPTION=VALUE`: the clustering of single sources.
struct SourceClusterArguments: ParsableArguments {
  @Option(
    help: .init(
      "One source's setting, such as \(ClusterOptions.optionExample): any option of this group. May be repeated.",
      valueName: "NAME.OPTION=VALUE", default: "none"))
  var cluster: [NamedValue]

  /// The options of single sources, by name: `--cluster NAME.OPTION=VALUE` is the option, read as if alone.
  func optionsBySource() throws(Failure) -> [(name: String, options: ClusterOptions)] {
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

/// The clustering options alone, for reading those of one source.
private struct SourceClusterCommand: ParsableCommand {
  @SettingOptions(ClusterOptions.table.entries) var options: ClusterOptions
  static let configuration = CommandConfiguration("render")
  func run() throws -> Int32 { ExitStatus.done }
}
