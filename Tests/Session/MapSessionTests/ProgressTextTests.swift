import MapSession
import TestSupport
import Testing

@Suite struct `The time left` {
  @Test(
    arguments: [
      (0.5, 10.0, "10 s"), (0.25, 10, "30 s"), (0.9, 9, "1 s"), (0.1, 60, "9 min"), (0.05, 1, "19 s"),
      (0.04, 100, nil), (0.5, 0.9, nil), (1, 10, nil), (.nan, 10, nil), (0.05, 1e9, "9999 min"),
    ] as [(Double, Double, String?)])
  func `follows from the share done and the time it took`(share: Double, elapsed: Double, text: String?) {
    expect(SessionProgress.timeLeft(share: share, elapsed: elapsed), equals: text)
  }
}
