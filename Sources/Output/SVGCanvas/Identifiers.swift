struct Identifiers {
  var prefix = ""
  /// Stands before those that the document itself refers to; see ``DocumentPrefix``.
  var referencePrefix = ""
  private var taken: Set<String> = []
  /// The last number tried for a name, so that a thousand equal names do not cost a million looks.
  private var numbers: [String: Int] = [:]

  /// An id close to a name: characters that ids cannot have become `-`, and a number is appended where it is taken.
  ///
  /// The result is an `NCName` (Namespaces in XML 1.0 §3), so that it can also be referred to.
  ///
  /// - Parameter isReference: true for an id or class that the document itself refers to.
  mutating func claim(_ name: String, isReference: Bool = false) -> String {
    var id = ""
    for scalar in (prefix + name).unicodeScalars {
      id.unicodeScalars.append(Identifiers.isNameCharacter(scalar) ? scalar : "-")
    }
    if id.isEmpty { id = "layer" }
    if let first = id.unicodeScalars.first, !Identifiers.canBegin(first) { id = "_" + id }
    if isReference { id = referencePrefix + id }
    var candidate = id
    var number = numbers[id] ?? 1
    while !taken.insert(candidate).inserted {
      number += 1
      candidate = "\(id)-\(number)"
    }
    numbers[id] = number
    return candidate
  }

  /// `NameStartChar` of XML 1.0 without the colon.
  private static func canBegin(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D,
      0x37F...0x1FFF,
      0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD,
      0x10000...0xEFFFF:
      true
    default: false
    }
  }

  /// `NameChar` of XML 1.0 without the colon.
  private static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
    default: canBegin(scalar)
    }
  }
}
