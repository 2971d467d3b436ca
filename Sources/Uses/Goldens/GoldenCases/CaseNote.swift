import BuiltIns
package import MapSession

package struct CaseNote: Hashable, Sendable {
  package let text: String
  /// Line of a strict run, in which warnings are errors.
  let errorText: String
  /// True for a warning that counts; false for one that nobody can act on, such as the built-in world's lack of detail.
  package var counts = true
  /// True if the picture depends on the machine that draws it, such as on its fonts.
  package var isOfMachine = false
}

extension CaseNote {
  /// A warning about a request.
  init(of request: String, _ text: String) {
    self.init(text: "\(request): warning: \(text)", errorText: "\(request): error: \(text)")
  }

  package init(_ note: SessionNote) {
    self.init(
      text: note.line(), errorText: note.line(asError: true),
      counts: !note.message.hasPrefix(BuiltInTiles.roughness),
      isOfMachine: note.diagnostic?.code == "missing-font")
  }
}

package struct CaseDrawings: Sendable {
  /// The drawings in the order of the cases; where the request itself cannot be drawn, each has the same error.
  package var actuals: [Result<GoldenActual, GoldenError>]
  package var notes: [CaseNote] = []
  /// The markers of cases that are explained or mask some, as GeoJSON with their places in the picture, by the case's number.
  package var markers: [Int: [UInt8]] = [:]
}
