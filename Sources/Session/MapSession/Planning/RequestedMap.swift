import BuiltIns
import JSONDocument
import MapFeatures
import MapGeometry
import MapSettings
import MapStyle

/// A specification whose request was read: what stands over what is decided here, nothing else.
struct RequestedMap: Sendable {
  @OutOfLine private(set) var specification: MapSpecification
  /// The request that was read above the session, whose points change in steps; `nil` for another one.
  let stepped: (any SteppedRequest)?
  /// True if the points change in steps.
  var hasSteps: Bool { stepped != nil }
  @OutOfLine private(set) var request: SnapshotRequest?
  /// The request; one of nothing where there is none.
  var asked: SnapshotRequest { request ?? SnapshotRequest() }
  /// The settings over the request's.
  var own: SnapshotRequest { specification.settings }
  /// The request as messages call it, and the path that its files are relative to; `nil` without one.
  var requestName: String? { specification.request?.name }
  /// Settings of pictures over the request's.
  var given: OutputSettings { specification.output }

  init(
    _ specification: MapSpecification, _ stepped: (any SteppedRequest)?, _ session: MapSession,
    _ log: SessionLog
  ) throws(SessionError) {
    (self.specification, self.stepped) = (specification, stepped)
    switch (stepped, specification.request) {
    case (let stepped?, _): request = stepped.request
    case (nil, .value(let value, _)): request = value
    case (nil, .text(let text, _)): request = try RequestedMap.parsed(text, specification, log)
    case (nil, .file(let resource)):
      request = try RequestedMap.parsed(try session.json(of: resource), specification, log)
    case (nil, nil): request = nil
    }
  }

  private static func parsed(
    _ text: JSONText, _ specification: MapSpecification, _ log: SessionLog
  ) throws(SessionError) -> SnapshotRequest {
    let requestName = specification.request?.name
    let name = requestName == "-" ? "standard input" : requestName ?? ""
    let (parsed, diagnostics) = SnapshotRequest.parse(text)
    guard !log.report(diagnostics, of: name), let request = parsed else { throw .reported }
    guard !request.namesNoData || !specification.namesNoData else {
      throw .input(
        "the request names no sources; add \"sources\": {\"points\": \"points.csv\"}, or name an input beside it",
        at: placeText(name, text.root.position))
    }
    return request
  }

  func path(_ name: String) -> String { Resource.path(of: name, in: requestName) }

  var requestPath: String? {
    guard case .file(let resource)? = specification.request, case .path(let path) = resource.location else {
      return nil
    }
    return path
  }

  /// The clusterings that stand side by side; empty for one picture.
  var columns: [PictureColumn] { own.columns.isEmpty ? asked.columns : own.columns }

  /// The styles of a pair, by their paths; empty for one picture.
  ///
  /// - Throws: ``SessionError`` for anything but two styles, and beside another style or clusterings side by side.
  func themes() throws(SessionError) -> [String] {
    let isGiven = !own.themes.isEmpty
    let named = isGiven ? own.themes : asked.themes
    guard !named.isEmpty, own.style == nil || isGiven else { return [] }
    var fault: SettingText?
    if named.count != 2 || named[0] == named[1] || named.contains("") {
      fault =
        "\(given: "themes"): a pair has two styles, and here \(named.count == 1 ? "is" : "are") \(Set(named).count); name one for light and one for dark, such as light and dark"
    } else if own.style != nil || !isGiven && asked.style != nil || !columns.isEmpty {
      let other = columns.isEmpty ? "style" : SettingName("columns", option: "--beside")
      fault = "\(given: "themes") and \(name: other) exclude each other; leave one of them out"
    }
    if let fault { throw .input(fault, at: requestName) }
    return isGiven ? named : named.map { BuiltInStyles.names.contains($0) ? $0 : path($0) }
  }

  /// The clustering that the map is one column of; `nil` for a map that is none.
  var column: PictureColumn? { own.columns.count == 1 ? own.columns[0] : nil }

  var resources: ResourceSettings { own.resources.over(asked.resources) }

  // Files of text and icons, the request's first.

