import MapFeatures

// The names of single points.
extension MapSource {
  /// The title of a point: its name or title, else its identifier.
  package func title(ofPoint index: Int) -> String { name(ofPoint: index) ?? identifier(ofPoint: index) }

  /// A point's name or title; `nil` where it has none.
  package func name(ofPoint index: Int) -> String? {
    let row = row(index)
    return MapSource.nameColumns.lazy.compactMap { features.property($0, ofPoint: row)?.text }
      .first { !$0.isEmpty }
  }

  /// The names of the first points that have one.
  package func names(ofPoints members: ArraySlice<UInt32>, limit: Int) -> [String] {
    guard hasNames else { return [] }
    return Array(members.lazy.compactMap { name(ofPoint: Int($0)) }.prefix(limit))
  }

  /// True if any point has a name; without one, lists of names need not look at each member.
  package var hasNames: Bool {
    index.names.value { [features] in MapSource.nameColumns.contains(where: features.hasProperty) }
  }

  static let nameColumns = ["name", "title", "Name", "Title", "NAME", "TITLE"]

  package func identifier(ofPoint index: Int) -> String { features.identifier(ofPoint: row(index)).text }
}
