import CGraphics
import CPango
import Drawing

/// The fonts at hand: our own fontconfig configuration, filled as text asks for them.
///
/// Fonts that were given are read all at once, before the first text is set: a letter then comes from the same font whatever
/// was set before. Without any, the bold of DejaVu Sans is read when it is asked for.
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
    let builtIn: Int?
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
  /// True if the first font given stands for DejaVu Sans, and for names that lead to no face.
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
      + [Entry(source: nil, names: [], builtIn: 400), Entry(source: nil, names: [], builtIn: 700)]
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
  /// What follows the chosen face is asked for letters it lacks: the other names, then DejaVu Sans, then all others.
  func families(for names: [String]) throws(TextShapingError) -> (families: [String], system: Face?) {
    if entries.contains(where: { $0.builtIn == nil && !$0.isRead }) { _ = try readAll() }
    var chosen: [Face] = []
    let wanted =
      names.first.flatMap { FontName($0).readings.last }
      ?? FontName.Reading(family: "", weight: 400, isItalic: false)
    for name in names { if let face = try face(named: name) { chosen.append(face) } }
    let builtIn = wanted.weight >= 600 ? [700, 400] : [400, 700]
    if chosen.isEmpty { chosen += try nearestFaces(to: wanted) }
    var families = chosen.map(\.family)
    let rest =
      builtIn.flatMap { weight in entries.first { $0.builtIn == weight }?.faces ?? [] }
      + givenFaces
    for face in rest where !families.contains(face.family) { families.append(face.family) }
    return (families, chosen.first.flatMap { $0.isSystem ? $0 : nil })
  }

  /// The face that a name leads to, by the file's own name, by its full name, or by family, slant and,
  /// nearly, weight.
  func face(named name: String) throws(TextShapingError) -> Face? {
    let folded = FontName.folded(name)
    if let given = entries.firstIndex(where: { $0.names.contains(folded) }) {
      try read(given)
      return entries[given].faces.first
    }
    let readings = FontName(name).readings
    // "DejaVu Sans" is always ours, so that reading further files changes no text.
    for reading in readings where reading.family == "dejavu sans" && !reading.isItalic {
      return try prefersGiven ? preferredFace(reading) : builtInFaces(reading.weight >= 600 ? 700 : 400).first
    }
    for index in entries.indices where entries[index].names.isEmpty { try read(index) }
    let faces = givenFaces + systemFaces
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

  /// The face nearest in slant, then in weight, of DejaVu Sans and of the fonts given; of equally near ones DejaVu Sans.
  private func nearestFaces(to wanted: FontName.Reading) throws(TextShapingError) -> [Face] {
    if prefersGiven, let face = try preferredFace(wanted) { return [face] }
    let builtIn = try builtInFaces(wanted.weight >= 600 ? 700 : 400)
    guard let own = builtIn.first,
      let nearest = givenFaces.min(by: { $0.distance(from: wanted) < $1.distance(from: wanted) }),
      nearest.distance(from: wanted) < own.distance(from: wanted)
    else { return builtIn }
    return [nearest]
  }

  /// The face of the first font's family that is nearest in slant and weight; its files may be several.
  private func preferredFace(_ wanted: FontName.Reading) throws(TextShapingError) -> Face? {
    for index in entries.indices { try read(index) }
    let family = entries[0].faces.first?.families ?? []
    return givenFaces.filter { !Set($0.families).isDisjoint(with: family) }
      .min { $0.distance(from: wanted) < $1.distance(from: wanted) }
  }

  /// The family of the first font, as its file writes it, where it stands for DejaVu Sans.
  func preferredFamily() throws(TextShapingError) -> String? {
    guard prefersGiven else { return nil }
    try read(0)
    return entries[0].faces.first?.written
  }

  private var givenFaces: [Face] { entries.filter { $0.builtIn == nil }.flatMap(\.faces) }

  private func builtInFaces(_ weight: Int) throws(TextShapingError) -> [Face] {
    guard let index = entries.firstIndex(where: { $0.builtIn == weight }) else { return [] }
    try read(index)
    return entries[index].faces
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
    let location = try self.location(of: entry)
    let known = FcConfigGetFonts(config, FcSetApplication)?.pointee.nfont ?? 0
    guard FcConfigAppFontAddFile(config, location.path) != 0,
      let faces = faces(
        in: FcConfigGetFonts(config, FcSetApplication), from: Int(known),
        given: (index, entry.names, location.path)), !faces.isEmpty
    else { throw TextShapingError(step: "reading \(location.name)", reason: whyNoFont()) }
    entries[index].faces = faces
    generation += 1
  }

  private func location(of entry: Entry) throws(TextShapingError) -> (path: String, name: String) {
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
      let name = "a font in memory"
      return try bytes.withUnsafeBufferPointer { buffer throws(TextShapingError) in
        guard let path = anonymousFile(buffer.baseAddress, buffer.count) else {
          throw TextShapingError(
            step: "reading \(name)", reason: whyNoFileOpens() ?? "no file could be made for it")
        }
        return (path, name)
      }
    case nil:
      let isBold = entry.builtIn == 700
      let font = graphics_default_font(isBold)
      if let path = anonymousFile(font.bytes, font.count) { return (path, "the built-in font") }
      let name = isBold ? "DejaVuSans-Bold.ttf" : "DejaVuSans.ttf"
      var count = 0
      for folder in Self.knownFolders where graphics_is_regular_file(folder + name, &count) {
        return (folder + name, "font \(folder)\(name)")
      }
      throw TextShapingError(
        step: "finding \(name)",
        reason: whyNoFileOpens() ?? "it is not installed; install fonts-dejavu-core or name a font")
    }
  }

  private func whyNoFont() -> String { whyNoFileOpens() ?? "it is no font that can be used" }

  /// Folders DejaVu is installed to: Debian, Fedora, Arch, Alpine, Homebrew's cask for all and for one user.
  private static let knownFolders: [String] =
    [
      "/usr/share/fonts/truetype/dejavu/", "/usr/share/fonts/dejavu-sans-fonts/", "/usr/share/fonts/TTF/",
      "/usr/share/fonts/dejavu/", "/usr/local/share/fonts/", "/Library/Fonts/",
    ] + (homeFolder().map { ["\($0)/Library/Fonts/"] } ?? [])

  private func anonymousFile(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> String? {
    guard let bytes, count > 0 else { return nil }
    let descriptor = graphics_anonymous_file(bytes, count)
    guard descriptor >= 0 else { return nil }
    descriptors.append(descriptor)
    #if os(Linux)
      let path = "/proc/self/fd/\(descriptor)"
      var found = 0
      return graphics_is_regular_file(path, &found) ? path : nil
    #else
      return "/dev/fd/\(descriptor)"
    #endif
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
