import CGraphics
import CPango
import Drawing

/// The fonts at hand: our own fontconfig configuration, filled as text asks for them.
///
/// Fonts that were given are read all at once, before the first text is set: a letter then comes from the same font whatever
/// was set before. Without any, bold faces and DejaVu Sans are read when they are needed.
///
/// Nothing of the desktop's configuration is read unless asked for. Every face gets a family name of its own, so
/// that Pango takes exactly the face we chose and falls back in exactly our order, whatever files call themselves.
final class FontLibrary {
  struct Face {
    let family: String
    /// The first family name inside the file.
    let written: String?
    /// Folded family names inside the file.
    let families: [String]
    /// Folded full names inside the file, and those it was given.
    let names: [String]
    /// CSS weight.
    let weight: Int
    let isItalic: Bool
    /// Known by its own family, weight and slant (a desktop's font).
    let isSystem: Bool

    /// The distance in slant, then in weight.
    func distance(from wanted: FontName.Reading) -> (Int, Int) {
      (isItalic == wanted.isItalic ? 0 : 1, abs(weight - wanted.weight))
    }
  }

  private struct Entry {
    let source: FontFile.Source?
    let names: [String]
    let builtIn: BuiltInFace?
    var isRead = false
    var faces: [Face] = []
  }

  let config: OpaquePointer
  private let opened = FontFaces()
  private var entries: [Entry]
  private var systemFaces: [Face] = []
  /// Keep the bytes of fonts in memory in reach of FreeType and HarfBuzz, which open them as files.
  private var descriptors: [Int32] = []
  private var scalesPictures = false
  private let usesSystemFonts: Bool
  /// True if the first font given stands for Noto Sans, and for names that lead to no face.
  private let prefersGiven: Bool
  /// Counts up whenever faces were added.
  private(set) var generation = 0

  init(_ files: [FontFile], usesSystemFonts: Bool, prefersGiven: Bool = false) throws(TextShapingError) {
    guard let config = usesSystemFonts ? FcInitLoadConfigAndFonts() : FcConfigCreate() else {
      throw TextShapingError(step: "setting up fonts", reason: "fontconfig failed; is memory short?")
    }
    self.config = config
    (self.usesSystemFonts, self.prefersGiven) = (usesSystemFonts, prefersGiven && !files.isEmpty)
    entries =
      files.map { Entry(source: $0.source, names: $0.names.map(FontName.folded), builtIn: nil) }
      + BuiltInFace.all.map { Entry(source: nil, names: [], builtIn: $0) }
    if usesSystemFonts {
      systemFaces = faces(in: FcConfigGetFonts(config, FcSetSystem), from: 0, given: nil) ?? []
    }
  }

  deinit {
    FcConfigDestroy(config)
    for descriptor in descriptors { closeDescriptor(descriptor) }
  }

  // MARK: Finding

  /// The families to set text in, in order of preference, for the first of the names that exists.
  ///
  /// Letters that the chosen face lacks come from the other names, then from Noto Sans, DejaVu Sans and all others.
  func families(for names: [String]) throws(TextShapingError) -> (families: [String], system: Face?) {
    if usesSystemFonts || entries.contains(where: { $0.source != nil }) { _ = try readAll() }
    var chosen: [Face] = []
    let readings = FontName(names.first ?? "").readings
    let wanted = readings[readings.count - 1]
    for name in names { if let face = try face(named: name) { chosen.append(face) } }
    if chosen.isEmpty { chosen.append(try nearestFace(to: wanted)) }
    var families = chosen.map(\.family)
    let (builtIn, weight) = (entries.filter { $0.builtIn != nil }.flatMap(\.faces), wanted.builtInWeight)
    let rest = builtIn.filter { $0.weight == weight } + builtIn.filter { $0.weight != weight } + givenFaces
    for face in rest where !families.contains(face.family) { families.append(face.family) }
    return (families, chosen.first.flatMap { $0.isSystem ? $0 : nil })
  }

  /// The face that a name leads to, by the file's own name, by its full name, or by family, slant and,
  /// nearly, weight.
  func face(named name: String) throws(TextShapingError) -> Face? {
    let folded = FontName.folded(name)
    for index in entries.indices where entries[index].source != nil { try read(index) }
    if let given = entries.first(where: { $0.names.contains(folded) }) { return given.faces.first }
    let readings = FontName(name).readings
    var faces = givenFaces
    for reading in readings where !reading.isItalic {
      let isStandard = reading.family == "noto sans"
      if isStandard, prefersGiven { return try preferredFace(reading) }
      guard let own = try builtInFace(reading.family, reading) else { continue }
      // "DejaVu Sans" is always ours, so that reading further files changes no text.
      guard isStandard else { return own }
      faces.append(own)
    }
    faces += systemFaces
    if let exact = faces.first(where: { $0.names.contains(folded) }) { return exact }
    for reading in readings {
      func distance(_ face: Face) -> Int { abs(face.weight - reading.weight) }
      let family = faces.filter { face in
        face.families.contains(reading.family) && face.isItalic == reading.isItalic
          && distance(face) <= Self.nearWeight
      }
      if let best = family.min(by: { distance($0) < distance($1) }) { return best }
    }
    return nil
  }

