import JSONDocument
import MapGeometry

extension ViewOptions {
  /// Every setting of a view: for the output settings of styles, in requests and scenarios, and on the command line.
  public static let table = SettingTable<ViewOptions>(
    "a view",
    groups: [
      "Picture": picture, "Fitting": fitting, "Camera": exact, "Projection": projections, "Limits": limits,
      "Points": points,
    ])

  /// The keys that a style's output settings have, too.
  static let styleKeys = table.keys(with: .isInStyles)
  /// The keys of a step that moves the view of a scenario.
  public static let stepKeys = table.keys(with: .isInSteps)
  /// The keys that are taken over together or not at all, see ``over(_:)``.
  static let jointKeys = Set(table.keys(with: .isJoint))
  /// The keys of which one may be set, list by list: of the ways to find a view, of the ways to set a picture's pixels, of the
  /// points that a view is about, and of a way that finds the view itself and any other.
  static let exclusions: [[String]] =
    ([.findsView, .setsDensity, .findsPoint] as [SettingTraits]).map { table.keys(with: $0) }
    + table.keys(with: .findsViewAlone).flatMap { own in
      table.keys(with: .findsView).map { [own, $0] }
    }

  private static let picture: [SettingEntry<ViewOptions>] = [
    .init(
      "size", \.size, .size, #"`[width, height]`, `"1024x768"` or `"180x120mm"`"#, or: "`[1024, 768]`",
      "The picture's size in points of 1/72 inch, {range} a side, or in millimeters.", "[640, 480]",
      option: .init(
        "Picture size in points of 1/72 inch, or in millimeters: 180x120mm.", "WxH", default: "1024x768"),
      traits: .isInStyles),
    .init(
      "scale", \.scale, .number(Viewport.scales), or: "1", "Pixels a point.", "2",
      option: .init("Pixels per point, {range}.", "N"), traits: [.isInStyles, .isJoint, .setsDensity]),
    .init(
      "dpi", \.dotsPerInch, .number(ViewOptions.densities), or: "72",
      "Pixels an inch, instead of `scale`: 72 pixels an inch are one a point. In SVG and PDF those of images and heat maps, and how fine coasts are.",
      "300",
      option: .init(
        "Pixels per inch, {range}, instead of --scale: N is --scale N/72. In SVG and PDF those of images and heat maps.",
        "N"),
      traits: [.isInStyles, .isJoint, .setsDensity]),
  ]

  private static let fitting: [SettingEntry<ViewOptions>] = [
    .init(
      "fit", \.fit, .fit, "true, false, `all` or `robust`", or: "false",
      "Whether points are fitted, whatever the style's center and zoom: all, or those of the dense regions that together hold 99 %.",
      "true",
      option: .init(
        "Show all points as close as they fit, cells by the boxes of their points; the default when no other view is set. robust: only the dense regions that together hold 99 % of them, cells taken for points at their means.",
        "all|robust", default: "off, alone all", form: .bare("all")),
      traits: [.isInStyles, .isInSteps, .isJoint, .findsView]),
    .init(
      "bbox", \.box, .box, "`[west, south, east, north]` in degrees", or: "none",
      "What is fitted; east may be less than west, across the antimeridian.", "[-11, 36, 30, 58]",
      option: .init("Show this box, degrees; east may be less than west.", "W,S,E,N"),
      traits: [.isInStyles, .isInSteps, .isJoint, .findsView]),
  ]

  /// The zooms of a world 512 points wide; those of one of 256 points may be one higher.
  private static let zooms =
    "\(javaScriptText(of: Viewport.zooms.lowerBound)) to \(javaScriptText(of: Viewport.zooms.upperBound))"

  private static let exact: [SettingEntry<ViewOptions>] = [
    .init(
      "center", \.center, .coordinate, "`[longitude, latitude]` in degrees",
      or: "the style's, else what is fitted", "The middle of the picture; needs `zoom`.", "[13.38, 52.52]",
      option: .init("The middle of the picture, degrees, longitude first.", "LON,LAT", default: "none"),
      traits: [.isInSteps, .isJoint, .findsView]),
    .init(
      "zoom", \.zoom, .zoom, "zoom from \(zooms)", or: "what shows all",
      "The world is 512 · 2^zoom points wide; with `fit` or `bbox` it keeps their center.", "9.5",
      option: .init(
        "The world is 512 · 2^Z points wide, Z from \(zooms). With --fit or --bbox it keeps their center.",
        "Z"),
      traits: [.isInSteps, .isJoint]),
    .init(
      "bearing", \.bearing, .number(-360...360, .degrees), "degrees from {range}",
      or: "the style's, else 0: north is up",
      "The compass direction that is up: 90 puts east on top. Text and markers stay upright.", "30",
      option: .init(
        "The compass direction that is up, {range}: 90 puts east on top. Text and markers stay upright.",
        "DEGREES", default: "the style's, else 0"),
      traits: .isInSteps),
  ]

