extension OutputSettings {
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
    .init(
      "background", \.background, .background, "color or `none`", or: "the style's own",
      "What is behind everything; `none` makes the picture transparent.", #""none""#,
      option: .init(
        "A CSS color instead of the style's background; none is transparent.", "COLOR|none",
        default: "the style's")),
    .init(
      "placeNames", \.placeNames, .yesOrNo,
      or:
        "true from zoom 3 on in `light` and `dark`, false in other styles over the built-in world, true with tiles",
      "Whether the base map has names: of countries, states, cities and seas, in street styles all.", "true",
      option: .init(
        "Whether the base map has names.",
        default: "over the built-in world in light and dark from zoom 3 on; yes with tiles"),
      use: .names),
    .init(
      "borders", \.borders, .yesOrNo, or: "true", "Whether the built-in world has the borders of countries.",
      "false", option: .init("Whether the built-in world has the borders of countries."), use: .builtInWorld),
    .init(
      "edgeLabels", \.edgeLabels, .name(), or: "`keep`",
      "Labels at the picture's edge: `keep` moves them inside or leaves them out, `cut` draws what is inside.",
      #""cut""#,
      option: .init(
        "Labels at the picture's edge: kept whole (moved inside or left out), or cut, as interactive maps draw them."
      )),
  ]

  private static let grid: [SettingEntry<OutputSettings>] = [
    .init(
      "debugGrid", \.debugGrid, .debugGrid, "true, false, `counts`, `indices` or `counts,indices`",
      or: "that of each source",
      "Whether the grids of all sources are drawn, and what is written into their cells.", "true",
      option: .init(
        "Draw the cells a grid considered, with what they hold.", "counts,indices",
        default: "off, alone just lines", form: .bare("lines")),
      use: .cells, isActive: \.isShown),
    .init(
      "numberFormat", \.numberFormat, .numberFormat,
      "`auto`, `plain`, `si`, a language such as `de`, or both: `plain,de`", or: "`auto`",
      "How counts, sums and legends are written: `auto` abbreviates counts and groups the digits of legends, `plain` has all digits, `si` three of them and a unit; a language sets groups and the decimal mark. Debug grids show exact counts, and data has `point_count_abbreviated` as in other renderers.",
      #""plain,de""#,
      option: .init(
        "How counts, sums and legends are written: auto (1.2k in bubbles, 1,234 in legends), plain (1234), si (1.23k), and a language for groups and decimal mark, such as de or plain,de. Debug grids show exact counts.",
        "FORMAT", default: "auto")),
  ]

  private static let decorations: [SettingEntry<OutputSettings>] = [
    .init(
      "title", \.title, .decoration(.headline), "text or decoration", or: "none", "The headline.",
      #""Hotels of Europe""#,
      option: .init(
        "The headline; also what SVG and PDF call the picture. none leaves out the style's.", "TEXT",
        default: "the style's"),
      fill: { $0.over($1) }),
    .init(
      "subtitle", \.subtitle, .decoration(.headline), "text or decoration", or: "none",
      "The line below the headline.", #"{"text": "May 2024", "textSize": 11}"#,
      option: .init(
        "The line below the headline. none leaves out the style's.", "TEXT", default: "the style's"),
      fill: { $0.over($1) }),
    .init(
      "titlePosition", \.titlePosition, .name(), "", or: "", "", "",
      option: .init(
        "Where title and subtitle stand: in a corner of the map, or beside it; the picture then grows by a strip.",
        default: "an upper corner"),
      use: .titles),
    .init(
      "attribution", \.attribution, .decoration(.words), "false, text or decoration",
      or: "that of the sources", "The attribution; those of the drawn sources are added.", #""© Example""#,
      option: .init(
        "The attribution, before those of the style's sources. none draws no attribution.", "TEXT",
        default: "the style's"),
      fill: { $0.over($1) }),
    .init(
      "scaleBar", \.scaleBar, .decoration(.plain), "true, false or decoration", or: "false",
      "A bar that shows a round distance at the picture's middle.", #"{"position": "bottom-left"}"#,
      option: .init("Show how long a round distance is in the middle of the picture.", form: .flag),
      fill: { $0.over($1) }),
    .init(
      "northArrow", \.northArrow, .decoration(.plain), "true, false or decoration",
      or: "true where north is not up and a scale bar or a graticule is shown, else false",
      "An arrow that points north.", #"{"position": "top-left"}"#,
      option: .init(
        "Show an arrow that points north. Without it one is shown where north is not up and a scale bar or a graticule is shown; none shows none.",
        "none", default: "by bearing", form: .bare("")),
      fill: { $0.over($1) }),
    .init(
      "legend", \.legend, .decoration(.heading), "true, false, text (its headline) or decoration",
      or: "false", "What sizes and colors mean, made from the style's own steps.",
      #"{"text": "Magnitude", "show": false}"#,
      option: .init("Explain sizes and colors, under a heading if one is given.", "HEADING", form: .bare("")),
      fill: { $0.over($1) }),
    .init(
      "legendPosition", \.legendPosition, .name(), "", or: "", "", "",
      option: .init("The corner in which the legend stands.", default: "a free one"), use: .legends),
    .init(
      "graticule", \.graticule, .decoration(.degrees), "true, false, degrees or decoration", or: "false",
      "Lines of equal longitude and latitude.", #"{"step": 10, "lineWidth": 0.5}"#,
      option: .init(
        "Draw lines of equal longitude and latitude, every so many degrees.", "DEGREES",
        default: "off, alone what suits the view", form: .bare("auto")),
      fill: { $0.over($1) }),
    .init(
      "locator", \.locator, .decoration(.area),
      "true, false, `[west, south, east, north]`, country or decoration",
      or: "false",
      "A small map with a box around what the picture shows: of the world, of the area between degrees, or of a country's main part, by its English name or its code of two letters. It stands in a corner, over no counts.",
      #"{"bbox": [-11, 36, 30, 58], "position": "top-left"}"#,
      option: .init(
        "Show where the map lies in a small map of the world, of the box W,S,E,N, or of a country.",
        "W,S,E,N|COUNTRY",
        default: "off, alone the world", form: .bare("world")),
      use: .insets, isActive: \.isShown, fill: { $0.over($1) }),
    .init(
      "insetFrames", \.insetFrames, .decoration(.plain), "true, false or decoration", or: "true",
      "The look of insets: color of frames and titles, their letters, and the background of the strips.",
      ##"{"color": "#333", "textSize": 12, "background": "white"}"##, use: .insets, fill: { $0.over($1) }),
  ]

  private static let callouts: [SettingEntry<OutputSettings>] = [
    .init(
      "callouts", \.callouts, .name(), or: "`selected`",
      "Which markers get a callout that shows what they stand for; without a selection `selected` draws none.",
      #""unique""#, option: .init("Which markers get a bubble with what they stand for.")),
    .init(
      "calloutRows", \.calloutRows, .whole(0...100), or: "5", "How many members a callout lists at most.",
      "3", option: .init("The members that a callout lists at most.", "N"), use: .callouts),
    .init(
      "calloutColumns", \.calloutColumns, .columns, "list of names of columns", or: "the members' titles",
      "What a callout lists of each member: the first column, and the others in a second line.",
      #"["name", "address"]"#,
      option: .init(
        "List these columns of each member; all but the first stand in a second line.", "NAME,NAME",
        default: "titles"),
      use: .callouts),
  ]

  private static let files: [SettingEntry<OutputSettings>] = [
    .init(
      "compression", \.compression, .whole(0...9), or: "1", "How hard PNG is compressed.", "9",
      option: .init("PNG: how hard to pack, {range}.", "N"), use: .format(.png)),
    .init(
      "quality", \.quality, .whole(1...100), or: "90 of JPEG, without loss of WebP",
      "The quality of JPEG and WebP.", "80",
      option: .init(
        "JPEG and WebP: how well, {range}; less is smaller.", "N", default: "90 of JPEG, without loss of WebP"
      ),
      use: .lossy),
    .init(
      "colors", \.colors, .whole(2...256), or: "all",
      "The colors that a PNG has at most: larger ones are reduced, without dithering.", "64",
      option: .init(
        "PNG: at most so many colors, {range}, which makes files smaller; -v reports the error.", "N",
        default: "all"),
      use: .format(.png)),
    .init(
      "text", \.text, .name(), or: "`text`", "How letters are written into SVG and PDF.", #""outlines""#,
      option: .init("SVG and PDF: text as text, or as outlines that look the same everywhere."),
      use: .letters),
    .init(
      "idPrefix", \.idPrefix, .text("a text"), "text", or: "none",
      "What stands before all ids of an SVG, so that several can stand in one page.", #""north-""#,
      option: .init(
        "SVG: what stands before all ids, so that several can stand in one page.", "TEXT", default: "none"),
      use: .format(.svg)),
    .init(
      "author", \.author, .text("a name"), "text", or: "none",
      "Who made the picture, for the properties of a PDF.", #""Ada Example""#,
      option: .init("PDF: who made the picture, for its properties.", "NAME", default: "none"),
      use: .format(.pdf)),
    .init(
      "alt", \.alt, .altTemplate, "text", or: "made from the data",
      "What the picture shows, for readers who cannot see it: the description of SVG, PNG and PDF. `{title}`, `{count}`, `{clusters}`, `{singles}`, `{area}`, `{largest}`, `{shares}` and `{description}` are filled.",
      #""{count} shops in {area}""#,
      option: .init(
        "What the picture shows, for readers who cannot see it; {count}, {area}, {largest}, {shares} and others are filled.",
        "TEXT", default: "made from the data"),
      use: .described),
    .init(
      "language", \.language, .name(), or: "`en`",
      "The language of the description that is made; names are those of the built-in places.", #""de""#,
      option: .init("The language of the description that is made."), use: .described),
    .init(
      "metadata", \.metadata, .name(), or: "`described`",
      "Whether SVG, PNG and PDF carry a title and a description made from the data; `none` leaves a set title alone.",
      #""none""#,
      option: .init("Whether the picture's file carries a title and a description made from the data.")),
    .init(
      "members", \.members, .flag, or: "false",
      "Whether marks in SVG carry the ids of their members as `data-members`, a JSON list; a dump lists them, too.",
      "true",
      option: .init("SVG and --dump: list the ids of each cluster's members, in input order.", form: .flag),
      use: .formatOrMarkers(.svg), isActive: { $0 }),
    // Only the command has it: documents have nothing that depends on who draws them.
    .init(
      "svg", \.svg, .name(), "", or: "`native`", "Who writes SVG.", #""cairo""#,
      option: .init("SVG: our own clean writer, or Cairo's."), use: .format(.svg), traits: .isNotInAddresses),
  ]
}

extension OutputSettings.Decoration {
  /// Every setting of a decoration.
  public static let table = SettingTable<OutputSettings.Decoration>("this", shown + styling + lines)

  private static let shown: [SettingEntry<OutputSettings.Decoration>] = [
    .init(
      "show", \.show, .flag, or: "true",
      "Whether the piece is there; `false` keeps its styling for an option that shows it.", "false",
      fill: { shown, _ in shown }),
    .init(
      "text", \.text, .text("a string"), "text", or: "the piece's own text",
      "The text; for title, subtitle, attribution and legend.", #""Magnitude""#),
    .init(
      "position", \.place, .name(),
      "`top-left`, `top-right`, `bottom-left`, `bottom-right`; of titles also `above`, `below`, `left`, `right`",
      or: "the piece's usual corner, or the next that is free",
      "Where it stands; of all pieces but the graticule. Beside the map the picture grows by a strip for the title.",
      #""top-right""#),
  ]

  private static let styling: [SettingEntry<OutputSettings.Decoration>] = [
    .init(
      "textSize", \.textSize, .number(0.1...500, .points), "points, {range}", or: "10 to 20, by piece",
      "The size of its letters.", "12"),
    .init(
      "textFont", \.textFont, .fonts, "font name, or a list in order of preference",
      or: #"`["DejaVu Sans"]`, bold for the title"#, "Its faces.", #"["Noto Sans Regular"]"#),
    .init(
      "color", \.color, .color, or: "dark on light maps, light on dark ones",
      "The color of letters and lines.", ##""#333""##),
    .init(
      "haloColor", \.haloColor, .color, or: "the plate's color where there is no plate",
      "The edge that lifts letters off the map.", #""white""#),
    .init(
      "background", \.background, .color,
      or: "nearly opaque, by the map; none for scale bar, north arrow and graticule", "The plate behind it.",
      #""rgba(255, 255, 255, 0.9)""#),
  ]

  private static let lines: [SettingEntry<OutputSettings.Decoration>] = [
    .init(
      "step", \.step, .number(OutputSettings.Decoration.steps, .degrees), "degrees from {range}",
      or: "what suits the view", "Degrees between lines; of the graticule.", "15"),
    .init(
      "lineWidth", \.lineWidth, .number(0.01...100, .points), "points, {range}", or: "0.75",
      "The width of lines; of the graticule.", "0.5"),
    .init(
      "bbox", \.area, .box, "`[west, south, east, north]` in degrees", or: "the world",
      "The area that is shown; of the locator.", "[-11, 36, 30, 58]"),
    .init(
      "country", \.country, .text("a country's name"), "name or code", or: "the world",
      "The country whose main part is shown; of the locator.", #""France""#),
  ]

  static let steps = 0.001...180.0

  /// The position that the key sets.
  var place: OutputSettings.Position? {
    get { (position?.rawValue ?? side?.rawValue).flatMap(OutputSettings.Position.init) }
    set { (position, side) = (newValue?.corner, newValue?.side) }
  }

  /// The visibility that the key sets.
  fileprivate var show: Bool? {
    get { isShown }
    set { isShown = newValue ?? true }
  }
}
