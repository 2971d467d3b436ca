import Foundation
import TestSupport
import Testing

/// The pictures of README and guides, each made by the block of commands above it.
///
/// `make gallery` runs these tests with `CLUSTERSNAP_RECORD=all`, which writes the pictures instead of comparing them.
@Suite struct PagePictures {
  /// A block of commands, and the pictures that stand below it up to the next block.
  struct Figure: CustomTestStringConvertible, Sendable {
    let page: String
    let script: String
    /// Paths from the folder of the page.
    var pictures: [String] = []

    /// The folder of the page, from the checkout.
    var folder: String { page.components(separatedBy: "/").dropLast().map { $0 + "/" }.joined() }
    var testDescription: String { "\(page): \(pictures.joined(separator: ", "))" }
  }

  static let pages = [
    "README.md", "Documentation/recipes.md", "Documentation/speed.md", "Documentation/testing.md",
  ]

  /// The figures of a page; pictures above its first block belong to that block.
  static func figures(of page: String) throws -> [Figure] {
    let text = try String(contentsOfFile: Workplace.checkout + page, encoding: .utf8)
    var figures: [Figure] = []
    var waiting: [String] = []
    for part in text.matches(of: /```sh\n(?<script>(?s:.*?))```|!\[[^\]]*\]\((?<picture>[^)]+)\)/) {
      if let picture = part.output.picture.map(String.init) {
        if figures.isEmpty {
          waiting.append(picture)
        } else {
          figures[figures.count - 1].pictures.append(picture)
        }
      } else if let script = part.output.script {
        figures.append(Figure(page: page, script: String(script), pictures: waiting))
        waiting = []
      }
    }
    #expect(waiting == [], "\(page) has pictures without commands")
    return figures.filter { !$0.pictures.isEmpty }
  }

  static let all = pages.flatMap { (try? figures(of: $0)) ?? [] }

  @Test func `stand in the README`() throws {
    let pictures = try Self.figures(of: "README.md").flatMap(\.pictures)
    #expect(pictures.count > 20)
    #expect(Set(pictures).count == pictures.count)
    let files = try FileManager.default.contentsOfDirectory(atPath: Workplace.checkout + "Samples/pictures")
    #expect(Set(pictures) == Set(files.map { "Samples/pictures/" + $0 }))
  }

  @Test(arguments: all) func `are what the commands above them make`(figure: Figure) throws {
    let data = ProcessInfo.processInfo.environment["CLUSTERSNAP_DATA"]
    if figure.script.contains("$CLUSTERSNAP_DATA"), data == nil { return }
    let place = try Workplace()
    let outcome = try place.shell(
      """
      set -e
      ln -s '\(Workplace.checkout)/Samples' '\(Workplace.checkout)/Styles' .
      CLUSTERSNAP_DATA='\(data ?? "")'
      command=$0
      clustersnap() { "$command" "$@" --quiet; }
      \(figure.script)
      """, seconds: 120)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for picture in figure.pictures {
      let name = String(picture.split(separator: "/").last ?? "")
      let golden = Workplace.checkout + figure.folder + picture
      let drawn = try #require(place.read(name), "no command of the block writes \(name)")
      let isSame = try place.run(["diff", name, golden]).status == 0
      if ProcessInfo.processInfo.environment["CLUSTERSNAP_RECORD"] != "all" {
        #expect(isSame, "\(picture) is not what its command makes; make gallery")
      } else if !isSame {
        try drawn.write(to: URL(filePath: golden))
      }
    }
  }

  /// The guide to the methods: its figures take a script beside the command, so that `make figures` draws them.
  @Test(.wants(programs: ["make", "swift"])) func `of the methods are what make figures draws`() throws {
    let folder = "Sources/MapClusters/MapClusters.docc/Resources"
    let place = try Workplace()
    let outcome = try place.shell(
      """
      for name in Samples Sources Styles; do ln -s '\(Workplace.checkout)'/$name .; done
      mkdir drawn
      make -s -f '\(Workplace.checkout)/Makefile' -o build figures RELEASE="$0" FIGURES=drawn
      """, seconds: 240)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let goldens = try FileManager.default.contentsOfDirectory(atPath: Workplace.checkout + folder)
      .filter { $0.hasPrefix("method-") }
    #expect(goldens.count == 7)
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: place.path("drawn"))) == Set(goldens))
    for name in goldens {
      let run = try place.run(["diff", "drawn/\(name)", "\(folder)/\(name)"])
      #expect(run.status == 0, "\(name): \(run.text); make figures")
    }
  }
}
