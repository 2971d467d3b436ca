import JSONDocument
import MapSettings
import TestSupport
import Testing

@Suite struct `Presets` {
  @Test(arguments: [
    ("PGClustering", "did you mean pgclustering?"),
    ("TBAnnotationClustering", "did you mean tbannotationclustering?"),
    ("Pablo", "did you mean pablo?"), ("nothing like it", "write one of these"),
  ])
  func `are guessed by all of their names`(word: String, advice: String) throws {
    let entry = try #require(ClusterOptions.table["preset"])
    #expect(entry.choices.contains("pgclustering"))
    #expect(entry.choices.contains("pablo"))
    #expect(entry.choices.contains("tb"))
    var options = ClusterOptions()
    let error = #expect(throws: SettingError.self) { try entry.take(word: word, into: &options) }
    let message = error?.description ?? ""
    #expect(message.hasSuffix(advice), "\(message)")
    #expect(message.contains("pgclustering"), "\(message)")
    #expect(message.contains("pablo"), "\(message)")
    let text = "{\"preset\": \"\(word)\"}"
    let (_, diagnostics) = SnapshotRequest.parse(try JSONText(parsing: text))
    expect(diagnostics.first?.message.contains("pablo"), equals: true, "\(diagnostics)")
  }

  @Test func `have their names, the usual one first`() {
    expect(ClusterOptions.names(of: .pablo), equals: ["pgclustering", "pablo"])
    expect(ClusterOptions.names(of: .tb), equals: ["tbannotationclustering", "tb"])
    expect(ClusterOptions.names(of: .cch), equals: ["cch"])
  }
}
