package import Drawing
package import JSONDocument
package import MapSettings
package import MapStyle
package import StyleSettings

/// The state that layers share while a picture is put together: the view, the text shaper, and the diagnostics.
package struct LayerDrawing {
  package var frame: ViewFrame
  package let shaper: any TextShaper
  package let globalState: [String: StyleValue]
  package var images = ImageSet()
  /// The last zooms that sources of features are cut for elsewhere, by their ids.
  package var lastZooms: [String: Double] = [:]
  package var limits = SceneLimits()
  package var numbers = NumberFormat()
  /// The growth of texts beside marks; those in bubbles have the bubbles' room.
  package var labelScale = 1.0
  /// Failed evaluations, each location once.
  package var warnings = StyleWarnings()
  /// Characters that no font can draw, each once, and the text that has the first of them.
  private var missingCharacters = FirstOccurrences<Unicode.Scalar>()
  /// Icons made so far, each once however often it is drawn.
  private var icons: [IconRaster: Bitmap] = [:]
  /// Patterns on the ground as pictures of the view.
  package var groundPictures: [Pattern: Pattern] = [:]
  package var notes: [Diagnostic] = []
  /// The notes about what is left out of the picture, stage by stage.
  package var omissions: [Diagnostic] = []
  /// Glyphs that are not at hand, each once, and the text that has the first of them.
  private var missingGlyphs = FirstOccurrences<String>()
  /// The reasons why texts are outlines though glyphs were asked for, each once, and the first such text.
  private var outlineReasons = FirstOccurrences<String>()
  /// Scripts without spaces whose words nobody finds, each once, and the first such text.
  private var wordlessScripts = FirstOccurrences<String>()
  /// Stacks of font names asked for, each once.
  private var fontStacks: Set<[String]> = []
  /// Stacks of font names that lead to no face, each once, and who asks for it first.
  private var missingFonts: [(names: [String], location: SourceLocation?)] = []
  /// The location of the first text with a section that was too long and cut; `nil` for none.
  private var cutText: SourceLocation??
  /// Names of images that are not at hand, each once, and who asks for the first of them.
  private var missingImages = FirstOccurrences<String>()
  /// Lists of items by what filters read of them, and whether more will not be found out about each.
  private var alikeItems: [AlikeItems.Key: (alike: AlikeItems?, isSettled: Bool)] = [:]

  package init(frame: ViewFrame, shaper: any TextShaper, globalState: [String: StyleValue] = [:]) {
    self.frame = frame
    self.shaper = shaper
    self.globalState = globalState
  }

  /// Does something on the ground of the view; see ``ViewFrame/ground``.
  package mutating func onGround<Value, Failure: Error>(
    _ body: (inout LayerDrawing) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard frame.viewport.camera != nil else { return try body(&self) }
    let view = frame
    frame = view.ground
    defer { frame = view }
    return try body(&self)
  }

  /// The context of paint and layout expressions, at the view's own zoom.
  package func context(for feature: (any StyleFeature)? = nil) -> EvaluationContext {
    EvaluationContext(
      zoom: frame.viewport.zoom, feature: feature, availableImages: images.names, globalState: globalState)
  }

  /// Items by a sort key, lowest first.
  @inlinable package mutating func sorted<Item>(
    _ items: [Item], by key: BoundProperty<Double?>, of feature: (Item) -> any StyleFeature
  ) -> [Item] {
    key.isConstant
      ? items : MapContent.sorted(items) { key.value(in: context(for: feature($0)), noting: &warnings) }
  }

  /// The items that pass a layer's filter, which sees the integer zoom.
  package mutating func items(_ items: [PointItem], passing layer: StyleLayer) -> [PointItem] {
    guard let filter = layer.filter else { return items }
    if let key = AlikeItems.Key(filter.inputs, items) {
      var known = alikeItems[key] ?? (nil, isSettled: false)
      // A second filter that reads the same pays for any number of classes.
      let isAsked = alikeItems[key] != nil
      if !known.isSettled, isAsked || items.count >= 1000 {
        known.alike = AlikeItems(items, by: key, most: isAsked ? items.count : items.count / 8)
        known.isSettled = isAsked || known.alike != nil
      }
      alikeItems[key] = known
      if let passing = known.alike?.passing(layer, in: filterContext) { return passing }
    }
    return items.filter { passes($0.feature, layer) }
  }

  /// True if a feature passes a layer's filter; a filter that fails does not let it pass.
  package mutating func passes(_ feature: any StyleFeature, _ layer: StyleLayer) -> Bool {
    var context = filterContext
    context.feature = feature
    return layer.accepts(context, noting: &warnings)
  }

  private var filterContext: EvaluationContext {
    EvaluationContext(zoom: frame.viewport.zoom.rounded(.down), globalState: globalState)
  }

  /// A translation as a way in the picture.
  package mutating func way(
    _ translation: BoundProperty<Point>, _ anchor: BoundProperty<RotationAlignment>,
    in context: EvaluationContext
  ) -> Point {
    let way = translation.value(in: context, noting: &warnings)
    guard frame.viewport.bearing != 0 else { return way }
    return frame.way(way, anchor.value(in: context, noting: &warnings))
  }

  /// Degrees by which symbols at points are turned with the map.
  package mutating func mapTurn(
    _ alignment: BoundProperty<RotationAlignment>, in context: EvaluationContext
  ) -> Double {
    frame.viewport.bearing == 0 ? 0 : frame.turn(of: alignment.value(in: context, noting: &warnings))
  }

  /// The image of a name; one that is not at hand is remembered.
  package mutating func image(_ name: String, for location: @autoclosure () -> SourceLocation?)
    -> SpriteImage?
  {
    if let image = images[name] { return image }
    if !name.isEmpty { missingImages.note(name, at: location()) }
    return nil
  }

  package mutating func bitmap(of icon: IconRaster, _ image: SpriteImage) -> Bitmap? {
    if let known = icons[icon] { return known }
    let bitmap = icon.bitmap(of: image)
    icons[icon] = bitmap
    return bitmap
  }

  /// An image repeated from the world's upper left corner, moved; so that pictures of one zoom fit together.
  ///
  /// Between whole zooms it grows with the map, and it turns with it.
  ///
  /// - Parameter shift: as a way in the picture.
  package mutating func pattern(
    _ name: String, opacity: Double, shift: Point = .zero, for location: @autoclosure () -> SourceLocation?
  ) -> Pattern? {
    guard let image = image(name, for: location()) else { return nil }
    let growth = frame.growth
    let size = Size(width: image.size.width * growth, height: image.size.height * growth)
    let (world, pixel) = (frame.viewport.worldSize, 1 / frame.viewport.scale)
    /// Whole pixels where it is not scaled, so that it is as sharp as it was made.
    func origin(_ position: Double, _ length: Double, _ shift: Double) -> Double {
      let origin = (-position * world).remainder(dividingBy: length) + shift
      return growth == 1 && frame.isSquare ? (origin / pixel).rounded() * pixel : origin
    }
    // Where north is up the shift is one of the picture's own pixels.
    let (before, behind) = frame.viewport.bearing == 0 ? (shift, .zero) : (Point.zero, shift)
    let upright = Point(
      x: origin(frame.origin.x, size.width, before.x), y: origin(frame.origin.y, size.height, before.y))
    return Pattern(
      bitmap: image.bitmap, origin: frame.turned(upright) + behind, size: size, rotation: frame.turn,
      opacity: opacity)
  }

  /// A letter without ink that is no space, so that no line ends before or after it swallow it.
  package static let blank = "\u{2800}"

  /// The width of a text in a font, in ems.
  package mutating func width(of text: String, in names: [String] = []) throws(SnapshotError) -> Double {
    let font = Font(names: names, size: 100)
    var request = TextRequest(sections: [.init(text: text, font: font)], lineHeight: 100)
    request.takesGlyphs = !names.isEmpty
    return try shape(request, notesMissing: false).size.width / 100
  }

  /// Lays text out and remembers what no font could draw.
  ///
  /// - Parameters:
  ///   - font: where the style names the font, for a text of the style.
  ///   - text: where the style sets the text.
  ///   - notesMissing: whether what no font could draw is remembered.
  package mutating func shape(
    _ request: TextRequest, notesMissing: Bool = true, font: @autoclosure () -> SourceLocation? = nil,
    text: @autoclosure () -> SourceLocation? = nil
  ) throws(SnapshotError) -> ShapedText {
    do throws(TextShapingError) {
      for section in request.sections where !section.font.names.isEmpty {
        guard fontStacks.insert(section.font.names).inserted else {
          // Letters may be measured before it is known whose they are.
          for index in missingFonts.indices
          where missingFonts[index].location == nil && missingFonts[index].names == section.font.names {
            missingFonts[index].location = font()
          }
          continue
        }
        // The specification's own default was asked for by nobody.
        let isAskedFor = section.font.names != StyleProperty.textFont.defaultValue
        if isAskedFor, try !shaper.hasFace(named: section.font.names) {
          missingFonts.append((section.font.names, font()))
        }
      }
      let shaped = try shaper.shape(request)
      if cutText == nil, shaped.cuts(request) { cutText = .some(text()) }
      guard notesMissing else { return shaped }
      for scalar in shaped.missing { missingCharacters.note(scalar, at: text()) }
      for name in shaped.missingGlyphs { missingGlyphs.note(name, at: text()) }
      if let reason = shaped.outlineReason { outlineReasons.note(reason, at: text()) }
      if let script = shaped.scriptWithoutWords { wordlessScripts.note(script, at: text()) }
      return shaped
    } catch {
      throw .text(error)
    }
  }
}

