import BuiltIns
public import MapSession

/// A warning about a case that is drawn all the same.
public struct CaseNote: Hashable, Sendable {
  /// Place, severity and message in one line.
  public let text: String
  /// Line of a strict run, in which warnings are errors.
  let errorText: String
  /// True for a warning that counts; false for one that nobody can act on, such as the built-in world's lack of detail.
  public let counts: Bool
  /// True if the picture depends on the machine that draws it, such as on its fonts.
  public let isOfMachine: Bool

  /// A warning of a session.
  public init(_ note: SessionNote) {
    self.init(
      text: note.line(), errorText: note.line(asError: true),
      counts: !note.message.hasPrefix(BuiltInTiles.roughness),
      isOfMachine: note.diagnostic?.code == "missing-font")
  }

  init(text: String, errorText: String, counts: Bool = true, isOfMachine: Bool = false) {
    (self.text, self.errorText, self.counts, self.isOfMachine) = (text, errorText, counts, isOfMachine)
  }
}

/// The drawings of a request's cases, and what is worth knowing about them.
public struct CaseDrawings: Sendable {
  /// The drawings in the order of the cases; where the request itself cannot be drawn, each has the same error.
  public var actuals: [Result<GoldenActual, GoldenError>]
  /// Warnings about the request.
  public var notes: [CaseNote]
  /// The markers of cases that are explained, as GeoJSON, by the case's number.
  public var markers: [Int: [UInt8]]

  /// Drawings with what is worth knowing about them.
  public init(
    _ actuals: [Result<GoldenActual, GoldenError>], notes: [CaseNote] = [], markers: [Int: [UInt8]] = [:]
  ) {
    (self.actuals, self.notes, self.markers) = (actuals, notes, markers)
  }
}
