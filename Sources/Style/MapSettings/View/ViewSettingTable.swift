import JSONDocument
import MapGeometry

extension ViewOptions: Documented {
  package static var section: String { "view" }

  /// Every setting of a view: for the output settings of styles, in requests and scenarios, and on the command line.
  public static let table = SettingTable<ViewOptions>(
    "a view",
    groups: [
      "Picture": picture, "Fitting": fitting, "Camera": exact, "Projection": projections, "Limits": limits,
      "Points": points,
    ])

  static let styleKeys = table.keys(with: .isInStyles)
  /// The keys of a step that moves the view of a scenario.
  public static let stepKeys = table.keys(with: .isInSteps)
  /// Keys that are merged together, see ``over(_:)``.
  static let jointKeys = Set(table.keys(with: .isJoint))
  /// Exclusive keys: ways to find a view, its pixels, its point, and ways that exclude all others.
  static let exclusions: [[String]] =
    ([.findsView, .setsDensity, .findsPoint] as [SettingTraits]).map { table.keys(with: $0) }
    + table.keys(with: .findsViewAlone).flatMap { own in
      table.keys(with: .findsView).map { [own, $0] }
    } + [["zooms", "expand"], ["zooms", "fitCluster"]]

  private static let picture: [SettingEntry<ViewOptions>] = [
    .init("size", \.size, .size, traits: .isInStyles),
    .init("panelSize", \.panelSize, .size, traits: .isInStyles),
    .init("scale", \.scale, .number(Viewport.scales), traits: [.isInStyles, .isJoint, .setsDensity]),
    .init(
      "dpi", \.dotsPerInch, .number(ViewOptions.densities), traits: [.isInStyles, .isJoint, .setsDensity]),
  ]

  private static let fitting: [SettingEntry<ViewOptions>] = [
    .init("fit", \.fit, .fit, form: .bare("all"), traits: [.isInStyles, .isInSteps, .isJoint, .findsView]),
    .init("bbox", \.box, .box, traits: [.isInStyles, .isInSteps, .isJoint, .findsView]),
  ]

  /// Zooms of a world 512 points wide; those for 256 points may be one higher.
  private static let zooms =
    "\(javaScriptText(of: Viewport.zooms.lowerBound)) to \(javaScriptText(of: Viewport.zooms.upperBound))"

  private static let exact: [SettingEntry<ViewOptions>] = [
    .init("center", \.center, .coordinate, traits: [.isInSteps, .isJoint, .findsView]),
    .init("zoom", \.zoom, .zoom, filling: ["zooms": "\(zooms)"], traits: [.isInSteps, .isJoint]),
    .init("zooms", \.zooms, .rising(2...8, such: "3,5,7")),
    .init("bearing", \.bearing, .number(-360...360, .degrees), use: .views, traits: .isInSteps),
    .init("pitch", \.pitch, .number(Camera.pitches, .degrees), use: .views, traits: .isInSteps),
  ]

  private static let projections: [SettingEntry<ViewOptions>] = [
    .init("projection", \.projection, .projection, traits: [.isInStyles]),
    .init(
      "centralMeridian", \.centralMeridian, .number(-360...360, .degrees), use: .projections,
      traits: [.isInStyles]),
    .init("parallels", \.parallels, .parallels, use: .cones, traits: [.isInStyles]),
    .init(
      "insets", \.insets, .insets,
      filling: [
        "sets": InsetOptions.sets.map { "`\($0.key)`" }.joined(separator: ", "),
        "setNames": InsetOptions.sets.map(\.key).joined(separator: ", "),
      ], name: "inset", use: .insets, repeated: +),
  ]

  private static let limits: [SettingEntry<ViewOptions>] = [
    .init("padding", \.padding, .padding, use: .fittedViews, traits: [.isInStyles, .isInSteps]),
    .init("worldCopies", \.worldCopies, .yesOrNo, traits: .isInStyles),
    .init(
      "maxZoomFit", \.maximumFitZoom, .number(Viewport.zooms), use: .fittedViews,
      traits: [.isInStyles, .isInSteps]),
  ]

  private static let points: [SettingEntry<ViewOptions>] = [
    .init("select", \.selection, .identifier, traits: [.isJoint, .findsPoint]),
    .init("selectSpan", \.selectionSpan, .span, use: .selectedViews),
    .init("fitCluster", \.fittedCluster, .identifier, traits: [.isJoint, .findsPoint]),
    .init("expand", \.expandedPoint, .identifier, traits: [.isJoint, .findsPoint, .findsViewAlone]),
    .init("tileSize", \.tileSize, .tileSize, traits: .isInSteps),
  ]
}
