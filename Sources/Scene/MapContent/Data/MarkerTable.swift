import JSONDocument
import MapClusters
package import MapFeatures
import MapStyle

// The markers of a view as a table.
extension MarkerDocument {
  /// A line a marker: our own columns, then those of single points and what clusters carry, each under its own name;
  /// subtitles where there are any. The columns that places were read from are ours already.
  ///
  /// Where a column of the data has a name of ours, `property:` stands before it, unless it holds the same for every single
  /// point, as an id does.
  func csv() -> [UInt8] {
    let table = table()
    var text = (table.names + table.propertyNames).map(quoted).joined(separator: ",") + "\n"
    for (fields, values) in zip(table.fields, table.values) {
      text += (fields + values.map { $0?.text ?? "" }).map(quoted).joined(separator: ",") + "\n"
    }
    return Array(text.utf8)
  }

  /// Markers as a table: texts of our own columns, then values of the data's.
  package struct Table {
    /// Our own columns.
    package let names: [String]
    /// Those of single points and of what clusters carry.
    package let propertyNames: [String]
    /// The texts of each marker's own columns.
    package let fields: [[String]]
    /// The values of each marker in the columns of the data.
    package let values: [[PropertyValue?]]
  }

  /// The columns of ``csv()``, a row a marker.
  package func table() -> Table {
    var names = [
      "id", "longitude", "latitude", "cluster", "point_count", "west", "south", "east", "north",
      "unique_location", "source", "column", "row", "visible", "title", "leaf_count",
    ]
    names += places?.names ?? []
    let hasSubtitles = groups.contains { group in
      group.markers.markers.contains { group.subtitle(of: $0) != nil }
    }
    if hasSubtitles { names.append("subtitle") }
    if !levels.isEmpty { names += ["minzoom", "maxzoom", "parent"] }
    if listsMembers { names.append("members") }
    var (lines, properties): ([[String]], [[(name: String, value: PropertyValue)]]) = ([], [])
    for (number, group) in groups.enumerated() {
      for index in group.markers.markers.indices {
        lines.append(fields(of: index, in: group, number, hasSubtitles: hasSubtitles))
        properties.append(self.properties(of: index, in: group))
      }
    }
    let columns = Columns(names, lines, properties)
    return Table(
      names: names, propertyNames: columns.names, fields: lines, values: properties.map(columns.values))
  }

  /// The names of the data's columns, and those that are listed.
  private struct Columns {
    private(set) var names: [String] = []
    private var indexOfName: [String: Int] = [:]

    init(_ ours: [String], _ lines: [[String]], _ properties: [[(name: String, value: PropertyValue)]]) {
      let indexOfOurs = Dictionary(
        ours.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      for (fields, own) in zip(lines, properties) {
        for (name, value) in own where indexOfName[name] == nil {
          if let index = indexOfOurs[name], Columns.isSame(value, fields[index]) { continue }
          indexOfName[name] = names.count
          names.append(indexOfOurs[name] == nil ? name : "property:" + name)
        }
      }
    }

    /// True if a value is what a field of ours has already.
    private static func isSame(_ value: PropertyValue, _ field: String) -> Bool {
      if case .number(let number) = value, let known = Decimal.number(of: field) {
        return abs(number - known) < 1e-9
      }
      return value.text == field
    }

    func values(of own: [(name: String, value: PropertyValue)]) -> [PropertyValue?] {
      var values = [PropertyValue?](repeating: nil, count: names.count)
      for (name, value) in own {
        if let index = indexOfName[name] { values[index] = value }
      }
      return values
    }
  }

  private func fields(of index: Int, in group: MarkerGroup, _ number: Int, hasSubtitles: Bool) -> [String] {
    let marker = group.markers.markers[index]
    let (coordinate, bounds) = (group.coordinate(of: marker), group.box(of: marker))
    let box = [bounds.west, bounds.south, bounds.east, bounds.north]
    var fields = [
      group.identifier(of: marker), decimal(coordinate.longitude, 9), decimal(coordinate.latitude, 9),
      marker.isCluster ? "true" : "false", javaScriptText(of: marker.weight),
    ]
    fields += box.map { decimal($0, 9) }
    fields += [
      marker.isUniqueLocation ? "true" : "false", group.source.name,
      marker.cell.map { "\($0.column)" } ?? "",
      marker.cell.map { "\($0.row)" } ?? "", isVisible(marker) ? "true" : "false",
      group.title(of: marker), "\(marker.count)",
    ]
    let numbers = places?.numbers(of: marker, as: MarkerKey(source: group.source.name, number: index)) ?? []
    fields += numbers.map { $0.map { decimal($0, 3) } ?? "" }
    if hasSubtitles { fields.append(group.subtitle(of: marker) ?? "") }
    if !levels.isEmpty {
      let level = levels[number]
      fields += ["\(level.zoom)", "\(level.lastZooms[index])", level.parents[index].map(String.init) ?? ""]
    }
    if listsMembers {
      fields.append(
        group.markers.members(of: marker).map { group.source.identifier(ofPoint: Int($0)) }.joined(
          separator: " "))
    }
    return fields
  }

  /// The columns of a single point but those that its coordinate was read from, or what a cluster carries.
  private func properties(of index: Int, in group: MarkerGroup) -> [(name: String, value: PropertyValue)] {
    let marker = group.markers.markers[index]
    let columns = marker.isCluster ? [] : group.source.features.coordinateColumns
    return ownProperties(of: marker, at: index, in: group).filter { !columns.contains($0.name) }
  }

  private func decimal(_ number: Double, _ decimals: Int) -> String {
    var json = JSONWriter()
    json.number(number, decimals: decimals)
    return json.text
  }

  /// A field as RFC 4180 wants it.
  private func quoted(_ field: String) -> String {
    let needsQuotes = field.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    guard needsQuotes else { return field }
    return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}

extension PropertyValue {
  /// Creates a property from a value that a cluster carries; `nil` for kinds of values that data has not.
  init?(_ value: StyleValue) {
    switch value {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .number(let number): self = .number(number)
    case .string(let text): self = .string(text)
    case .array(let values): self = .array(values.compactMap(PropertyValue.init))
    default: return nil
    }
  }
}
