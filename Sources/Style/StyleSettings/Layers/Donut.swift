public import Drawing
public import JSONDocument
public import MapStyle

/// A ring of shares: each segment's length is its value's share of the sum, clockwise from 12 o'clock.
public struct Donut: Sendable {
  /// One share of the ring, for all clusters.
  public struct Segment: Sendable {
    /// Its value; below 0 counts as 0.
    public let value: BoundProperty<Double>
    /// The color it is filled with.
    public let color: BoundProperty<Color>
    /// The label in legends; by default the property's name.
    public let label: String?

    package init(value: BoundProperty<Double>, color: BoundProperty<Color>, label: String?) {
      (self.value, self.color, self.label) = (value, color, label)
    }
  }

  /// The shares in order.
  public package(set) var segments: [Segment] = []
  /// The outer radius in points; `nil` for the layer's own `circle-radius`.
  public package(set) var radius: BoundProperty<Double>?
  /// The inner radius as a share of the outer one, `0..<1`.
  public package(set) var hole = Donut.usualHole
  /// The color inside the ring.
  public package(set) var centerColor = BoundProperty<Color>(constant: .white)
  /// Text inside; `nil` for the sum of shares, or the number of points if no share is above 0.
  public package(set) var text: BoundProperty<FormattedText>?
  /// The size of the letters inside, in points.
  public package(set) var textSize = BoundProperty<Double>(constant: Donut.usualTextSize)
  /// The color of the letters inside.
  public package(set) var textColor = BoundProperty<Color>(constant: .black)
  /// Faces in order of preference.
  public package(set) var textFont: [String] = []
  /// The location in the style; `nil` for a ring that stands in none.
  public let location: SourceLocation?

  package init(location: SourceLocation? = nil) { self.location = location }

  /// The ring of one cluster, evaluated.
  public struct Reading: Hashable, Sendable {
    /// A segment of one cluster's ring.
    public struct Segment: Hashable, Sendable {
      /// Ends of the arc, clockwise from 12 o'clock, as shares of the turn: `0...1`.
      public let start, end: Double
      /// The color it is filled with.
      public let color: Color
      /// Its value, above 0.
      public let value: Double
      /// The label, if the style or the property has one.
      public let label: String?
    }

    /// The segments in order; those without a share are left out. None where all values are 0.
    public let segments: [Segment]
    /// The sum of all values.
    public let total: Double
    /// The text that stands inside the ring.
    public let text: FormattedText
  }

  /// The ring of the context's cluster.
  public func reading(in context: EvaluationContext, noting warnings: inout StyleWarnings) -> Reading {
    var (values, total): ([Double], Double) = ([], 0)
    for segment in segments {
      let value = max(0, segment.value.value(in: context, noting: &warnings))
      values.append(value)
      total += value
    }
    var shares: [Reading.Segment] = []
    var sum = 0.0
    for (segment, value) in zip(segments, values) where value > 0 && total.isFinite {
      let start = sum / total
      sum += value
      shares.append(
        .init(
          start: start, end: sum / total, color: segment.color.value(in: context, noting: &warnings),
          value: value, label: segment.label))
    }
    let text =
      text?.value(in: context, noting: &warnings)
      ?? FormattedText(Donut.grouped(shares.isEmpty ? Donut.pointCount(context) : total))
    return Reading(segments: shares, total: total, text: text)
  }

  /// Count of a cluster, or weight of a point, by default 1.
  private static func pointCount(_ context: EvaluationContext) -> Double {
    for name in ["point_count", "clustersnap:weight"] {
      if case .number(let count)? = context.feature?.property(name) { return count }
    }
    return 1
  }

  private static func grouped(_ number: Double) -> String {
    guard let whole = Int64(exactly: number.rounded()) else { return javaScriptText(of: number) }
    var text = ""
    for (index, digit) in String(whole).reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
