// Makes Samples/quakes.csv: 1,200 invented earthquakes along the seam of two invented plates.
//
//     swift Samples/make-quakes.swift > Samples/quakes.csv
//
// The same on every machine: the generator is our own, and nothing but sums, products and square roots is done with its
// numbers.

/// SplitMix64 by Sebastiano Vigna (public domain).
struct Generator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// `0..<1`.
  mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  /// About normal, mean 0 and deviation 1: the sum of twelve units (Irwin and Hall), which needs no logarithm.
  mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + unit() } }
}

/// The seam, from the Azores along the Mediterranean to the Caucasus: longitude, latitude, how busy it is up to there.
let seam: [(longitude: Double, latitude: Double, busy: Double)] = [
  (-28, 38, 0), (-10, 36, 0.05), (2, 37, 0.1), (10, 44, 0.17), (15, 39.5, 0.35), (20, 40, 0.45),
  (23, 37, 0.6),
  (28, 38.5, 0.75), (34, 38, 0.85), (44, 42, 1),
]

/// A number with so many decimals.
func text(_ value: Double, _ decimals: Int) -> String {
  let scale = decimals == 1 ? 10.0 : 10_000
  let whole = Int((abs(value) * scale).rounded())
  let digits = String(whole % Int(scale))
  let padding = String(repeating: "0", count: decimals - digits.count)
  return (value < 0 ? "-" : "") + "\(whole / Int(scale)).\(padding)\(digits)"
}

var generator = Generator(state: 19_10)
print("id,longitude,latitude,mag,tsunami")
for number in 1...1200 {
  let place = generator.unit()
  let next = seam.firstIndex { $0.busy > place } ?? seam.count - 1
  let (from, to) = (seam[next - 1], seam[next])
  let share = (place - from.busy) / (to.busy - from.busy)
  let longitude = from.longitude + share * (to.longitude - from.longitude) + 1.4 * generator.normal()
  let latitude = from.latitude + share * (to.latitude - from.latitude) + 0.9 * generator.normal()
  // Three times fewer for every magnitude more; on Earth it is ten times, but a picture wants some of each.
  var magnitude = 1.0
  while magnitude < 7.5, generator.unit() < 0.8913 { magnitude += 0.1 }
  let isWave = magnitude > 4.5 && generator.unit() < 0.3
  print("q\(number),\(text(longitude, 4)),\(text(latitude, 4)),\(text(magnitude, 1)),\(isWave ? 1 : 0)")
}
