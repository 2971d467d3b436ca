import MapContent
import BuiltIns
import Drawing
import MapGeometry
import MapScene
import MapSettings

extension LoadedMap {
  /// The words that a picture's file carries; `nil` where its view sets `metadata` to `none`.
  ///
  /// - Complexity: O(*markers* + *places*) where all points are clustered.
  func description(
    of groups: [MarkerGroup], in viewport: Viewport, _ output: OutputSettings, title: String?
  ) -> AltText? {
    guard output.metadata != PictureMetadata.none else { return nil }
    return PictureDescription(
      of: groups, points: snapshotter.unclusteredCount(in: viewport), in: viewport,
      places: LoadedMap.namedPlaces, language: output.language ?? .en,
      format: output.numberFormat
    ).text(title: title, template: output.alt)
  }

  /// The countries and cities that descriptions name.
  private static let namedPlaces = BuiltInPlace.all.map { place in
    NamedPlace(
      place.name, at: Coordinate(latitude: place.latitude, longitude: place.longitude), isCity: place.isCity)
  }
}
