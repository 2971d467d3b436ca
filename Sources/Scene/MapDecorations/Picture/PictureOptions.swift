public import Drawing
public import MapContent
public import MapSettings
package import StyleSettings

/// The settings of what is drawn beside the style's layers.
public struct PictureOptions: Sendable {
  /// The background of everything.
  public enum Background: Hashable, Sendable {
    /// The style's own background layers.
    case style
    /// Nothing: the picture is transparent.
    case none
    /// One color instead of the style's background layers.
    case color(Color)
  }

  /// The background of everything.
  public var background: Background
  /// The grids of all clustered sources; `nil` for the settings of the style's sources.
  public var debugGrid: DebugGridSetting?
  /// The words for readers who cannot see the picture.
  public var title: String?
  /// True if marks carry ids, counts and titles. Only SVG contains them.
  public var describesMarks: Bool
  /// True if marks that carry these list the ids of a cluster's members as well.
  public var listsMembers = false
  /// True if the snapshot knows which marker each mark belongs to, as transitions ask.
  package var tracksMarkers = true
  /// The decorations.
  public var decorations: DecorationOptions
  /// The point whose marker is singled out by a ring.
  public var selection: MapPoint?
  /// The rows whose markers have a ring, too.
  package var highlight: CompiledRowFilter?
  /// The markers that get a bubble with what they stand for; where nothing is selected, `selected` draws nothing.
  public var callouts = OutputSettings.Callouts.selected
  /// True if some marker may be singled out, or have a callout.
  package var hasCallouts: Bool {
    selection != nil || highlight != nil || callouts == .all || callouts == .unique
  }
  /// True if labels at the picture's edge stay where they are and are cut, as interactive maps draw them; else they are
  /// moved inside or left out.
  public var cutsLabelsAtEdge = false
  /// True if areas with a height have walls; else they are drawn as footprints.
  public var raisesWalls = true
  /// The members that a callout lists at most.
  public var calloutRows = 5
  /// The growth of labels, but for counts in bubbles.
  public var labelScale = 1.0
  /// The format of counts, sums and legends.
  public var numberFormat = NumberFormat()
  /// True if the world repeats in pictures that are wider than it; else it is shown once, unless they are turned.
  public var repeatsWorld = true
  /// True if a world that is shown once lies on paper, with a line along its edge; other styles have their background there.
  public var framesWorld = false
  /// The middle of a world that is shown once, in points from the picture's left edge; `nil` for the picture's.
  public var worldMiddle: Double?
  /// True if the view is found by all points, so that padding keeps them off its edges. For advice.
  public var isFitted = true
  /// The columns that a callout lists of each member, all but the first in a second line; none for members' titles.
  public var calloutColumns: [String] = []

  /// The settings of what is drawn beside the style's layers.
  public init(
    background: Background = .style, debugGrid: DebugGridSetting? = nil,
    title: String? = nil, describesMarks: Bool = true, decorations: DecorationOptions = DecorationOptions()
  ) {
    self.background = background
    self.debugGrid = debugGrid
    self.title = title
    self.describesMarks = describesMarks
    self.decorations = decorations
  }
}
