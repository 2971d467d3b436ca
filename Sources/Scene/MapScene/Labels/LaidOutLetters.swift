import Drawing
import MapContent
import MapGround
import MapStyle

extension LaidOutText {
  /// The text's letters along a line; `nil` where the line is too short for them.
  ///
  /// The anchor moves the whole text off the line, as the block of its letters would stand to a point; the offset goes
  /// along the line and to its right.
  ///
  /// - Parameters:
  ///   - keepsUpright: whether a text that would run from right to left is turned as a whole.
  ///   - keepsLettersLevel: whether letters stand upright in the picture instead of turning with the line.
  func part(
    along line: MeasuredLine, at anchor: LineAnchors.Anchor, keepsUpright: Bool, keepsLettersLevel: Bool
  ) -> Label.Part? {
    let candidate = candidates[0]
    let direction = candidate.anchor.direction
    let (width, height) = (shaped.size.width, shaped.size.height)
    let corner = Point(x: (direction.x - 1) / 2 * width, y: (direction.y - 1) / 2 * height)
    guard let first = shaped.fragments.first, let last = shaped.fragments.last,
      var placement = LetterPlacement(
        along: line, at: anchor.distance, offset: candidate.offset,
        middles: (corner.x + first.origin.x + first.advance / 2, corner.x + last.origin.x + last.advance / 2),
        reach: corner.x...corner.x + width, keepsUpright: keepsUpright,
        canBeVertical: shaped.fragments.contains { $0.standsUpright(inColumn: false) })
    else { return nil }
    if placement.isVertical, !hasLettersApart {
      return withLettersApart.part(
        along: line, at: anchor, keepsUpright: keepsUpright, keepsLettersLevel: keepsLettersLevel)
    }
    placement.keepsLettersLevel = keepsLettersLevel
    var shapes: [Shape] = []
    if opacity > 0 { shapes = letters(placement, corner: corner) }
    let discs = placement.discs(middle: corner.y + height / 2, radius: max(10, height) / 2).map {
      CollisionIndex.Disc(center: $0.center + translate, radius: $0.radius)
    }
    var extent = Rectangle(around: anchor.point, reach: 0)
    for (index, disc) in discs.enumerated() { extent = index == 0 ? disc.box : extent.union(disc.box) }
    return Label.Part(
      shapes: shapes, extent: extent, box: extent.expanded(by: padding),
      discs: discs.map { CollisionIndex.Disc(center: $0.center, radius: $0.radius + padding) })
  }

  /// The text as it stands along steep lines, upright letters an em apart; itself where it has none.
  var withLettersApart: LaidOutText {
    guard shaped.fragments.contains(where: { $0.standsUpright(inColumn: false) }) else { return self }
    var apart = self
    apart.shaped = shaped.withUprightLettersApart(request.sections.map(\.font.size), inColumn: false)
    apart.hasLettersApart = true
    return apart
  }

  private func letters(_ placement: LetterPlacement, corner: Point) -> [Shape] {
    var shapes: [Shape] = []
    var fragments: [TextRun.Fragment] = []
    fragments.reserveCapacity(shaped.fragments.count)
    var drawnImages: Set<Int> = []
    for fragment in shaped.fragments {
      let image = images.first { $0.section == fragment.section }
      // An image takes the room of some blank letters, and is drawn once.
      if image != nil, !drawnImages.insert(fragment.section).inserted { continue }
      let advance = image?.size.width ?? fragment.advance
      let letter = placement.letter(
        from: corner.x + fragment.origin.x, advance: advance, baseline: corner.y + fragment.origin.y)
      let origin = letter.origin + translate
      if let image {
        var mark = ImageMark(
          bitmap: image.bitmap, rectangle: rectangle(of: image, at: origin + image.shift),
          rotation: letter.rotation, opacity: opacity)
        let middle = mark.rectangle.center
        mark.rectangle = mark.rectangle.offset(
          by: middle.rotated(by: letter.rotation, about: origin) - middle)
        shapes.append(.image(mark))
        continue
      }
      var placed = TextRun.Fragment(
        fragment, font: fonts[fragment.section], color: colors[fragment.section], at: origin,
        rotation: letter.rotation)
      // On a steep line ideographs stand on each other.
      let isStanding = placement.isVertical && fragment.standsUpright(inColumn: false)
      placed.turn(by: rotation - (isStanding ? 90 : 0), size: size)
      fragments.append(placed)
    }
    if placement.isReversed && placement.keepsLettersLevel { fragments.reverse() }
    guard !fragments.isEmpty else { return shapes }
    let run = TextRun(
      fragments: fragments, alignment: .start, halo: halo, letterSpacing: request.letterSpacing,
      opacity: opacity)
    return shapes + [.text(run)]
  }
}
