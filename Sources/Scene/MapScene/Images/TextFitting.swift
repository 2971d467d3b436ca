import Drawing
import MapContent

/// One side of an image that is stretched around a text.
struct StretchedSide {
  /// Pixels along the side.
  private let length: Double
  private let zones: [ClosedRange<Double>]
  private let content: ClosedRange<Double>
  /// Pixels a point.
  private let ratio: Double

  init(_ length: Double, _ zones: [ClosedRange<Double>], _ content: ClosedRange<Double>?, ratio: Double) {
    self.length = length
    self.zones = zones.isEmpty ? [0...length] : zones
    self.content = content ?? 0...length
    self.ratio = ratio
  }

  /// The stretched length of a part of the side, in pixels.
  private func stretched(_ part: ClosedRange<Double>) -> Double {
    zones.reduce(0) { sum, zone in
      sum + max(0, min(zone.upperBound, part.upperBound) - max(zone.lowerBound, part.lowerBound))
    }
  }

  /// The beginning and length of the side by those of its content, in points.
  ///
  /// Zones within the content share what its fixed parts leave; those outside grow alike.
  func around(_ position: Double, _ wanted: Double) -> (start: Double, length: Double) {
    let inner = stretched(content)
    let fixed = (content.upperBound - content.lowerBound - inner) / ratio
    let growth = inner > 0 ? max(0, wanted - fixed) / inner : 1 / ratio
    func points(_ part: ClosedRange<Double>) -> Double {
      let zones = stretched(part)
      return (part.upperBound - part.lowerBound - zones) / ratio + zones * growth
    }
    // A content that is larger than wanted stands about the middle of its position.
    let excess = points(content) - wanted
    return (position - excess / 2 - points(0...content.lowerBound), points(0...length))
  }
}

extension SpriteImage {
  /// A rectangle that the image's content is fitted to, as its own rules keep it in shape.
  ///
  /// A proportional height lets the width follow it, where that is proportional, too, or may not shrink; else a
  /// proportional width lets a height follow that may not shrink. The rectangle's position grows with its size, seen from the
  /// point.
  ///
  /// - SeeAlso: MapLibre GL JS, `TextFit`.
  func keptInShape(_ wanted: Rectangle) -> Rectangle {
    guard let content, wanted.width > 0, wanted.height > 0 else { return wanted }
    let aspect = content.width / content.height
    var fitted = wanted
    let isNarrow = wanted.width / wanted.height < aspect
    if textFitHeight == .proportional {
      guard textFitWidth == .proportional || textFitWidth == .stretchOnly && isNarrow else { return wanted }
      fitted.width = (wanted.height * aspect).rounded(.up)
      fitted.x *= fitted.width / wanted.width
    } else if textFitWidth == .proportional, textFitHeight == .stretchOnly, !isNarrow {
      fitted.height = (wanted.width / aspect).rounded(.up)
      fitted.y *= fitted.height / wanted.height
    }
    return fitted
  }
}