  /// The greatest distance of a face's weight from the one its name asks for: medium passes for regular or semibold, bold for
  /// neither.
  private static let nearWeight = 150

  /// The face nearest in slant, then in weight: Noto Sans (DejaVu Sans if there is none), or nearer ones that were given.
  private func nearestFace(to wanted: FontName.Reading) throws(TextShapingError) -> Face {
    if prefersGiven, let face = try preferredFace(wanted) { return face }
    var own = try builtInFace("noto sans", wanted)
    if own == nil { own = try builtInFace("dejavu sans", wanted) }
    let faces = (own.map { [$0] } ?? []) + givenFaces
    if let nearest = faces.min(by: { $0.distance(from: wanted) < $1.distance(from: wanted) }) {
      return nearest
    }
    throw TextShapingError(
      step: "finding NotoSans-Regular.ttf",
      reason: "it is not installed; install fonts-noto-core or name a font")
  }

  /// The face of the first font's family that is nearest in slant and weight; its files may be several.
  private func preferredFace(_ wanted: FontName.Reading) throws(TextShapingError) -> Face? {
    for index in entries.indices { try read(index) }
    let family = entries[0].faces.first?.families ?? []
    return givenFaces.filter { !Set($0.families).isDisjoint(with: family) }
      .min { $0.distance(from: wanted) < $1.distance(from: wanted) }
  }

  /// The family of the first font, as its file writes it, where it stands for Noto Sans.
  func preferredFamily() throws(TextShapingError) -> String? {
    guard prefersGiven else { return nil }
    try read(0)
    return entries[0].faces.first?.written
  }

  private var givenFaces: [Face] { entries.filter { $0.builtIn == nil }.flatMap(\.faces) }

  /// `nil` for other families, and where it was installed neither when this was built nor now.
  private func builtInFace(_ family: String, _ wanted: FontName.Reading) throws(TextShapingError) -> Face? {
    let index = entries.firstIndex {
      $0.builtIn?.family == family && $0.builtIn?.weight == wanted.builtInWeight
    }
    guard let index else { return nil }
    // Letters that Noto Sans lacks come from fonts that were read, whichever were: all are, then.
    if family == "noto sans" { try read(index) } else { _ = try readAll() }
    return entries[index].faces.first
  }

  // MARK: Reading

  func readAll() throws(TextShapingError) -> Bool {
    let before = generation
    for index in entries.indices { try read(index) }
    return generation != before
  }

  private func read(_ index: Int) throws(TextShapingError) {
    guard !entries[index].isRead else { return }
    entries[index].isRead = true
    let entry = entries[index]
    guard let location = try self.location(of: entry) else { return }
    let known = FcConfigGetFonts(config, FcSetApplication)?.pointee.nfont ?? 0
    guard FcConfigAppFontAddFile(config, location.path) != 0,
      let faces = faces(
        in: FcConfigGetFonts(config, FcSetApplication), from: Int(known),
        given: (index, entry.names, location.path)), !faces.isEmpty
    else { throw TextShapingError(step: "reading \(location.name)", reason: whyNoFont()) }
    entries[index].faces = entry.builtIn.map { own in faces.filter { $0.weight == own.weight } } ?? faces
    generation += 1
  }

  /// `nil` where a built-in face is not installed.
  private func location(of entry: Entry) throws(TextShapingError) -> (path: String, name: String)? {
    switch entry.source {
    case .path(let path):
      var count = 0
      guard graphics_is_regular_file(path, &count) else {
        throw TextShapingError(step: "reading font \(quoted(path))", reason: "there is no such file")
      }
      guard count <= 128 << 20 else {
        throw TextShapingError(step: "reading font \(quoted(path))", reason: "it is larger than 128 MB")
      }
      return (path, "font \(quoted(path))")
    case .bytes(let bytes):
      return try bytes.withUnsafeBufferPointer { buffer throws(TextShapingError) in
        try anonymousFile(buffer.baseAddress, buffer.count, "a font in memory")
      }
    case nil:
      guard let face = entry.builtIn else { return nil }
      let font = graphics_built_in_font(face.face)
      do throws(TextShapingError) {
        if font.count > 0 { return try anonymousFile(font.bytes, font.count, "the built-in font") }
      } catch {
        // Files may not be that large here.
        guard face.installedPath != nil else { throw error }
      }
      return face.installedPath.map { ($0, "font \($0)") }
    }
  }

