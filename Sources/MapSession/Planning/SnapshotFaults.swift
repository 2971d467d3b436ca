public import JSONDocument
public import MapContent

extension SnapshotError {
  /// The session's error, at the place of the setting that does not fit, if one does not.
  ///
  /// - Parameters:
  ///   - place: of what is drawn, in a document; `nil` for the options.
  ///   - spelling: of the settings in messages.
  public func inSession(
    at place: String? = nil, origins: SettingOrigins? = nil, spelling: SettingSpelling = .init(.members)
  ) -> SessionError {
    inSession(at: place, origins).spelled(spelling)
  }

  private func inSession(at place: String?, _ origins: SettingOrigins?) -> SessionError {
    if case .clustering(let source, let reason) = self, let setting = reason.setting,
      let origin = origins?.origin(of: setting, source: source)
    {
      return .input("\(origin.name): \(PointNeed.text(of: reason))", at: origin.place)
    }
    if let (source, setting, fault) = columnFault, let origin = origins?.origin(of: setting, source: source) {
      return .input("\(origin.name): source \(source) \(fault)", at: origin.place)
    }
    if case .clustering(let source, let reason) = self {
      return .input("source \(source): \(PointNeed.text(of: reason))", at: place)
    }
    return .input(text, at: place)
  }
}
