import JSONDocument
import MapContent
import MapSettings
public import MapGeometry

// What is going to be drawn, in words: for those who want to see it before anything is written.

extension MapPlan {
  /// A line for each source of points, then the settings that hold, the style and the base map.
  func lines(of data: [MapSource], _ spelling: SettingSpelling) -> [String] {
    var lines = data.filter { !$0.isBackdrop }.map { source in
      let table = source.features
      var facts = [counted(source.readCount, "point")]
      if source.pointCount != source.readCount { facts.append("\(source.pointCount) of them take part") }
      if !table.shapes.isEmpty {
        facts.append(counted(table.shapes.count, "line or area", "lines and areas"))
      }
      facts.append("\(table.skipped.count) skipped")
      let counts = source.databaseCounts
      var parts = [facts.joined(separator: ", "), counts?.engine ?? table.format.rawValue]
      let places = counts?.coordinateColumns ?? table.coordinateColumns
      if !places.isEmpty { parts.append("coordinates in \(places.joined(separator: " and "))") }
      let names = counts?.columns ?? table.propertyNames
      if !names.isEmpty { parts.append("columns \(names.joined(separator: ", "))") }
      parts.append(source.clustering.map { "clustered by \($0.settings.method.rawValue)" } ?? "not clustered")
      if let basis = source.classBasis { parts.append("colors for \(basis)") }
      if source.streamed != nil { parts.append("summed while read") }
      if let note = source.wayNote { parts.append(note) }
      if counts != nil {
        parts.append("pushed down, counted by the database in \(counted(table.points.count, "cell"))")
      }
      return "source \(source.name): " + parts.joined(separator: "; ")
    }
    for part in sources where data.contains(where: { $0.name == part.name && !$0.isBackdrop }) {
      let settings = part.settingsText.map { $0.spelled(spelling) }
      if !settings.isEmpty { lines.append("settings of \(part.name): \(settings.joined(separator: ", "))") }
    }
    lines.append("style: \(withoutSecrets(chosen.folder.style))")
    if chosen.basemap.hasWorld { lines.append("base map: world") }
    return lines
  }
}

extension SourcePlan {
  /// The settings of its clustering that hold, in the order of the documentation, each as whoever sets it calls it.
  fileprivate var settingsText: [SettingText] {
    ClusterOptions.table.entries.filter { options.isSet($0.key) }.compactMap { entry in
      origin(of: entry.key).map { $0.place.map { "\(entry.key) (\($0))" } ?? $0.name }
    }
  }
}

extension Viewport {
  /// Center, zoom, size and the box of longitudes and latitudes in one line, as options write them.
  public var summary: String {
    func text(_ number: Double) -> String { decimalText(of: number, decimals: 5) }
    let middle = middle ?? center
    var parts = [
      "center \(text(middle.longitude)),\(text(middle.latitude))", "zoom \(text(zoom))",
      "size \(javaScriptText(of: size.width))x\(javaScriptText(of: size.height))",
      "scale \(javaScriptText(of: scale))",
    ]
    if let sheet {
      parts.append(
        "projection \(sheet.name) about \(text(sheet.center.longitude)),\(text(sheet.center.latitude))"
      )
    }
    if bearing != 0 { parts.append("bearing \(text(bearing))") }
    if pitch != 0 { parts.append("pitch \(text(pitch))") }
    let box = boundingBox
    parts.append("box " + [box.west, box.south, box.east, box.north].map(text).joined(separator: ","))
    return parts.joined(separator: ", ")
  }
}