  private func whyNoFont() -> String { whyNoFileOpens() ?? "it is no font that can be used" }

  private func anonymousFile(
    _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ name: String
  ) throws(TextShapingError) -> (path: String, name: String) {
    let descriptor = bytes.map { graphics_anonymous_file($0, count) } ?? -1
    if descriptor >= 0 {
      descriptors.append(descriptor)
      #if os(Linux)
        let path = "/proc/self/fd/\(descriptor)"
        var found = 0
        if graphics_is_regular_file(path, &found) { return (path, name) }
      #else
        return ("/dev/fd/\(descriptor)", name)
      #endif
    }
    throw TextShapingError(
      step: "reading \(name)", reason: whyNoFileOpens() ?? "no file could be made for it")
  }

  /// Scales fonts made of pictures, which come in one size, to the size asked for; elsewhere a rule of the desktop's
  /// configuration does it.
  private func scalePictures() {
    guard !scalesPictures else { return }
    scalesPictures = true
    let rule = """
      <fontconfig>
      <match target="font"><test name="outline" compare="eq"><bool>false</bool></test>
      <edit name="pixelsizefixupfactor" mode="assign"><divide>
      <name target="pattern">pixelsize</name><name target="font">pixelsize</name></divide></edit>
      <edit name="matrix" mode="assign"><times><name>matrix</name><matrix>
      <name>pixelsizefixupfactor</name><double>0</double><double>0</double><name>pixelsizefixupfactor</name>
      </matrix></times></edit>
      <edit name="size" mode="assign"><divide><name>size</name><name>pixelsizefixupfactor</name></divide></edit>
      </match>
      </fontconfig>
      """
    _ = rule.withCString { text in
      text.withMemoryRebound(to: FcChar8.self, capacity: rule.utf8.count) {
        FcConfigParseAndLoadFromMemory(config, $0, 0)
      }
    }
  }

  /// Takes down a set's patterns, from an index on; gives each of a given file a family of its own and opens its face.
  ///
  /// - Returns: `nil` where a face of a given file does not open.
  private func faces(
    in set: UnsafeMutablePointer<FcFontSet>?, from first: Int, given: (Int, names: [String], path: String)?
  ) -> [Face]? {
    guard let set, let patterns = set.pointee.fonts else { return [] }
    var faces: [Face] = []
    for index in first..<max(first, Int(set.pointee.nfont)) {
      guard let pattern = patterns[index] else { continue }
      let families = strings(FC_FAMILY, of: pattern)
      var names = strings(FC_FULLNAME, of: pattern) + strings(FC_POSTSCRIPT_NAME, of: pattern)
      if faces.isEmpty, let given { names += given.names }
      var (weight, slant) = (80.0, Int32(0))
      FcPatternGetDouble(pattern, FC_WEIGHT, 0, &weight)
      FcPatternGetInteger(pattern, FC_SLANT, 0, &slant)
      let written = strings(FC_FAMILY, of: pattern, folded: false).first
      var family = written ?? ""
      if let given {
        guard opened.open(pattern, at: given.path) else { return nil }
        family = "clustersnap-\(given.0)-\(faces.count)"
        let isColored = hasColor(pattern)
        FcPatternDel(pattern, FC_FAMILY)
        FcPatternAddString(pattern, FC_FAMILY, family)
        // Pango asks for this family where text is emoji.
        if isColored {
          FcPatternAddString(pattern, FC_FAMILY, "emoji")
          if !usesSystemFonts { scalePictures() }
        }
      }
      faces.append(
        Face(
          family: family, written: written, families: families, names: names,
          weight: Int(FcWeightToOpenTypeDouble(weight).rounded()),
          isItalic: slant > 0, isSystem: given == nil))
    }
    return faces
  }
}

private func strings(_ property: String, of pattern: OpaquePointer, folded: Bool = true) -> [String] {
  var values: [String] = []
  var value: UnsafeMutablePointer<FcChar8>?
  while values.count < 64,
    FcPatternGetString(pattern, property, Int32(values.count), &value) == FcResultMatch,
    let text = value
  {
    let string = String(cString: text)
    values.append(folded ? FontName.folded(string) : string)
  }
  return values
}

func hasColor(_ pattern: OpaquePointer?) -> Bool {
  var value: FcBool = 0
  return FcPatternGetBool(pattern, FC_COLOR, 0, &value) == FcResultMatch && value != 0
}

private func quoted(_ path: String) -> String {
  var result = ""
  for scalar in path.unicodeScalars {
    result += scalar.value < 0x20 || scalar.value == 0x7F ? scalar.escaped(asASCII: true) : String(scalar)
  }
  return result
}
