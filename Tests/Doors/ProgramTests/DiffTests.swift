import Foundation
import TestSupport
import Testing

@Suite struct `clustersnap diff` {
  /// Two maps of one size that differ in their background, and one of another size.
  private func pictures() throws -> Workplace {
    let folder = try Workplace.ofGoldens()
    for (name, members) in [("a", ""), ("b", #", "background": "red""#), ("large", #", "scale": 2"#)] {
      try folder.addCase(name, members)
      _ = try folder.run("verify \(name).json --record missing")
    }
    return folder
  }

  @Test func `prints in one line how much differs, and where`() throws {
    let folder = try pictures()
    let equal = try folder.run("diff a.png a.png")
    #expect((equal.status, equal.text) == (0, "equal: no pixel differs\n"))
    let different = try folder.run("diff a.png b.png")
    #expect((different.status, different.outputLines.count) == (1, 1))
    #expect(different.text.contains(/^different: \d+ of 3072 pixels differ \([\d.]+ %\), in 64x48 at 0,0/))
    #expect(try folder.run("diff a.png b.png --quiet").text.isEmpty)
  }

  @Test func `calls equal only what is equal, and names the limit of the rest`() throws {
    let folder = try pictures()
    for (words, limit) in [
      ("--threshold 1", "threshold 1"), ("--tolerance 255", "tolerance 255"),
      ("--mask 0,0,64,48", "threshold 0.1 and the masks"),
    ] {
      let outcome = try folder.run("diff a.png b.png \(words)")
      expect(outcome.status, equals: 0)
      #expect(
        outcome.text.contains(/^within \S+ .*: \d+ of 3072 pixels differ, none by more\n$/), "\(outcome.text)"
      )
      #expect(outcome.text.hasPrefix("within \(limit): "))
    }
    for (other, words, isIdentical, isEqual) in [
      ("a", "", true, true), ("b", "--threshold 1", false, true), ("b", "", false, false),
    ] {
      let text = try folder.run("diff a.png \(other).png --json \(words)").text
      let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      #expect((root["identical"] as? Bool, root["equal"] as? Bool) == (isIdentical, isEqual))
      expect(root["unequalPixels"] as? Int == 0, equals: isIdentical)
    }
  }