extension LayerDrawing {
  package var diagnostics: [Diagnostic] { warnings.diagnostics + notes + missingNotes + omissions }

  /// The notes about what is not at hand: one for each stack of fonts, one for characters and one for images.
  var missingNotes: [Diagnostic] {
    var notes = missingFonts.map { names, location in
      let shown = names.map { "\"\(escapedForMessage($0))\"" }.joined(separator: " or ")
      return warning(
        "missing-font", location,
        "there is no font \(shown), so the nearest one at hand is used; name its file with \(setting: "font")"
      )
    }
    func note<Item>(_ met: FirstOccurrences<Item>, _ code: String, _ text: ([Item]) -> SettingText) {
      if !met.items.isEmpty { notes.append(warning(code, met.location, text(met.items))) }
    }
    note(missingCharacters, "missing-glyph") { scalars in
      let shown = scalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }
      return
        "no font at hand has the characters \(listed(shown, " ")); name one that has with \(setting: "font", of: "FILE")"
    }
    note(missingGlyphs, "missing-glyph") {
      "there are no glyphs \(listed($0, ", ")), which are left out; add them, or leave out \(setting: "glyphs")"
    }
    note(outlineReasons, "outlined-text") {
      "some text is drawn in outlines: \(listed($0, "; ")); add such glyphs, or leave out \(setting: "glyphs")"
    }
    note(wordlessScripts, "line-breaks") {
      "lines of \(listed($0, " and ")) break at spaces alone; break them between words with \(setting: "lineBreaks", of: "icu")"
    }
    if let cutText {
      notes.append(
        warning(
          "long-text", cutText, "a text beyond 256 characters is cut; shorten it, as with [\"slice\", …]"))
    }
    note(missingImages, "missing-image") {
      "there \($0.count == 1 ? "is no image" : "are no images") \(listed($0.map { "\"\($0)\"" }, " ")); bring a sprite that has what is missing, or a folder of PNG files with \(setting: "icons")"
    }
    return notes
  }

  private func listed(_ words: [String], _ separator: String) -> String {
    words.prefix(8).map(escapedForMessage).joined(separator: separator) + (words.count > 8 ? " …" : "")
  }

  /// Notes that something is left out, at a location of the style where it comes from one.
  package mutating func omit(_ code: String, at location: SourceLocation? = nil, _ text: SettingText) {
    omissions.append(warning(code, location, text))
  }

  /// Notes information that no part of the style is to blame for.
  package mutating func inform(_ code: String, _ text: SettingText) {
    notes.append(Diagnostic(.info, code: code, naming: text))
  }

  /// Notes a warning that no part of the style is to blame for.
  package mutating func note(_ code: String, _ text: SettingText) { notes.append(warning(code, nil, text)) }

  private func warning(_ code: String, _ location: SourceLocation?, _ text: SettingText) -> Diagnostic {
    Diagnostic(.warning, code: code, at: location, naming: text)
  }
}

