import MapScene
import MapSettings
import MapStyle

/// Which document or option set which clustering setting of which source, so that a message names the place.
public struct SettingOrigins: Sendable {
  /// An option by its name, and the document that says it; `nil` for the command line.
  struct Origin {
    let name: String
    let place: String?
  }

  /// One that says options for a source.
  private struct Layer {
    let options: ClusterOptions
    let origin: @Sendable (String) -> Origin
  }

  /// By source; the last layer wins. Looked up, never iterated.
  private var layers: [String: [Layer]] = [:]

  /// Takes down options that were said for a source, over those taken down before.
  ///
  /// - Parameter origin: where an option of a name was said.
  mutating func take(
    _ options: ClusterOptions, of source: String, origin: @escaping @Sendable (_ setting: String) -> Origin
  ) {
    layers[source, default: []].append(Layer(options: options, origin: origin))
  }

  /// Where an option that holds for a source was said; `nil` where nobody said it.
  func origin(of setting: String, source: String) -> Origin? {
    layers[source]?.last { $0.options.says(setting) }?.origin(setting)
  }
}
