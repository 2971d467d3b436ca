import CommandParts
import Arguments
import BuiltIns
import CairoCanvas
import JSONDocument
import MapFeatures
import MapSession
import MapStyle
import StyleSettings
import TileSources

struct CheckCommand: ParsableCommand {
  @Argument(
    help: .init(
      "A MapLibre style, or the name of a built-in style; - is standard input.", valueName: "STYLE",
      suggestions: BuiltInStyles.names))
  var styles: [String]
  @Option() var format: ReportForm?
  @Flag var portable: Bool
  @Flag var accessible: Bool
  @Flag var coverage: Bool
  @Flag var settings: Bool
  @OptionGroup var common: CommonOptions

  static let configuration = CommandConfiguration("check")

  func run() throws -> Int32 {
    if coverage { return try printed(coverageDocument()) }
    if settings { return try printed(settingsDocument()) }
    guard let name = styles.first else {
      throw Failure.input("which style? name one, such as clustersnap check style.json")
    }
    guard styles.count == 1 else {
      throw Failure.input("\"\(styles[1])\" is one style too many; check one at a time")
    }
    let diagnostics = try diagnostics(of: name)
    let file = name == "-" ? "standard input" : name
    let bytes =
      switch format {
      case .json: json(of: diagnostics)
      case nil where common.diagnostics == .json: diagnostics.flatMap { Messages.line($0, of: file, .json) }
      case .text, nil: text(of: diagnostics, name: file)
      }
    try OutputFile(path: "-").write(bytes)
    let worst = diagnostics.map(\.severity).max() ?? .info
    return worst >= (common.strict ? .warning : .error) ? ExitStatus.badInput : ExitStatus.done
  }

  private func diagnostics(of name: String) throws(Failure) -> [Diagnostic] {
    let builtIn = BuiltInStyles.style(named: name)
    let resources = FileLoader(readsStandardInput: true, network: TileOptions(cache: "none"))
    let bytes =
      if let builtIn { builtIn } else { try resources.document(Resource(path: name, isFromDocument: false)) }
    let parsing = Style.parseWithSettings(bytes, collation: SystemCollation())
    var diagnostics = parsing.locatedDiagnostics.map(\.asChecked)
    if let style = parsing.style {
      FontConfiguration.replaceProcessConfiguration()
      let files = StyleFiles(
        of: name, isBuiltIn: builtIn != nil, isKnown: name != "-", resources: resources, spelling: .options)
      diagnostics += files.diagnostics(of: style) + style.unusedSettings
    }
    if accessible, parsing.style != nil, let json = try? JSONText(parsing: bytes) {
      diagnostics += accessibilityWarnings(of: json.root)
    }
    if portable { diagnostics += parsing.portability }
    return diagnostics.inDocumentOrder
  }

  private func text(of diagnostics: [Diagnostic], name: String) -> [UInt8] {
    var lines: [String] = []
    for diagnostic in diagnostics {
      let isDescribed =
        switch diagnostic.severity {
        case .error: true
        case .warning: !common.quiet || common.strict
        case .info: !common.quiet && (common.verbose || diagnostic.code == "not-portable")
        }
      if isDescribed { lines.append(diagnostic.spelled(SettingSpelling(.options)).text(file: name)) }
    }
    if !common.quiet {
      let errors = diagnostics.count { $0.severity == .error }
      let warnings = diagnostics.count { $0.severity == .warning }
      lines.append(
        "\(escapedForMessage(name)): \(countText(errors, "error")), \(countText(warnings, "warning"))")
    }
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  private func countText(_ count: Int, _ word: String) -> String {
    count == 0 ? "no \(word)s" : counted(count, word)
  }

  private func json(of diagnostics: [Diagnostic]) -> [UInt8] {
    var json = JSONWriter(layout: .lines(levels: 1))
    json.array { json in for diagnostic in diagnostics { diagnostic.write(to: &json) } }
    return json.takeBytes() + [0x0A]
  }
}
