import MapScene
import MapSettings
import MapStyle

/// Which document or option set which clustering setting of which source, so that a message names the place.
public struct SettingOrigins: Sendable {
  /// An option by its name, and the document that sets it; `nil` for the command line.
  struct Origin {
    let name: String
    let place: String?
  }

  /// One that sets options for a source.
  private struct Layer {
    let options: ClusterOptions
    let origin: @Sendable (String) -> Origin
  }

  /// By source; the last layer wins. Looked up, never iterated.
  private var layers: [String: [Layer]] = [:]

  /// Records options that are set for a source, over those recorded before.
  ///
  /// - Parameter origin: where an option of a name is set.
  mutating func take(
    _ options: ClusterOptions, of source: String, origin: @escaping @Sendable (_ setting: String) -> Origin
  ) {
    layers[source, default: []].append(Layer(options: options, origin: origin))
  }

  /// Where an option that holds for a source is set; `nil` where it is not set.
  func origin(of setting: String, source: String) -> Origin? {
    layers[source]?.last { $0.options.isSet(setting) }?.origin(setting)
  }
}
