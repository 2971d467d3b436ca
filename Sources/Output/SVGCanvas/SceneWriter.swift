import Drawing
import JSONDocument

struct SceneWriter {
  let options: SVGOptions
  /// The layers' groups; the document around them comes last, when all definitions are known.
  var out: Markup
  var definitions: Definitions
  var vocabulary = Vocabulary()
  private var sharedPaths = SharedPaths()
  var layer = ""
  var mark = 0

  private let defaults: PresentationAttributes
  private var layerIdentifiers: [String] = []
  private var nextIdentifier = 0
  /// True if the picture carries words, so that readers hear its marks.
  private var isDescribed = false

  /// The elements from which on a group holds for all what most of them set; in a pair every group does, so that elements are
  /// bare and their paths can be lent.
  private let leastMajority: Int

  init(options: SVGOptions, isPair: Bool = false) {
    self.options = options
    leastMajority = isPair ? 1 : 2
    out = Markup(decimals: options.decimals)
    definitions = Definitions(options: options)
    defaults = PresentationAttributes(defaultsWithUnit: Int64(out.unit))
    vocabulary.standardFamily = options.standardFamily
  }

  mutating func document(of scene: Scene, dark: Scene?) throws(SVGError) -> [UInt8] {
    isDescribed = scene.alt != nil
    // A style of a pair holds for the whole page that the pair is put into, and its references lead to the page's first id.
    let isPrefixed = dark != nil && options.idPrefix.isEmpty
    if isPrefixed { definitions.identifiers.referencePrefix = DocumentPrefix.blank }
    let schemes =
      dark == nil ? [] : ["light", "dark"].map { definitions.identifiers.claim($0, isReference: true) }
    let scenes = [scene, dark].compactMap(\.self)
    for scene in scenes {
      claimIdentifiers(of: scene)
      countImages(in: scene)
    }
    for (index, scene) in scenes.enumerated() {
      if dark != nil {
        out.attribute("<g class=\"", raw: schemes[index])
        out.raw(">\n")
      }
      try write(contentOf: scene)
      if dark != nil { out.raw("</g>\n") }
    }

    var document = Markup(decimals: options.decimals)
    document.reserve(out.bytes.count + definitions.markup.bytes.count + 1000)
    document.attribute("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", scene.size.width * scene.growth)
    document.attribute(" height=\"", scene.size.height * scene.growth)
    document.attribute(" viewBox=\"", scene.box)
    document.raw(scene.alt == nil ? " role=\"img\">\n" : " role=\"graphics-document\">\n")
    if let alt = scene.alt {
      document.element("title", alt.title, language: alt.language)
      document.element("desc", alt.details, language: alt.language)
    } else if let title = scene.title, !title.isEmpty {
      document.element("title", title)
    }
    if dark != nil {
      let (light, dark) = (schemes[0], schemes[1])
      // Not through escapes: the prefix is still blank.
      document.raw(
        "<style>.\(dark){visibility:hidden}@media (prefers-color-scheme:dark){.\(light){visibility:hidden}.\(dark){visibility:visible}}</style>\n"
      )
    }
    if !definitions.markup.bytes.isEmpty {
      document.raw("<defs>\n")
      document.append(definitions.markup)
      document.raw("</defs>\n")
    }
    sharedPaths.write(out.bytes, to: &document)
    document.raw("</svg>\n")
    return isPrefixed ? DocumentPrefix.filled(in: document.bytes) : document.bytes
  }

  /// Gives the layers their ids before anything else may take one: those of the picture, then those of its insets.
  private mutating func claimIdentifiers(of scene: Scene) {
    layerIdentifiers += scene.layers.map { definitions.identifiers.claim($0.id) }
    for inset in scene.insets { claimIdentifiers(of: inset.scene) }
  }

