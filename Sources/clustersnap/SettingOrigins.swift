import JSONDocument
import MapScene
import MapSettings
import MapStyle

/// Who said which clustering option for which source: so that one that does not fit is told where it was said.
struct SettingOrigins {
  /// An option by its name, and the document that says it; `nil` for the command line.
  struct Origin {
    let name: String
    let place: String?
  }

  /// One that says options for a source.
  private struct Layer {
    let options: ClusterOptions
    let origin: (String) -> Origin
  }

  /// By source; the last layer wins. Looked up, never iterated.
  private var layers: [String: [Layer]] = [:]

  /// Takes down options that were said for a source, over those taken down before.
  ///
  /// - Parameter origin: where an option of a name was said.
  mutating func take(
    _ options: ClusterOptions, of source: String, origin: @escaping (_ setting: String) -> Origin
  ) {
    layers[source, default: []].append(Layer(options: options, origin: origin))
  }

  /// Where an option that holds for a source was said; `nil` where nobody said it.
  func origin(of setting: String, source: String) -> Origin? {
    layers[source]?.last { $0.options.says(setting) }?.origin(setting)
  }
}

/// `file:line:column`
func placeText(_ name: String?, _ position: TextPosition?) -> String? {
  name.map { name in position.map { "\(name):\($0.line):\($0.column)" } ?? name }
}
