public import JSONDocument
public import MapScene

/// What a body returns; a snapshot's error becomes the session's.
///
/// - Parameters:
///   - place: of what is drawn, in a document; `nil` for the options.
///   - origins: where settings were set: the message about one that does not fit names that place.
///   - spelling: of the settings in messages.
/// - Throws: ``SessionError`` with the place and the words of the snapshot's.
public func snapshotting<Value>(
  at place: String? = nil, origins: SettingOrigins? = nil, spelling: SettingSpelling,
  _ body: () throws(SnapshotError) -> Value
) throws(SessionError) -> Value {
  do throws(SnapshotError) {
    return try body()
  } catch {
    throw error.inSession(at: place, origins: origins).spelled(spelling)
  }
}

extension SnapshotError {
  /// The session's error, at the place of the setting that does not fit, if one does not.
  func inSession(at place: String? = nil, origins: SettingOrigins? = nil) -> SessionError {
    if case .clustering(let source, let reason) = self, let setting = reason.setting,
      let origin = origins?.origin(of: setting, source: source)
    {
      return .input(naming: "\(origin.name): \(PointNeed.text(of: reason))", at: origin.place)
    }
    if let (source, setting, fault) = columnFault, let origin = origins?.origin(of: setting, source: source) {
      return .input(naming: "\(origin.name): source \(source) \(fault)", at: origin.place)
    }
    if case .clustering(let source, let reason) = self {
      return .input(naming: "source \(source): \(PointNeed.text(of: reason))", at: place)
    }
    return .input(naming: text, at: place)
  }
}