  @Test func `compares animations frame by frame`() throws {
    let head =
      #"{"sources": {"p": {"points": [[1, 1], [2, 2]]}}, "size": [60, 50], "center": [1, 1], "zoom": 3, "basemap": "none", "#
    let folder = try Workplace()
    for (name, member, pause) in [
      ("a", "", "0.5"), ("b", #""background": "red", "#, "0.5"), ("c", "", "0.6"),
    ] {
      try folder.write(
        "\(name).json",
        head + member
          + #""fps": 10, "hold": \#(pause), "steps": [{"add": true}, {"snapshot": "x"}, {"zoom": 4}, {"snapshot": "y"}]}"#
      )
      try folder.run("animate \(name).json -o \(name).png").succeeding()
    }
    let equal = try folder.run("diff a.png a.png").succeeding()
    let count = try #require(Int(equal.text.split(separator: " ").dropLast().last ?? ""))
    expect(equal.text, equals: "equal: no pixel differs in \(count) frames\n")
    #expect(count > 1)
    let different = try folder.run("diff a.png b.png -o d.png")
    expect(different.status, equals: 1)
    #expect(different.text.hasPrefix("different: frame 1 of \(count), and \(count - 1) more: "))
    #expect(folder.read("d.png") != nil)
    let json = try folder.run("diff a.png b.png --json").text
    #expect(json.contains("\"frames\":\(count),\"differingFrames\":\(count),\"frame\":1"))
    let paced = try folder.run("diff a.png c.png")
    expect(paced.status, equals: 1)
    expect(paced.text, equals: "different: frame 1 is shown for 0.6 s instead of 0.5 s\n")
    // A picture is no animation.
    try folder.run("animate a.json --at 0 -o still.png").succeeding()
    let still = try folder.run("diff a.png still.png")
    #expect((still.status, still.text) == (1, "different: \(count) frames, and 1 frame\n"))
  }

  @Test func `draws pictures of different sizes over one another`() throws {
    let folder = try pictures()
    try expect(folder.run("diff a.png large.png -o d.png").status, equals: 2)
    let bytes = try #require(folder.read("d.png"))
    expect(bytes[16..<24].map { $0 }, equals: [0, 0, 0, 128, 0, 0, 0, 96])
  }

  @Test func `passes within the limits, each of which must hold`() throws {
    let folder = try pictures()
    func status(_ words: String...) throws -> Int32? {
      try folder.run(["diff", "a.png", "b.png"] + words).status
    }
    try expect(status("--max-pixels", "3072"), equals: 0)
    try expect(status("--max-ratio", "1", "--max-pixels", "3"), equals: 1)
    try expect(status("--max-window", "4", "--window", "2"), equals: 0)
    try expect(status("--max-window", "3", "--window", "2"), equals: 1)
    try expect(status("--mask", "0,0,64,48"), equals: 0)
    try expect(status("--mask", "0,0,64,47"), equals: 1)
    try expect(status("--threshold", "1"), equals: 0)
    try expect(status("--tolerance", "255"), equals: 0)
    try expect(status("--tolerance", "1", "--threshold", "0.5"), equals: 2)
    try expect(status("--threshold", "2"), equals: 2)
    try expect(status("--mask", "1,2,3"), equals: 2)
  }

  @Test func `answers in JSON`() throws {
    let folder = try pictures()
    let outcome = try folder.run("diff a.png b.png --json --include-aa")
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.text.utf8)) as? [String: Any])
    #expect((root["equal"] as? Bool, root["width"] as? Int, root["height"] as? Int) == (false, 64, 48))
    expect(root["bounds"] as? [Int], equals: [0, 0, 64, 48])
    let window = try #require(root["densestWindow"] as? [String: Int])
    #expect((window["size"], window["pixels"]) == (32, 1024))
    let count = try #require(root["diffPixels"] as? Int)
    expect(root["ratio"] as? Double, equals: Double(count) / 3072)
  }

  @Test func `draws the difference, alone or in a strip`() throws {
    let folder = try pictures()
    try expect(folder.run("diff a.png b.png -o d.png").status, equals: 1)
    try expect(folder.run("diff a.png b.png -o s.png --layout strip").status, equals: 1)
    func width(_ name: String) throws -> Int {
      let bytes = try #require(folder.read(name))
      return bytes[16..<20].reduce(0) { $0 << 8 | Int($1) }
    }
    try expect(width("d.png"), equals: 64)
    expect(try width("s.png"), equals: 192)
    let before = try #require(folder.read("b.png"))
    try expect(folder.run("diff a.png b.png -o b.png").status, equals: 2)
    expect(folder.read("b.png"), equals: before)
    try expect(folder.run("diff a.png b.png -o no/d.png").status, equals: 3)
  }

  @Test func `reports in one line what cannot be compared`() throws {
    let folder = try pictures()
    let png = try #require(folder.read("a.png"))
    try folder.write("cut.png", png.prefix(png.count / 2))
    var flipped = png
    flipped[png.count - 20] ^= 1
    try folder.write("flipped.png", flipped)
    try folder.write("text.png", "hello")
    func message(_ name: String, _ other: String) throws -> String {
      let outcome = try folder.run("diff '\(name)' '\(other)'")
      #expect((outcome.status, outcome.text, outcome.errors.split(separator: "\n").count) == (2, "", 1))
      return outcome.errors
    }
    try expect(
      message("a.png", "large.png"),
      equals:
        "clustersnap: error: a.png has 64x48 pixels, large.png 128x96; only pictures of one size can be compared\n"
    )
    #expect(try message("nowhere.png", "a.png").hasPrefix("nowhere.png: error: cannot be read: "))
    try expect(message(".", "a.png"), equals: ".: error: this is a folder; name a PNG\n")
    #expect(try message("text.png", "a.png").hasPrefix("text.png: error: not a PNG"))
    try folder.write("pointer.png", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 9\n")
    try expect(
      message("pointer.png", "a.png"),
      equals: "pointer.png: error: this is a pointer of Git LFS; fetch the file with git lfs pull\n")
    #expect(try message("/dev/zero", "a.png").hasPrefix("/dev/zero: error: not a PNG"))
    // Equal bytes do not make a damaged file sound.
    #expect(try message("cut.png", "cut.png").hasPrefix("cut.png: error: the PNG ends early"))
    #expect(try message("flipped.png", "flipped.png").hasPrefix("flipped.png: error: the PNG is damaged"))
    try expect(folder.run("diff a.png").status, equals: 2)
  }

  @Test func `reads a picture from standard input, and refuses enormous ones`() throws {
    let folder = try pictures()
    try expect(folder.run("diff - -").status, equals: 2)
    var huge = try #require(folder.read("a.png"))
    huge.replaceSubrange(16..<24, with: [0, 0, 0x80, 0, 0, 0, 0x80, 0])
    huge.replaceSubrange(29..<33, with: checksum(of: huge[12..<29]))
    try folder.write("huge.png", huge)
    let outcome = try folder.run("diff huge.png huge.png")
    outcome.reports(2, containing: "32768×32768 pixels; at most 16384 a side")
  }

  /// CRC-32 as PNG wants it, bit by bit.
  private func checksum(of bytes: Data) -> [UInt8] {
    var sum: UInt32 = .max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return (0..<4).map { UInt8(truncatingIfNeeded: ~sum >> (24 - 8 * UInt32($0))) }
  }
}
