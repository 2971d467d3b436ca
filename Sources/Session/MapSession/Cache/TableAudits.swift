import CellSources
import Parallel

/// Audits of the rows that cells of databases' tables leave out: asked again after many tiles, not for each.
final class TableAudits: Sendable {
  private let known = Mutex<[String: (audit: TableAudit, tiles: Int)]>([:])

  func audit<Failure: Error>(
    _ key: String, _ ask: () throws(Failure) -> TableAudit
  ) throws(Failure) -> TableAudit {
    let kept = known.withLock { known in
      known[key]?.tiles -= 1
      return known[key]
    }
    if let kept, kept.tiles > 0 { return kept.audit }
    let audit = try ask()
    known.withLock { known in
      if known.count >= 256 { known = [:] }
      known[key] = (audit, 256)
    }
    return audit
  }
}