  var fonts: [String] { asked.fonts.map(path) + own.fonts }
  var fontFolders: [String] { asked.fontFolders.map(path) + own.fontFolders }
  var iconFolders: [String] { asked.iconFolders.map(path) + own.iconFolders }
  var usesSystemFonts: Bool { own.usesSystemFonts == true || asked.usesSystemFonts == true }
  var lineBreaks: LineBreaks? { own.lineBreaks ?? asked.lineBreaks }

  var tileSize: Int { own.tileSize ?? asked.tileSize ?? 512 }

  /// The forms of inputs.
  func forms(threads: Int) -> ReadingOptions {
    var options = ReadingOptions(
      format: own.inputFormat ?? asked.inputFormat, longitudeColumn: own.longitude ?? asked.longitude,
      latitudeColumn: own.latitude ?? asked.latitude, identifierColumn: own.identifier ?? asked.identifier,
      threads: threads)
    (options.decimal, options.missing) = (own.decimal ?? asked.decimal, own.missing ?? asked.missing)
    (options.headerLine, options.geometryColumn) = (
      own.headerLine ?? asked.headerLine, own.geometry ?? asked.geometry
    )
    return options
  }

  /// The forms of inputs, and the limits of reading them.
  func reading(threads: Int) -> ReadingOptions {
    var options = forms(threads: threads)
    options.pointLimit = resources.maxPoints
    options.edges = resources.edges ?? .straight
    options.recordByteLimit = resources.maxMemory.map { $0 << 20 }
    return options
  }

  /// True if the points of a source are listed in a request with steps, and in no file.
  func isInline(_ assignment: SourceAssignment) -> Bool { stepped?.isListed(assignment.name) ?? false }

  func name(_ setting: SettingName, isGiven: Bool) -> SettingText {
    isGiven || requestName == nil ? "\(given: setting)" : SettingText(setting.key)
  }

  /// The setting that names the style, with the name that it has there.
  var styleName: SettingText {
    let isGiven = specification.isThemeGiven ?? (own.style != nil)
    return name(specification.isThemeGiven == nil ? "style" : "themes", isGiven: isGiven)
  }

  /// Makes the map of a view as large as its picture leaves it.
  private func leaveRoom(in view: inout SnapshotRequest.View) {
    guard view.view.panelSize == nil else { return view.view.size = view.view.panelSize }
    guard specification.mapsInRow > 1 else { return }
    let sheet = view.view.size ?? ViewOptions.standardSize
    view.sheet = sheet
    view.view.size = MapRow.share(of: sheet, for: specification.mapsInRow, view)
  }

  /// The views under a style: the specification's settings over the request's over the style's, view and output merged once.
  func views(under style: Style) -> [SnapshotRequest.View] {
    var styleView = style.output.view
    if styleView.box == nil && styleView.fitsPoints != true, let center = style.center, let zoom = style.zoom
    {
      styleView.center = Coordinate(latitude: center.latitude, longitude: center.longitude)
      styleView.zoom = zoom
    }
    styleView.bearing = styleView.bearing ?? style.bearing
    styleView.pitch = styleView.pitch ?? style.pitch
    styleView.projection = styleView.projection ?? style.projection.flatMap(ProjectionChoice.init(name:))
    var options = specification.view
    options.tileSize = own.tileSize
    let asked =
      request?.views ?? [SnapshotRequest.View(view: ViewOptions(), output: style.output, position: nil)]
    return asked.map { view in
      var view = view
      var merged = options.over(view.view)
      merged.tileSize = merged.tileSize ?? 512
      // The zooms of a style are of a world 512 points wide whatever the others are.
      var base = styleView
      if merged.tileSize == 256 {
        base.zoom = base.zoom.map { $0 + 1 }
        base.maximumFitZoom = base.maximumFitZoom.map { $0 + 1 }
      }
      view.view = merged.over(base)
      if !hasSteps { view.view.takeProjectionOfInsets() }
      view.output = given.over(view.output.over(style.output))
      leaveRoom(in: &view)
      return view
    }
  }
}
