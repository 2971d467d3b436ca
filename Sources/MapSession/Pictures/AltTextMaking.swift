import BuiltIns
import Drawing
import Inflate
import MapGeometry
import MapScene
import MapSettings

extension LoadedMap {
  /// The words that a picture's file carries; `nil` where its view sets `metadata` to `none`.
  ///
  /// - Complexity: O(*markers* + *places*) where all points are clustered.
  func description(of snapshot: Snapshot, _ plan: PicturePlan) -> AltText? {
    let output = plan.view.output
    guard output.metadata != PictureMetadata.none else { return nil }
    return PictureDescription(
      of: snapshot.groups, points: snapshotter.unclusteredCount(in: plan.viewport), in: plan.viewport,
      places: namedPlaces, language: output.language ?? .en
    ).text(title: snapshot.scene.title, template: output.alt)
  }

  private var namedPlaces: [NamedPlace] {
    session.cache.value(.places, [], size: { $0.count * 64 }) {
      guard let bytes = try? inflatedGzip(BuiltInPlace.compressed), let places = BuiltInPlace.places(bytes)
      else { return [] }
      return places.map { place in
        NamedPlace(
          place.name, at: Coordinate(latitude: place.latitude, longitude: place.longitude),
          isCity: place.kind == .city)
      }
    }
  }
}
