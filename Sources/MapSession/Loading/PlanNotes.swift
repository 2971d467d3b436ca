import JSONDocument

extension SessionLog {
  /// Reports notes of a plan.
  ///
  /// - Parameter style: the style as messages call it.
  public func report(_ notes: [PlanNote], style: String = "") {
    for note in notes {
      if let layer = note.layer {
        let diagnostic = Diagnostic(
          note.severity, code: "nothing-to-draw", path: layer.path, position: layer.position,
          naming: note.text)
        report([diagnostic], of: style)
      } else if note.severity == .info {
        information(note.text, at: note.place)
      } else {
        warning(note.text, at: note.place)
      }
    }
  }
}
