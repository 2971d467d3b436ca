import Foundation
import TestSupport
import Testing

/// The inputs that fuzzing starts from. What once crashed a reader is added as `broken-…`.
@Suite struct `Corpus of fuzzing` {
  private static let others = FuzzTarget.allCases.filter { $0 != .picture }

  @Test(.wantsInProcess(.jpeg, .webp)) func `of pictures is read as that of the others`() async throws {
    try await expectRead(.picture)
    try await expectEnd(.picture)
  }

  @Test(arguments: others)
  func `is read to its end, and accepted unless it is broken`(target: FuzzTarget) async throws {
    try await expectRead(target)
  }

  @Test(arguments: others)
  func `is read to its end where bytes are cut, changed or doubled`(target: FuzzTarget) async throws {
    try await expectEnd(target)
  }

  /// On a thread of its own: a reader may wait for tasks, whose threads tests have.
  private func isRead(_ bytes: [UInt8], by target: FuzzTarget) async -> Bool {
    await withCheckedContinuation { done in
      Thread.detachNewThread { done.resume(returning: target.read(bytes)) }
    }
  }

  private func expectRead(_ target: FuzzTarget) async throws {
    let folder = Workplace.checkout + "/Tests/Corpus/" + target.rawValue
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names.contains { !$0.hasPrefix("broken-") })
    for name in names {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + name)))
      await expect(isRead(bytes, by: target), equals: !name.hasPrefix("broken-"), "\(target)/\(name)")
    }
  }

  private func expectEnd(_ target: FuzzTarget) async throws {
    let folder = Workplace.checkout + "/Tests/Corpus/" + target.rawValue
    var random = Seeded(seed: 7)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + name)))
      for _ in 0..<100 {
        var changed = bytes
        for _ in 0...Int.random(in: 0..<3, using: &random) where !changed.isEmpty {
          let place = Int.random(in: 0..<changed.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: changed.removeSubrange(place...)
          case 1: changed[place] = UInt8.random(in: 0...255, using: &random)
          default: changed.insert(contentsOf: changed[place...].prefix(9), at: place)
          }
        }
        // What is compared stands in the target; here it is enough that it ends.
        _ = await isRead(changed, by: target)
      }
    }
  }
}
