/// How a PNG is written. Filter is always none: maps are flat, and every filter makes them larger.
public struct PNGOptions: Hashable, Sendable {
  /// When the file names colors by number.
  public enum Palette: String, Hashable, Sendable {
    /// Where at most 256 colors occur, so that nothing is lost.
    case automatic
    /// No palette, whatever the colors are.
    case never
  }

  /// The level of libdeflate, beyond 16 million pixels of zlib: 0 (none) to 9 (smallest); others count as the nearer end.
  ///
  /// The pixels of a map of 1024×768 over land take 9 ms and 147 kB at level 1, 15 ms and 143 kB at level 6, 59 ms and
  /// 140 kB at level 9.
  public var compression: Int
  /// Pixels per meter on paper (`pHYs`), at least 1; `nil` takes 72 per inch times the scene's scale, or,
  /// where there is no scene, leaves it out.
  public var pixelsPerMeter: Double?
  /// When the file names colors by number.
  public var palette: Palette
  /// How many threads draw the picture at most; the file has the same bytes with any number.
  public var threads = 1

  /// How a PNG is written.
  public init(compression: Int = 1, pixelsPerMeter: Double? = nil, palette: Palette = .automatic) {
    self.compression = compression
    self.pixelsPerMeter = pixelsPerMeter
    self.palette = palette
  }
}
