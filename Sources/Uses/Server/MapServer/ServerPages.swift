extension MapServer {
  func page(of route: Route) -> ServerAnswer? {
    switch route {
    case .health: return text("ok\n")
    case .ready:
      _ = folder()
      if let fault = state.withLock({ $0.fault }) {
        return ServerError(503, folderText(fault.message), at: fault.place.map(folderText)).answer
      }
      let broken = resources.broken.all.map(\.name)
      return text(broken.isEmpty ? "ready\n" : "degraded: \(broken.joined(separator: ", "))\n")
    case .metrics:
      let (figures, count, bytes, drawings) = state.withLock {
        ($0.figures, $0.kept.count, $0.kept.cost, $0.drawings.count)
      }
      return text(
        figures.text([
          "kept_pictures": count, "kept_picture_bytes": bytes, "kept_table_bytes": session.keptBytes,
          "drawings": drawings, "broken_files": resources.broken.all.count,
          "broken_seconds": resources.broken.seconds,
        ]), "text/plain; version=0.0.4; charset=utf-8")
    case .openAPI: return ServerAnswer(200, "application/json", OpenAPI.document(options))
    case .page:
      let folder = folder()
      return ServerAnswer(200, "text/html; charset=utf-8", AddressPage.bytes(folder, options))
    default: return nil
    }
  }

  private func text(_ text: String, _ type: String = "text/plain; charset=utf-8") -> ServerAnswer {
    var answer = ServerAnswer(200, type, Array(text.utf8))
    answer.headers.append(("Cache-Control", "no-store"))
    return answer
  }
}
