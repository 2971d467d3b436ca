/// Settings for writing a PNG. Filter is always none: maps are flat, and every filter makes them larger.
public struct PNGOptions: Hashable, Sendable {
  /// When the file names colors by number.
  public enum Palette: String, Hashable, Sendable {
    /// Used for at most 256 colors, so that nothing is lost.
    case automatic
    /// No palette, whatever the colors are.
    case never
  }

  /// The effort of packing pixels: 0 (not at all) to 9 (smallest); others count as the nearer end.
  ///
  /// Level 1 looks for repeats of rows and of the pixel to the left first; the others are those of libdeflate, and beyond 16
  /// million pixels of zlib. Maps of 1024×768 over land take half of the time of libdeflate's level 1, and 7 to 10 % more bytes.
  public var compression: Int
  /// Pixels per meter on paper (`pHYs`), at least 1; `nil` takes 72 per inch times the scene's scale, or,
  /// where there is no scene, leaves it out.
  public var pixelsPerMeter: Double?
  /// When the file names colors by number.
  public var palette: Palette
  /// The greatest number of threads that draw and pack the picture; the file has the same bytes with any number.
  public var threads = 1

  /// Settings for writing a PNG.
  public init(compression: Int = 1, pixelsPerMeter: Double? = nil, palette: Palette = .automatic) {
    self.compression = compression
    self.pixelsPerMeter = pixelsPerMeter
    self.palette = palette
  }
}
