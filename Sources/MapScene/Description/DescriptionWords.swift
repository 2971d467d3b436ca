import MapSettings

/// The words of descriptions in one language, with gaps `#` for numbers and names.
struct DescriptionWords {
  let mapOfOne, mapOfMany: String
  let noPoints, onePoint, points: String
  let oneCluster, clusters, oneSingle, singles: String
  /// The mark between a heading and its list.
  let colon: String
  let area, world, oneMoreCountry, moreCountries: String
  let largest: String
  let near, away: String
  /// From a city to the north, north-east and on clockwise.
  let directions: [String]
  let colorShows, sizeShows, others, percent: String

  init(_ language: AltLanguage) {
    self =
      switch language {
      case .en: .english
      case .de: .german
      case .fr: .french
      case .es: .spanish
      }
  }

  private init(
    map: (String, String), points: (String, String, String), clusters: (String, String),
    singles: (String, String), colon: String = ":", area: (String, String), more: (String, String),
    largest: String, near: String, away: String, directions: [String], shows: (String, String),
    others: String, percent: String
  ) {
    ((mapOfOne, mapOfMany), (noPoints, onePoint, self.points)) = (map, points)
    ((oneCluster, self.clusters), (oneSingle, self.singles)) = (clusters, singles)
    (self.colon, (self.area, world), (oneMoreCountry, moreCountries)) = (colon, area, more)
    (self.largest, self.near, self.away, self.directions) = (largest, near, away, directions)
    ((colorShows, sizeShows), self.others, self.percent) = (shows, others, percent)
  }

  private static let english = DescriptionWords(
    map: ("Map of one point", "Map of # points"), points: ("No points in view", "One point", "# points"),
    clusters: ("one cluster", "# clusters"), singles: ("one single point", "# single points"),
    area: ("Area", "the whole world"), more: ("one more country", "# more countries"),
    largest: "Largest clusters", near: "near", away: "# km",
    directions: [
      "north of", "northeast of", "east of", "southeast of", "south of", "southwest of", "west of",
      "northwest of",
    ], shows: ("Color shows", "Size shows"), others: "others", percent: "#%")

  private static let german = DescriptionWords(
    map: ("Karte mit einem Punkt", "Karte mit # Punkten"),
    points: ("Keine Punkte im Bild", "Ein Punkt", "# Punkte"), clusters: ("ein Cluster", "# Cluster"),
    singles: ("ein einzelner Punkt", "# einzelne Punkte"), area: ("Gebiet", "die ganze Welt"),
    more: ("ein weiteres Land", "# weitere Länder"), largest: "Größte Cluster", near: "bei", away: "# km",
    directions: [
      "nördlich von", "nordöstlich von", "östlich von", "südöstlich von", "südlich von", "südwestlich von",
      "westlich von", "nordwestlich von",
    ], shows: ("Farbe zeigt", "Größe zeigt"), others: "andere", percent: "#\u{A0}%")

  private static let french = DescriptionWords(
    map: ("Carte d’un point", "Carte de # points"), points: ("Aucun point visible", "Un point", "# points"),
    clusters: ("un groupe", "# groupes"), singles: ("un point isolé", "# points isolés"), colon: "\u{A0}:",
    area: ("Région", "le monde entier"), more: ("un autre pays", "# autres pays"),
    largest: "Plus grands groupes", near: "près de", away: "à # km",
    directions: [
      "au nord de", "au nord-est de", "à l’est de", "au sud-est de", "au sud de", "au sud-ouest de",
      "à l’ouest de", "au nord-ouest de",
    ], shows: ("La couleur indique", "La taille indique"), others: "autres", percent: "#\u{A0}%")

  private static let spanish = DescriptionWords(
    map: ("Mapa de un punto", "Mapa de # puntos"),
    points: ("Ningún punto a la vista", "Un punto", "# puntos"),
    clusters: ("un grupo", "# grupos"), singles: ("un punto suelto", "# puntos sueltos"),
    area: ("Zona", "todo el mundo"), more: ("un país más", "# países más"), largest: "Grupos más grandes",
    near: "cerca de", away: "a # km",
    directions: [
      "al norte de", "al noreste de", "al este de", "al sureste de", "al sur de", "al suroeste de",
      "al oeste de", "al noroeste de",
    ], shows: ("El color indica", "El tamaño indica"), others: "otros", percent: "#\u{A0}%")
}
