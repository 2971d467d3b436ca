/// A country or a city of the built-in world, and where its name stands.
public struct BuiltInPlace: Hashable, Sendable {
  /// The kind of place.
  public enum Kind: String, CaseIterable, Sendable {
    /// A country or a territory; its name stands where it has most room.
    case country
    /// The capital of a country.
    case city
  }

  /// The kind of place.
  public let kind: Kind
  /// Its name in English.
  public let name: String
  /// The longitude in degrees east, `-180...180`.
  public let longitude: Double
  /// The latitude in degrees north, `-90...90`.
  public let latitude: Double
  /// The zoom from which on there is room for the name; smaller where it matters more.
  public let zoom: Double

  /// All places as a zlib stream. It lives as long as the process.
  public static var compressed: UnsafeRawBufferPointer { builtInPart(2) }

  /// Decodes the places, those that matter most first.
  ///
  /// - Parameter bytes: what ``compressed`` inflates to.
  /// - Returns: `nil` where the bytes are something else.
  public static func places(_ bytes: [UInt8]) -> [BuiltInPlace]? {
    bytes.withUnsafeBytes { buffer in
      var reader = WorldReader(buffer)
      guard let units = reader.units(), let count = reader.natural(), count <= reader.rest else { return nil }
      var places: [BuiltInPlace] = []
      places.reserveCapacity(count)
      for _ in 0..<count {
        guard let head = reader.natural(), let position = reader.position(), let name = reader.text() else {
          return nil
        }
        places.append(
          BuiltInPlace(
            kind: head & 1 == 1 ? .city : .country, name: name, longitude: Double(position.x) / units,
            latitude: Double(position.y) / units, zoom: Double(head >> 1) / 10))
      }
      return reader.isAtEnd ? places : nil
    }
  }
}
