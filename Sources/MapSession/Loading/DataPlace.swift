import MapFeatures
import MapStyle

/// What holds the records of a source or of a part of it.
enum DataPlace: Hashable {
  /// An input.
  case resource(Resource)
  /// A file that the style names.
  case reference(FileReference)
  /// The style itself, in the source of an id.
  case inline(String)

  init(_ data: GeoJSONSource, of source: StyleSource) {
    switch data.data {
    case .inline: self = .inline(source.id)
    case .file(let reference, _): self = .reference(reference)
    }
  }
}

extension ReadingOptions {
  /// The same, with columns to be read along with the points, and the points of lines and areas.
  func declaring(_ columns: [String]?, _ shapePoints: ShapePoints? = nil) -> ReadingOptions {
    var options = self
    options.shapePoints = shapePoints
    options.columns = columns ?? []
    return options
  }
}