extension ShapedText {
  /// True if a section of the text that was asked for ends in an ellipsis of the shaper, which keeps 256 characters.
  fileprivate func cuts(_ request: TextRequest) -> Bool {
    request.sections.enumerated().contains { number, section in
      section.text.utf8.count > 256 && !section.text.hasSuffix("\u{2026}")
        && fragments.last { $0.section == number }?.text.hasSuffix("\u{2026}") == true
    }
  }
}

/// Things met while a picture is drawn, each once, in their order.
private struct FirstOccurrences<Item: Equatable> {
  private(set) var items: [Item] = []
  /// The location of the first of them; `nil` where no part of the style asks for it.
  private(set) var location: SourceLocation?

  mutating func note(_ item: Item, at location: @autoclosure () -> SourceLocation?) {
    guard !items.contains(item) else { return }
    if items.isEmpty { self.location = location() }
    items.append(item)
  }
}

/// Items with a key, lowest first, equal keys in their own order; those without a key are as 0.
@inlinable package func sorted<Item>(_ items: [Item], by key: (Item) -> Double?) -> [Item] {
  let keys = items.map { key($0) ?? 0 }
  guard keys.contains(where: { $0 != keys[0] }) else { return items }
  return items.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { items[$0] }
}

extension ClassScale {
  /// The classes of items in view; of all items where none is. Items without a number count for nothing.
  package init(_ classes: ClassBreaks, of items: [PointItem], in drawing: inout LayerDrawing) {
    var (visible, all): ([Double], [Double]) = ([], [])
    for item in items {
      guard let number = classes.value.known(in: drawing.context(for: item.feature)) else { continue }
      all.append(number)
      if !drawing.frame.appearances(of: item.point, margin: 0).isEmpty { visible.append(number) }
    }
    self.init(classes.count, by: classes.method, of: visible.isEmpty ? all : visible)
  }
}

extension StyleLayer {
  /// True if a circle layer draws the cells of its markers in place of discs.
  package var drawsCells: Bool { type == .circle && settings.shape?.value == .cell }

  /// True if a circle layer draws the cells of its markers, or the areas around their members.
  package var drawsExtents: Bool { drawsCells || type == .circle && settings.shape?.value == .hull }
}
