import BuiltIns
import MapSettings

/// The words of descriptions in one language, with gaps `#` for numbers and names.
struct DescriptionWords {
  enum Name: String, CaseIterable {
    case mapOfOne, mapOfMany, noPoints, onePoint, points, oneCluster, clusters, oneSingle, singles
    /// The mark between a heading and its list.
    case colon
    case area, world, oneMoreCountry, moreCountries, largest, near, away, colorShows, sizeShows, others,
      percent
  }

  private let fields: [String: String]
  /// From a city to the north, north-east and on clockwise.
  let directions: [String]

  init(_ language: AltLanguage) {
    fields = Words.ofDescriptions.fields(of: "words", in: language.rawValue)
    directions = (fields["directions"] ?? "").split(separator: ", ").map(String.init)
  }

  subscript(name: Name) -> String { fields[name.rawValue] ?? "" }
}