  private mutating func write(contentOf scene: Scene) throws(SVGError) {
    let size = scene.size
    guard (1e-3...1e9).contains(size.width), (1e-3...1e9).contains(size.height) else {
      throw .badSize(width: size.width, height: size.height)
    }
    if let background = scene.background { try write(background, size, scene.origin) }
    for layer in scene.layers {
      try write(layer, id: layerIdentifiers[nextIdentifier])
      nextIdentifier += 1
    }
    for inset in scene.insets {
      (layer, mark) = ("inset", 0)
      out.attribute("<svg x=\"", inset.origin.x)
      out.attribute(" y=\"", inset.origin.y)
      out.attribute(" width=\"", inset.scene.size.width)
      out.attribute(" height=\"", inset.scene.size.height)
      if inset.scene.origin != .zero {
        out.attribute(" viewBox=\"", inset.scene.box)
      }
      out.raw(">\n")
      try checkNumbers()
      try write(contentOf: inset.scene)
      out.raw("</svg>\n")
    }
  }

  private mutating func write(_ background: Color, _ size: Size, _ origin: Point) throws(SVGError) {
    (layer, mark) = ("background", 0)
    var element = PresentationAttributes()
    (element[.fill], element[.fillOpacity]) = paint(background)
    try checkNumbers()
    guard element[.fill] != PresentationAttributes.none else { return }
    out.raw("<rect")
    if origin != .zero {
      out.attribute(" x=\"", origin.x)
      out.attribute(" y=\"", origin.y)
    }
    out.attribute(" width=\"", size.width)
    out.attribute(" height=\"", size.height)
    vocabulary.write(element, inheriting: defaults, paints: definitions.paints, to: &out)
    out.raw("/>\n")
  }

  private mutating func countImages(in scene: Scene) {
    for inset in scene.insets { countImages(in: inset.scene) }
    for layer in scene.layers {
      for mark in layer.marks {
        switch mark.shape {
        case .image(let image): definitions.count(image)
        case .text(let run) where !isLive(run):
          for fragment in run.fragments { fragment.images.forEach { definitions.count($0) } }
        default: break
        }
      }
    }
  }

  private mutating func write(_ layer: SceneLayer, id: String) throws(SVGError) {
    self.layer = layer.id
    var vote = AttributeHoisting()
    let marks = layer.singleMarks
    for (index, mark) in marks.enumerated() {
      self.mark = index
      let elements = try elements(of: mark.shape)
      if let first = elements.first { vote.add(first.looks) }
      for element in elements.more { vote.add(element.looks) }
      try checkNumbers()
    }
    let shared = vote.result(over: defaults, least: leastMajority)
    out.attribute("<g id=\"", raw: id)
    attribute(" opacity=\"", share: out.share(layer.opacity))
    try checkNumbers()
    vocabulary.write(shared, inheriting: defaults, paints: definitions.paints, to: &out)
    out.raw(">\n")
    for index in isDescribed ? ReadingOrder.order(of: marks) : Array(marks.indices) {
      self.mark = index
      try write(marks[index], inheriting: shared)
      try checkNumbers()
    }
    out.raw("</g>\n")
  }

  private func checkNumbers() throws(SVGError) {
    if let number = out.offender ?? definitions.markup.offender {
      throw .badNumber(number, layer: layer, mark: mark)
    }
  }

  private mutating func write(_ mark: DrawItem, inheriting shared: PresentationAttributes) throws(SVGError) {
    let elements = try elements(of: mark.shape)
    guard let first = elements.first else { return }
    if elements.more.isEmpty {
      try write(first, subject: mark.subject, inheriting: shared)
      return
    }
    out.raw(" <g")
    describe(mark.subject)
    attribute(" opacity=\"", share: elements.opacity)
    out.raw(">")
    if let subject = mark.subject { explain(subject) }
    out.raw("\n")
    for element in [first] + elements.more {
      out.raw(" ")
      try write(element, subject: nil, inheriting: shared)
    }
    out.raw(" </g>\n")
  }

