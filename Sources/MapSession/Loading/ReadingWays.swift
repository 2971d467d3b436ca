import MapFeatures
import MapScene
import MapSettings

// The way in which the points of an input are read, and why not in another one.
extension MapLoader {
  /// The points of an input in cells of their view: counted by their database, else summed while they are read.
  ///
  /// - Parameter takesAll: whether no filter chooses among them.
  func cellPart(
    _ one: SourceAssignment, _ summation: InputSummation, _ options: ClusterOptions,
    _ reading: ReadingOptions, takesAll: Bool
  ) throws(SessionError) -> TableLoader.Part {
    var note: String?
    if takesAll {
      switch try tables.counted(one, summation, options, reading) {
      case .part(let part): return part
      case .rows(let reason): note = reason?.text
      }
    } else if DatabaseAddress(one.resource.name) != nil {
      note = "a filter chooses among rows"
    }
    var part = try tables.summed(one, summation, reading, origins)
    part.wayNote = note.map { "grid not pushed down: \($0)" }
    return part
  }

  /// Why the points of an input are kept for which no other way was looked for.
  var standardNote: String {
    if resourceSettings.stream == false { return "--stream no" }
    if specification.streamsLargeInputs { return "the input is small" }
    if scenario != nil { return "the steps of a story change them" }
    return views.count > 1 ? "there are several views" : "without --stream yes"
  }
}
