import Synchronization

final class ReloadCounter: Sendable {
  private let turn = Atomic<Int>(0)

  func begin() -> Int { turn.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue }

  func isLatest(_ own: Int) -> Bool { turn.load(ordering: .acquiring) == own }
}