  private mutating func write(
    _ element: Element, subject: MarkDescription?, inheriting shared: PresentationAttributes
  )
    throws(SVGError)
  {
    let name: StaticString
    switch element.content {
    case .path(let path, let isStroke):
      let isPlain =
        subject == nil && element.opacity == Markup.one && element.looks.differs(from: shared).isEmpty
      name = write(path, isStroke: isStroke, subject: subject, lends: isPlain)
    case .outlines(let run, let pieces):
      name = "path"
      out.raw(" <path")
      describe(subject)
      out.raw(" d=\"")
      var writer = PathWriter(isStroke: false)
      for fragment in run.fragments[pieces] {
        let outline =
          fragment.rotation == 0
          ? fragment.outline : fragment.outline.mapPoints { $0.rotated(by: fragment.rotation) }
        writer.write(outline, offset: fragment.origin, to: &out)
      }
      out.raw("\"")
    case .circle(let center, let radius):
      name = "circle"
      out.raw(" <circle")
      describe(subject)
      out.attribute(" cx=\"", center.x)
      out.attribute(" cy=\"", center.y)
      out.attribute(" r=\"", radius)
    case .image(let image):
      out.raw(" ")
      name = try definitions.open(image, to: &out, layer: layer, mark: mark)
      describe(subject)
      out.attribute(" x=\"", image.rectangle.x)
      out.attribute(" y=\"", image.rectangle.y)
    case .text(let run, let isDescribed):
      name = "text"
      out.raw(" <text")
      describe(subject)
      if !isDescribed { out.raw(" aria-hidden=\"true\"") }
      place(of: run)
    }
    vocabulary.write(element.looks, inheriting: shared, paints: definitions.paints, to: &out)
    attribute(" opacity=\"", share: element.opacity)
    if let filter = element.filter {
      out.attribute(" filter=\"", raw: "url(#\(filter))")
    }
    if element.rotation != 0 {
      let turn = [element.rotation, element.pivot.x, element.pivot.y]
      out.attribute(" transform=\"rotate(", turn, closing: ")\"")
    }
    if case .text(let run, let isDescribed) = element.content {
      if keepsSpace(run) { out.raw(" xml:space=\"preserve\"") }
      out.raw(">")
      if let subject { explain(subject) }
      content(of: run, looks: element.looks.over(shared), isDescribed: isDescribed)
    } else if let subject, !subject.title.isEmpty || subject.details?.isEmpty == false {
      out.raw(">")
      explain(subject)
    } else {
      out.raw("/>\n")
      return
    }
    out.raw("</")
    out.raw(name)
    out.raw(">\n")
  }
}

extension Scene {
  fileprivate var box: [Double] { [origin.x, origin.y, size.width, size.height] }
}

// MARK: - Paths

extension SceneWriter {
  /// Begins a path's element, or a `<use>` of one that draws the same path, and returns its name; a path that is lent
  /// may be used by others.
  private mutating func write(
    _ path: Path, isStroke: Bool, subject: MarkDescription?, lends: Bool
  ) -> StaticString {
    let start = out.bytes.count
    out.raw(" <path")
    let idOffset = out.bytes.count
    describe(subject)
    out.raw(" d=\"")
    let data = out.bytes.count
    var writer = PathWriter(isStroke: isStroke)
    writer.write(path, to: &out)
    let range = data..<out.bytes.count
    if let id = sharedPaths.lender(of: range, in: out.bytes, claimingFrom: &definitions.identifiers) {
      out.truncate(to: start)
      out.attribute(" <use href=\"#", raw: id)
      describe(subject)
      return "use"
    }
    if lends { sharedPaths.offer(range, idOffset: idOffset, in: out.bytes) }
    out.raw("\"")
    return "path"
  }

  // MARK: Attributes

  private mutating func attribute(_ opening: StaticString, share: Int64) {
    if share < Markup.one { out.attribute(opening, thousandths: share) }
  }

  private mutating func describe(_ subject: MarkDescription?) {
    guard let subject else { return }
    out.attribute(" data-id=\"", text: subject.id)
    out.attribute(" data-count=\"", raw: "\(subject.count)")
    guard !subject.members.isEmpty else { return }
    var json = JSONWriter()
    json.array { json in for member in subject.members { json.string(member) } }
    out.attribute(" data-members=\"", text: json.text)
  }

  private mutating func explain(_ subject: MarkDescription) {
    if !subject.title.isEmpty { out.element("title", subject.title, end: "") }
    if let details = subject.details, !details.isEmpty { out.element("desc", details, end: "") }
  }
}
