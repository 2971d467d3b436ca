public import Drawing
public import JSONDocument

/// Our own settings of a layer: its `metadata["clustersnap:…"]`.
public struct LayerSettings: Sendable {
  /// What to do with bubbles that would overlap.
  public enum Declutter: String, Hashable, Sendable, CaseIterable {
    /// They become one, or they move apart.
    case merge, shift
  }

  /// `clustersnap:donut`: draw a ring of shares instead of a disk.
  public internal(set) var donut: Donut?
  /// `clustersnap:pair`: the id of the layer whose symbols are drawn together with this one's, marker by marker.
  public internal(set) var pair: Setting<String>?
  /// `clustersnap:declutter`: what to do with bubbles that would overlap.
  public internal(set) var declutter: Setting<Declutter>?
  /// `clustersnap:classes`: sizes and colors by classes found in the data in view.
  public internal(set) var classes: ClassBreaks?
  /// `clustersnap:fit-text`: a bubble grows until its text fits inside with this many points to spare on every side.
  public internal(set) var fitText: Setting<Double>?

  /// Nothing is set.
  public init() {}
}

/// A ring of shares: each segment's length is its value's share of the sum, clockwise from 12 o'clock.
public struct Donut: Sendable {
  /// One share.
  public struct Segment: Sendable {
    /// Its value; below 0 counts as 0.
    public let value: BoundProperty<Double>
    /// Its color.
    public let color: BoundProperty<Color>
    /// What a legend calls it; the property's name where the style does not say.
    public let label: String?
  }

  /// The shares in order.
  public let segments: [Segment]
  /// The outer radius in points; `nil` for the layer's own `circle-radius`.
  public let radius: BoundProperty<Double>?
  /// The inner radius as a share of the outer one, `0..<1`.
  public let hole: Double
  /// The color inside the ring.
  public let centerColor: BoundProperty<Color>
  /// What stands inside; `nil` for the sum of all shares with thousands separators.
  public let text: BoundProperty<FormattedText>?
  /// The size of the letters inside, in points.
  public let textSize: BoundProperty<Double>
  /// The color of the letters inside.
  public let textColor: BoundProperty<Color>
  /// Faces in order of preference.
  public let textFont: [String]
  /// Where it stands in the style.
  public let position: TextPosition
}

/// Sizes and colors by classes found in the data in view.
public struct ClassBreaks: Sendable {
  /// How classes are found.
  public enum Method: String, Hashable, Sendable, CaseIterable {
    /// As many values in each class; natural groups; equal widths; equal ratios.
    case quantile, jenks, equal, log
  }

  /// How classes are found.
  public let method: Method
  /// The value that is classed.
  public let value: BoundProperty<Double>
  /// What a legend calls it: the property's name.
  public let label: String?
  /// How many classes there are, at least 1.
  public let count: Int
  /// One color a class, from low to high; empty where the layer's own color stays.
  public let colors: [Color]
  /// One radius a class in points, from low to high; empty where the layer's own radius stays.
  public let radii: [Double]
  /// Where it stands in the style.
  public let position: TextPosition
}
