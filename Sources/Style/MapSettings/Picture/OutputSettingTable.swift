extension OutputSettings: Documented {
  package static var section: String { "picture" }

  /// Every setting of a picture: for `clustersnap:output` in styles, in requests, and on the command line.
  public static let table = SettingTable<OutputSettings>(
    "the output",
    groups: [
      "View": ViewOptions.table.settings(ViewOptions.styleKeys).map { $0.of(\OutputSettings.view) },
      "Base map": behind, "Numbers": grid, "Decorations": decorations, "Callouts": callouts, "Files": files,
    ])

  /// Those that are not about the view.
  public static let ownEntries = behind + grid + around + markersAndFiles

  /// Those about what is below the markers, as the command lists them.
  public static let below = grid + behind
  /// Those about decorations, as the command lists them.
  public static let around = decorations
  /// Those about callouts and files, as the command lists them.
  public static let markersAndFiles = callouts + files

  private static let behind: [SettingEntry<OutputSettings>] = [
    .init("background", \.background, .background),
    .init("placeNames", \.placeNames, .yesOrNo, use: .names),
    .init("borders", \.borders, .yesOrNo, use: .builtInWorld),
    .init("edgeLabels", \.edgeLabels, .name()),
    .init("walls", \.walls, .name()),
  ]

  private static let grid: [SettingEntry<OutputSettings>] = [
    .init("debugGrid", \.debugGrid, .debugGrid, form: .bare("lines"), use: .drawnGrids, isActive: \.isShown),
    .init("numberFormat", \.numberFormat, .numberFormat),
  ]

  private static let decorations: [SettingEntry<OutputSettings>] = [
    .init("title", \.title, .decoration(.words), fill: { $0.over($1) }),
    .init("subtitle", \.subtitle, .decoration(.words), fill: { $0.over($1) }),
    .init("titlePosition", \.titlePosition, .name(), use: .titles, traits: .isOptionAlone),
    .init("attribution", \.attribution, .decoration(.words), fill: { $0.over($1) }),
    .init("attributionPosition", \.attributionPosition, .name(), traits: .isOptionAlone),
    .init("scaleBar", \.scaleBar, .decoration(.plain), form: .bare("yes"), fill: { $0.over($1) }),
    .init("scaleBarPosition", \.scaleBarPosition, .name(), use: .scaleBars, traits: .isOptionAlone),
    .init("northArrow", \.northArrow, .decoration(.plain), form: .bare(""), fill: { $0.over($1) }),
    .init("legend", \.legend, .decoration(.heading), form: .bare(""), fill: { $0.over($1) }),
    .init("legendPosition", \.legendPosition, .name(), use: .legends, traits: .isOptionAlone),
    .init("legendClasses", \.legendClasses, .name(), use: .legends, traits: .isOptionAlone),
    .init("scaleFurniture", \.scaleFurniture, .number(0.25...20)),
    .init("fontSize", \.fontSize, .number(4...72, .points)),
    .init("panelLetters", \.panelLetters, .flag, form: .flag),
    .init("panelTitles", \.panelTitles, .texts),
    .init("graticule", \.graticule, .decoration(.degrees), form: .bare("auto"), fill: { $0.over($1) }),
    .init(
      "locator", \.locator, .decoration(.area), form: .bare("world"), use: .insets, isActive: \.isShown,
      fill: { $0.over($1) }),
    .init(
      "insetFrames", \.insetFrames, .decoration(.plain), use: .insets, traits: .isInDocumentsAlone,
      fill: { $0.over($1) }),
  ]

  private static let callouts: [SettingEntry<OutputSettings>] = [
    .init("highlight", \.highlight, .rowFilter),
    .init("callouts", \.callouts, .name()),
    .init("calloutRows", \.calloutRows, .whole(0...100), use: .callouts),
    .init("calloutColumns", \.calloutColumns, .columns, use: .callouts),
  ]

  private static let files: [SettingEntry<OutputSettings>] = [
    .init("compression", \.compression, .whole(0...9), use: .format(.png)),
    .init("quality", \.quality, .whole(1...100), use: .lossy),
    .init("colors", \.colors, .whole(2...256), use: .format(.png)),
    .init("text", \.text, .name(), use: .letters),
    .init("idPrefix", \.idPrefix, .text("a text"), use: .format(.svg)),
    .init("htmlImage", \.htmlImage, .text("an address"), use: .format(.html)),
    .init("author", \.author, .text("a name"), use: .format(.pdf)),
    .init("alt", \.alt, .altTemplate, use: .described),
    .init("language", \.language, .name(), use: .described),
    .init("metadata", \.metadata, .name()),
    .init("members", \.members, .flag, form: .flag, use: .formatOrMarkers(.svg), isActive: { $0 }),
    // Only the command has it: documents have nothing that depends on who draws them.
    .init("svg", \.svg, .name(), use: .format(.svg), traits: [.isNotInAddresses, .isOptionAlone]),
  ]
}

extension OutputSettings.Decoration: Documented {
  package static var section: String { "decoration" }

  /// Every setting of a decoration.
  public static let table = SettingTable<OutputSettings.Decoration>("this", shown + styling + lines)

  private static let shown: [SettingEntry<OutputSettings.Decoration>] = [
    .init("show", \.show, .flag, fill: { shown, _ in shown }),
    .init("text", \.text, .text("a string")),
    .init("position", \.place, .name()),
  ]

  private static let styling: [SettingEntry<OutputSettings.Decoration>] = [
    .init("textSize", \.textSize, .number(0.1...500, .points)),
    .init("textFont", \.textFont, .fonts),
    .init("color", \.color, .color),
    .init("haloColor", \.haloColor, .color),
    .init("background", \.background, .color),
  ]

  private static let lines: [SettingEntry<OutputSettings.Decoration>] = [
    .init("step", \.step, .number(OutputSettings.Decoration.steps, .degrees)),
    .init("lineWidth", \.lineWidth, .number(0.01...100, .points)),
    .init("bbox", \.area, .box),
    .init("country", \.country, .text("a country's name")),
    .init("classes", \.classes, .name()),
  ]

  static let steps = 0.001...180.0

  var place: OutputSettings.Position? {
    get { (position?.rawValue ?? side?.rawValue).flatMap(OutputSettings.Position.init) }
    set { (position, side) = (newValue?.corner, newValue?.side) }
  }

  fileprivate var show: Bool? {
    get { isShown }
    set { isShown = newValue ?? true }
  }
}
