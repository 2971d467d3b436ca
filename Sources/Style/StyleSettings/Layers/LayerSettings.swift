public import Drawing
public import JSONDocument
public import MapSettings
public import MapStyle

/// Our own settings of a layer: its `metadata["clustersnap:…"]`.
public struct LayerSettings: Sendable {
  /// The treatment of bubbles that would overlap.
  public enum Declutter: String, Hashable, Sendable, CaseIterable {
    /// Merge, move apart, or move apart and merge those without room.
    case merge, shift, clear
  }

  /// The shape of a circle layer's marks.
  public enum Shape: String, Hashable, Sendable, CaseIterable {
    /// A disc, a square by half its side, a pin or balloon by its head, a marker's cell, or the area around
    /// its members.
    case circle, square, pin, balloon, cell, hull
  }

  /// The part of a mark that stands on its point.
  public enum Anchor: String, Hashable, Sendable, CaseIterable {
    case center, bottom
  }

  /// `clustersnap:donut`: draw a ring of shares instead of a disk.
  public package(set) var donut: Donut?
  /// `clustersnap:pair`: the id of the layer whose symbols are drawn together with this one's, marker by marker.
  public package(set) var pair: Setting<String>?
  /// `clustersnap:declutter`: what to do with bubbles that would overlap.
  public package(set) var declutter: Setting<Declutter>?
  /// `clustersnap:classes`: sizes and colors by classes found in the data in view.
  public package(set) var classes: ClassBreaks?
  /// `clustersnap:fit-text`: a bubble grows until its text fits inside with this many points to spare on every side.
  public package(set) var fitText: Setting<Double>?
  /// `clustersnap:shape`: the shape of a circle layer's marks.
  public package(set) var shape: Setting<Shape>?
  /// `clustersnap:sign`: the built-in sign in the upper half of a circle layer's discs.
  public package(set) var sign: Setting<String>?
  /// `clustersnap:anchor`: the part of a circle layer's marks that stands on their points.
  public package(set) var anchor: Setting<Anchor>?
  /// `clustersnap:text-fit`: how a symbol layer's text and what it stands in are made to fit each other.
  public package(set) var textFit: Setting<LabelFit>?
  /// `clustersnap:avoid-bubbles`: true if texts prefer positions beside bubbles of other markers.
  public package(set) var avoidsBubbles: Setting<Bool>?
  /// `clustersnap:crowd`: true if many discs in view are drawn smaller, with thinner rings and translucent.
  public package(set) var thinsCrowds: Setting<Bool>?
  /// `clustersnap:normalize`: share of a heatmap's warm area with a density within the ramp, `0...1`; the
  /// rest has the last color. Densities are relative to the data in view.
  public package(set) var normalize: Setting<Double>?

  /// True if a legend explains this layer by columns for all points of its source.
  package var isExplained = false

  /// Settings of which nothing is set.
  public init() {}
}

/// The fit of a text and the bubble or icon around it.
public struct LabelFit: Hashable, Sendable {
  /// The part that gives way first.
  public enum Method: String, Hashable, Sendable, CaseIterable {
    /// Enlarges the bubble or icon.
    case grow
    /// Shrinks the text to the smallest size, then enlarges the bubble or icon.
    case shrink
    /// Shrinks the text to the smallest size, then hides it.
    case hide
  }

  /// The part that gives way first.
  public var method: Method
  /// Smallest text size in points, above 0, and free points between text and edge.
  public var smallest, padding: Double

  /// A fit with the usual smallest size of 7 points and 1 point to spare.
  public init(_ method: Method, smallest: Double = 7, padding: Double = 1) {
    (self.method, self.smallest, self.padding) = (method, smallest, padding)
  }

  /// Smallest factor by which a text may shrink, above 0 up to 1, by its size in points.
  public func leastFactor(ofSize size: Double) -> Double {
    method == .grow || size <= smallest ? 1 : smallest / size
  }
}

/// Sizes and colors by classes found in the data in view.
public struct ClassBreaks: Sendable {
  /// The method of classes.
  public let method: ClassMethod
  /// The value that is classed.
  public let value: BoundProperty<Double>
  /// The label in legends: the property's name.
  public let label: String?
  /// The number of classes, at least 1.
  public let count: Int
  /// One color a class, from low to high; empty where the layer's own color stays.
  public let colors: [Color]
  /// One radius a class in points, from low to high; empty where the layer's own radius stays.
  public let radii: [Double]
  /// The location in the style.
  public let location: SourceLocation
}