  private static let projections: [SettingEntry<ViewOptions>] = [
    .init(
      "projection", \.projection, .projection,
      or:
        "the style's, else `mercator`; `equal-earth` for fitted views of at least 180° in light, dark and print",
      "The projection of the map, on a sphere. Others than `mercator` show the world once; points that they hide are counted in a warning. Codes and strings need the library PROJ, and show at most half of the Earth about the middle of the view.",
      #""equal-earth""#,
      option: .init(
        "The projection of the map, such as equal-earth, robinson, albers or orthographic; with the library PROJ also EPSG:CODE or a PROJ string.",
        "NAME",
        default: "the style's, else mercator, or equal-earth where at least 180° are fitted"),
      traits: [.isInStyles]),
    .init(
      "centralMeridian", \.centralMeridian, .number(-360...360, .degrees), "degrees from {range}",
      or: "the middle of what is shown; 0 where that is 300° wide",
      "The meridian in the middle of the projection.", "150",
      option: .init(
        "The meridian in the middle of the projection, {range}.", "DEGREES",
        default: "the middle of what is shown"),
      use: .projections, traits: [.isInStyles]),
    .init(
      "parallels", \.parallels, .parallels, "`[south, north]` in degrees",
      or: "a sixth of the latitudes shown from either end",
      "The parallels that the cones `albers` and `lambert-conformal` are true along.", "[29.5, 45.5]",
      option: .init(
        "The parallels that albers and lambert-conformal are true along.", "LAT,LAT",
        default: "a sixth of the latitudes shown from either end"),
      use: .cones, traits: [.isInStyles]),
    .init(
      "insets", \.insets, .insets,
      "list of objects, or a set: \(InsetOptions.sets.map { "`\($0.key)`" }.joined(separator: ", "))",
      or: "none",
      "Small maps in strips above and below the map, each of a box of its own. Points in them do not decide what the map is fitted to. The set `us` takes Albers' projection for the map where none is set.",
      #"[{"bbox": [172, 51, -129, 72], "at": "bottom-left", "title": "Alaska"}]"#,
      option: .init(
        "A small map in a strip above or below the map: NAME=W,S,E,N@CORNER, the corner bottom-left where it is left out; or a set: \(InsetOptions.sets.map(\.key).joined(separator: ", ")). May be repeated.",
        "INSET", name: "inset"),
      use: .insets, repeated: +),
  ]

  private static let limits: [SettingEntry<ViewOptions>] = [
    .init(
      "padding", \.padding, .padding,
      "points: one number, or `[top, right, bottom, left]`; of two or three the rest is as in CSS",
      or: "room for the largest bubble, at least 20, when points are fitted, 0 with `bbox`",
      "What is kept free when fitting.", "[40, 20, 20, 20]",
      option: .init(
        "Points kept free when fitting: P or T,R,B,L; of two or three the rest is as in CSS.", "P",
        default: "room for the largest bubble, at least 20, a quarter of small pictures; with --bbox 0"),
      use: .fittedViews, traits: [.isInStyles, .isInSteps]),
    .init(
      "worldCopies", \.worldCopies, .yesOrNo,
      or: "false where points or all longitudes are fitted, else true",
      "Whether the world repeats in pictures wider than it; without copies it is shown once, about the middle of what padding leaves of the picture. Turned pictures have copies.",
      "false",
      option: .init(
        "Whether the world repeats in pictures wider than it; without, it is shown once, about the middle of what --padding leaves.",
        default: "no where points or all longitudes are fitted, else yes"),
      traits: .isInStyles),
    .init(
      "maxZoomFit", \.maximumFitZoom, .number(Viewport.zooms), "zoom from {range}", or: "16",
      "Fitting does not go closer.", "12", option: .init("Do not fit closer than this zoom.", "Z"),
      use: .fittedViews, traits: [.isInStyles, .isInSteps]),
  ]

  private static let points: [SettingEntry<ViewOptions>] = [
    .init(
      "select", \.selection, .identifier, "id of a point", or: "none",
      "The point whose marker is shown and ringed; with `center`, `bbox` or `fit` only ringed.",
      #""hotel-7""#,
      option: .init(
        "Show the marker that holds this point, and ring it; with --center, --bbox or --fit only ring it.",
        "ID"),
      traits: [.isJoint, .findsPoint]),
    .init(
      "selectSpan", \.selectionSpan, .span, "meters, or `[north to south, west to east]`", or: "1000",
      "How much is shown about a selected point.", "[2000, 3000]",
      option: .init("How much to show about a selected point, meters.", "M[,M]"), use: .selectedViews),
    .init(
      "fitCluster", \.fittedCluster, .identifier, "`cluster_id`, or id of a member", or: "none",
      "The cluster in the view given otherwise whose members are all shown.", #""hotel-7""#,
      option: .init(
        "Show all members of this cluster, by cluster_id in the view given otherwise, or by a member.", "ID"),
      traits: [.isJoint, .findsPoint]),
    .init(
      "expand", \.expandedPoint, .identifier, "id of a point", or: "none",
      "The point that is shown at the smallest zoom at which it stands alone.", #""hotel-7""#,
      option: .init("Show this point at the smallest zoom at which it stands alone.", "ID"),
      traits: [.isJoint, .findsPoint, .findsViewAlone]),
    .init(
      "tileSize", \.tileSize, .tileSize, "512 or 256", or: "512",
      "What the zooms of options and requests count from; never those of styles.", "256",
      option: .init(
        "What the zooms of options and requests count from, 512 or 256; never those of styles.", "N"),
      traits: .isInSteps),
  ]
}
