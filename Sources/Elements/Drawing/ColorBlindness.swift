import CSystem

/// The three kinds of dichromacy.
///
/// - SeeAlso: G. M. Machado et al., "A Physiologically-based Model for Simulation of Color Vision
///   Deficiency", 2009: the matrices of full severity, over linear sRGB.
public enum ColorBlindness: String, CaseIterable, Hashable, Sendable {
  /// Without red, without green, without blue.
  case protanopia, deuteranopia, tritanopia

  fileprivate var rows: [SIMD3<Double>] {
    switch self {
    case .protanopia:
      [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    case .deuteranopia:
      [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    case .tritanopia:
      [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    }
  }
}

extension Color {
  /// Distance of two opaque colors in CIELAB: 0 if equal, about 2 if just visible, beyond 10 obvious.
  ///
  /// - Parameter blindness: `nil` for full color vision.
  public func difference(to other: Color, seenWith blindness: ColorBlindness? = nil) -> Double {
    let difference = lab(blindness) - other.lab(blindness)
    return (difference * difference).sum().squareRoot()
  }

  private func lab(_ blindness: ColorBlindness?) -> SIMD3<Double> {
    var light = SIMD3(linearLight(red), linearLight(green), linearLight(blue))
    if let rows = blindness?.rows {
      let seen = rows.map { ($0 * light).sum() }
      light = SIMD3(seen[0], seen[1], seen[2]).clamped(lowerBound: .zero, upperBound: .one)
    }
    let x = (SIMD3(0.4124564, 0.3575761, 0.1804375) * light).sum() / 0.95047
    let y = (SIMD3(0.2126729, 0.7151522, 0.0721750) * light).sum()
    let z = (SIMD3(0.0193339, 0.1191920, 0.9503041) * light).sum() / 1.08883
    func root(_ share: Double) -> Double {
      share > 216 / 24_389 ? cbrt(share) : (24_389 / 27 * share + 16) / 116
    }
    return SIMD3(116 * root(y) - 16, 500 * (root(x) - root(y)), 200 * (root(y) - root(z)))
  }
}
