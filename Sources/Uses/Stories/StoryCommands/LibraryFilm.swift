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
  let every = text.root["every"].map { $0.string ?? $0.number.map { "\($0)" } ?? "" } ?? "year"
  guard let period = TimePeriod(every) else {
    throw .input(
      "every: \(quotedForMessage(every)) is no period; write \(listForMessage(TimePeriod.Unit.allCases.map(\.rawValue))), several such as 10years, or a number above 0"
    )
  }
  let form = text.root["timeFormat"]?.string
  let format = form.flatMap(TimeFormat.init)
  if let form, format == nil {
    throw .input("timeFormat: \(quotedForMessage(form)) is no form of dates; write one such as %d/%m/%Y")
  }
  let isCumulative = text.root["cumulative"]?.bool == true
  return (TimeStory(column: column, period: period, isCumulative: isCumulative, format: format), settings)
}
