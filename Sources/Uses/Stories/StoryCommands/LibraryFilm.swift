import JSONDocument
import MapFeatures
package import MapSession
import MapSettings
package import MapStories

extension MapSession {
  /// Makes the film that the C interface is asked for.
  ///
  /// - Parameter options: the settings of the film and of its times, as JSON; `nil` for the defaults.
  package func film(of specification: MapSpecification, options: String?) async throws(SessionError)
    -> FilmAnswer
  {
    let (times, settings) = try filmOptions(options)
    return try await film(of: specification, times: times, settings: settings)
  }
}

/// The settings of a film that C gives as JSON.
private func filmOptions(_ json: String?) throws(SessionError) -> (times: TimeStory?, settings: FilmSettings)
{
  guard let json else { return (nil, FilmSettings()) }
  let ofTimes = ["time", "every", "timeFormat", "cumulative"]
  let text = try rethrowing(JSONText(parsing: json), as: SessionError.notJSON(in: "film"))
  var settings = FilmSettings()
  let members = text.root.members ?? []
  for member in members where !ofTimes.contains(member.key) && !FilmSettings.table.keys.contains(member.key) {
    throw .input(
      "a film has no setting \(quotedForMessage(member.key)); it has \(listForMessage(ofTimes + FilmSettings.table.keys))"
    )
  }
  let ours = members.filter { !ofTimes.contains($0.key) }
  let faults = FilmSettings.table.read(of: ours, at: JSONPath(), into: &settings)
  if let fault = faults.first(where: { $0.severity == .error }) { throw .style(fault, in: "film") }
  guard let column = text.root["time"]?.string else { return (nil, settings) }
  func read<Value>(_ key: String, _ type: SettingType<Value>) throws(SessionError) -> Value? {
    guard let value = text.root[key] else { return nil }
    let word = value.string ?? value.number.map { "\($0)" } ?? ""
    return try rethrowing(type.word(word)) { (error: SettingError) in SessionError.input("\(key): \(error)") }
  }
  let (period, format) = (try read("every", .period), try read("timeFormat", .timeFormat))
  let isCumulative = text.root["cumulative"]?.bool == true
  let story = TimeStory(column: column, period: period ?? .year, isCumulative: isCumulative, format: format)
  return (story, settings)
}
