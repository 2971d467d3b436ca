public import JSONDocument
public import MapContent

extension SnapshotError {
  /// The session's error, at the place of the setting that does not fit, if one does not.
  ///
  /// - Parameters:
  ///   - place: of what is drawn, in a document; `nil` for the options.
  ///   - plan: knows who sets what does not fit; `nil` where nobody asks.
  ///   - spelling: of the settings in messages.
  public func inSession(
    at place: String? = nil, of plan: MapPlan? = nil, spelling: SettingSpelling = .init(.members)
  ) -> SessionError {
    var fault = SessionError.input(text, at: place)
    if case .clustering(let source, let reason) = self {
      let origin = reason.setting.flatMap { plan?.origin(of: $0, source: source) }
      fault = .input(
        "\(origin?.name ?? "source \(source)"): \(PointNeed.text(of: reason))",
        at: origin.map(\.place) ?? place)
    } else if let (source, setting, text) = columnFault,
      let origin = plan?.origin(of: setting, source: source)
    {
      fault = .input("\(origin.name): source \(source) \(text)", at: origin.place)
    }
    return fault.spelled(spelling)
  }
}
