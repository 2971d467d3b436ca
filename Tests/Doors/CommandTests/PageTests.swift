import Foundation
import TestSupport
import Testing

/// The pages that newcomers read: README, guides and recipes. Each block of commands runs as it stands, and each picture is
/// what the block above it makes, or the first block where the picture stands before it.
///
/// `make gallery` runs these tests with `CLUSTERSNAP_RECORD=all`, which writes the pictures instead of comparing them.
@Suite struct Pages {
  /// A block of commands, and the pictures that stand below it up to the next block.
  struct Block: CustomTestStringConvertible, Sendable {
    let page: String
    let script: String
    /// The reason why it cannot run here, from the comment `<!-- not run: … -->` above it.
    let reason: String?
    /// Paths from the folder of the page.
    var pictures: [String] = []

    /// The folder of the page, from the checkout.
    var folder: String { page.components(separatedBy: "/").dropLast().map { $0 + "/" }.joined() }
    var testDescription: String { "\(page): \(script.split(separator: "\n").first ?? "")" }
  }

  private static func files(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: Workplace.checkout + folder)) ?? []).sorted()
  }

  static let pages =
    ["README.md", "Documentation/recipes.md"]
    + files(in: "Documentation/guide").map { "Documentation/guide/" + $0 }
    + [
      "Documentation/reference/defaults.md", "Documentation/internals/speed.md",
      "Documentation/internals/testing.md",
    ]

  static let blocks = pages.flatMap(blocks(of:))

  /// The blocks of a page; pictures above its first block belong to that block.
  private static func blocks(of page: String) -> [Block] {
    let text = (try? String(contentsOfFile: Workplace.checkout + page, encoding: .utf8)) ?? ""
    var blocks: [Block] = []
    var waiting: [String] = []
    let part =
      /(?:<!-- not run: (?<reason>[^\n]*) -->\n)?```sh\n(?<script>(?s:.*?))```|!\[[^\]]*\]\((?<picture>[^)]+)\)/
    for match in text.matches(of: part) {
      if let picture = match.output.picture.map(String.init) {
        if blocks.isEmpty {
          waiting.append(picture)
        } else {
          blocks[blocks.count - 1].pictures.append(picture)
        }
      } else if let script = match.output.script {
        blocks.append(
          Block(
            page: page, script: String(script), reason: match.output.reason.map(String.init),
            pictures: waiting))
        waiting = []
      }
    }
    return blocks
  }

  @Test func `show each picture once, and no other is kept`() {
    let shown = Self.blocks.flatMap { block in block.pictures.map { $0.replacing("../", with: "") } }
    #expect(shown.count > 30)
    #expect(Self.blocks.allSatisfy { $0.reason == nil || $0.pictures.isEmpty })
    let kept = Set(Self.files(in: "Samples/pictures").map { "Samples/pictures/" + $0 })
    expect(kept.subtracting(shown), equals: [])
    expect(Set(shown).subtracting(kept), equals: [])
  }

  @Test func `mark the blocks that need what is not here`() {
    expect(
      Self.blocks.compactMap(\.reason),
      equals: [
        "needs the program pmtiles and the web", "positron.json and city.mbtiles are yours", "needs ffmpeg",
        "needs the program sqlite3; a test runs the statement through its library", "needs the databases",
        "needs a cluster", "needs a table of cells", "needs drivers and servers",
        "needs libmicrohttpd and a free port",
      ])
  }

  @Test func `are short`() throws {
    for page in Self.pages where page == "README.md" || page.contains("/guide/") {
      let text = try String(contentsOfFile: Workplace.checkout + page, encoding: .utf8)
      let words = text.replacing(/```(?s:.*?)```/, with: "")
      #expect(words.utf8.count <= (page == "README.md" ? 7_168 : 5_120), "\(page)")
    }
  }

  @Test func `link to what is there`() throws {
    for page in Self.pages + ["CONTRIBUTING.md", "SECURITY.md", "Documentation/internals/house.md"] {
      let text = try String(contentsOfFile: Workplace.checkout + page, encoding: .utf8)
      let folder = page.components(separatedBy: "/").dropLast().map { $0 + "/" }.joined()
      for link in text.matches(of: /\]\((?<target>[^)#:]+)(?:#[^)]*)?\)/) {
        let path = Workplace.checkout + folder + link.output.target
        #expect(FileManager.default.fileExists(atPath: path), "\(page): \(link.output.target)")
      }
    }
  }

  @Test(arguments: blocks.filter { $0.reason == nil }) func `run as they stand`(block: Block) throws {
    let data = ProcessInfo.processInfo.environment["CLUSTERSNAP_DATA"]
    if block.script.contains("$CLUSTERSNAP_DATA"), data == nil { return }
    let place = try Workplace()
    let outcome = try place.shell(
      """
      set -e
      ln -s '\(Workplace.checkout)/Samples' '\(Workplace.checkout)/Styles' .
      CLUSTERSNAP_DATA='\(data ?? "")'
      command=$0
      clustersnap() { "$command" "$@"; }
      \(block.script)
      """, seconds: 120)
    expect(outcome.status, equals: 0, "\(outcome.errors)")
    for output in block.script.contains("--dry-run")
      ? []
      : block.script.matches(
        of: /(?:-o|--grid|>|"output":) "?(?<name>[a-z]+\.(?:png|svg|pdf|geojson|csv))/)
    {
      #expect((place.read(String(output.output.name))?.count ?? 0) > 40, "\(output.output.name)")
    }
    for picture in block.pictures {
      let name = String(picture.split(separator: "/").last ?? "")
      let golden = Workplace.checkout + block.folder + picture
      let drawn = try #require(place.read(name), "no command of the block writes \(name)")
      let isSame =
        name.hasSuffix(".svg")
        ? (try? Data(contentsOf: URL(filePath: golden))) == Data(drawn)
        : try place.run(["diff", name, golden]).status == 0
      if ProcessInfo.processInfo.environment["CLUSTERSNAP_RECORD"] == "all" {
        if !isSame { try drawn.write(to: URL(filePath: golden)) }
      } else {
        #expect(isSame, "\(picture) is not what its command makes; make gallery")
      }
    }
  }

  /// The figures of the methods' own pages take a script beside the command, so that `make figures` draws them.
  @Test(.wants(programs: ["make", "swift"])) func `of the methods are what make figures draws`() throws {
    let folder = "Sources/Clustering/MapClusters/MapClusters.docc/Resources"
    let place = try Workplace()
    try place.shell(
      """
      for name in Samples Sources Styles; do ln -s '\(Workplace.checkout)'/$name .; done
      mkdir drawn
      make -s -f '\(Workplace.checkout)/Makefile' -o build figures RELEASE="$0" FIGURES=drawn
      """, seconds: 240
    ).succeeding()
    let goldens = try FileManager.default.contentsOfDirectory(atPath: Workplace.checkout + folder)
      .filter { $0.hasPrefix("method-") }
    expect(goldens.count, equals: 7)
    try expect(
      Set(FileManager.default.contentsOfDirectory(atPath: place.path("drawn"))), equals: Set(goldens))
    for name in goldens {
      let run = try place.run(["diff", "drawn/\(name)", "\(folder)/\(name)"])
      expect(run.status, equals: 0, "\(name): \(run.text); make figures")
    }
  }
}
