import Foundation
import TestSupport
import Testing

@Suite struct `What is installed` {
  @Test func `is the binary, its manual pages and its completions`() throws {
    let place = try Workplace()
    let script = "umask 077; '\(Workplace.checkout)/Packaging/install.sh' \"$0\" '\(place.folder)/usr'"
    try place.shell(script).succeedingQuietly()
    for file in [
      "bin/clustersnap", "share/man/man1/clustersnap.1", "share/man/man1/clustersnap-render.1",
      "share/bash-completion/completions/clustersnap", "share/zsh/site-functions/_clustersnap",
      "share/fish/vendor_completions.d/clustersnap.fish",
    ] {
      let attributes = try FileManager.default.attributesOfItem(atPath: place.path("usr/\(file)"))
      // Whoever installs may have a stricter umask than those who are to use it.
      let permissions = (attributes[.posixPermissions] as? NSNumber)?.intValue
      #expect(permissions == (file.hasPrefix("bin/") ? 0o755 : 0o644))
      #expect((attributes[.size] as? NSNumber)?.intValue ?? 0 > 500, "\(file)")
    }
    #expect(try place.shell("'\(place.folder)/usr/bin/clustersnap' --version").status == 0)
  }

  @Test(.wants(programs: ["make"])) func `has the version that the Makefile reads`() throws {
    let place = try Workplace()
    let shown = try place.run(["--version"]).text.split(whereSeparator: \.isWhitespace)
    let read = try place.shell(
      "make -s -n -p build 2>/dev/null | sed -n 's/^VERSION := //p'", in: Workplace.checkout)
    #expect(read.outputLines == [String(shown[1])])
    #expect(shown.count >= 2)
    let changes = try #require(FileManager.default.contents(atPath: Workplace.checkout + "CHANGELOG.md"))
    #expect(String(decoding: changes, as: UTF8.self).contains("\n## \(shown[1])"))
  }
}
