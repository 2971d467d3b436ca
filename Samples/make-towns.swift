// Makes Samples/towns-5000.csv: 5,000 invented places in and about 70 capitals that lie inland.
//
//     swift Samples/make-towns.swift > Samples/towns-5000.csv
//
// The same on every machine: the generator is our own, and nothing but sums and products is done with its numbers.
import Foundation

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

  /// `0..<count`.
  mutating func index(below count: Int) -> Int { Int(next() % UInt64(count)) }

  /// About normal, mean 0 and deviation 1: the sum of twelve units (Irwin and Hall), which needs no logarithm.
  mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + unit() } }
}

struct Town {
  let name: String
  let longitude: Double
  let latitude: Double
  let weight: Int
  /// Where its quarters are, so that a town looks like one from near.
  var quarters: [(longitude: Double, latitude: Double)] = []
}

/// Capitals with land on all sides.
let inland: Set = [
  "Kabul", "Vienna", "Minsk", "Brussels", "Sofia", "Ouagadougou", "Phnom Penh", "Ottawa", "Santiago",
  "Beijing",
  "Bogotá", "Zagreb", "Prague", "Quito", "Cairo", "Addis Ababa", "Paris", "Berlin", "Guatemala City",
  "Budapest",
  "New Delhi", "Tehran", "Baghdad", "Rome", "Amman", "Astana", "Nairobi", "Bishkek", "Vientiane", "Vilnius",
  "Luxembourg", "Kuala Lumpur", "Bamako", "Mexico City", "Chișinău", "Ulaanbaatar", "Kathmandu", "Niamey",
  "Abuja",
  "Skopje", "Islamabad", "Asunción", "Warsaw", "Bucharest", "Moscow", "Kigali", "Riyadh", "Belgrade",
  "Bratislava",
  "Ljubljana", "Pretoria", "Seoul", "Madrid", "Khartoum", "Bern", "Damascus", "Dushanbe", "Bangkok", "Ankara",
  "Ashgabat", "Kampala", "Kyiv", "London", "Washington, D.C.", "Tashkent", "Hanoi", "Lusaka", "Harare",
  "Brasília",
  "Canberra",
]
let kinds = ["cafe", "museum", "station", "park"]
/// Out of 100 places, how many are of each kind.
let shares = [55, 10, 15, 20]

/// The fields of a line; only quotes around a whole field are known.
func fields(of line: Substring) -> [String] {
  var result = [""]
  var isQuoted = false
  for character in line {
    if character == "\"" {
      isQuoted.toggle()
    } else if character == ",", !isQuoted {
      result.append("")
    } else {
      result[result.count - 1].append(character)
    }
  }
  return result
}

/// Six decimals, halves away from zero.
func decimals(_ degrees: Double) -> String {
  let steps = Int((degrees * 1_000_000).rounded())
  let part = String(1_000_000 + abs(steps) % 1_000_000).dropFirst()
  return "\(steps < 0 ? "-" : "")\(abs(steps) / 1_000_000).\(part)"
}

let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
let capitals = try String(contentsOf: folder.appendingPathComponent("capitals.csv"), encoding: .utf8)
var generator = Generator(state: 5000)
var towns: [Town] = []
for line in capitals.split(separator: "\n").dropFirst() {
  let row = fields(of: line)
  guard row.count == 5, inland.contains(row[0]), let longitude = Double(row[2]),
    let latitude = Double(row[3]),
    let population = Double(row[4])
  else { continue }
  var town = Town(
    name: row[0], longitude: longitude, latitude: latitude, weight: 20 + Int((population / 1000).squareRoot())
  )
  // A degree of longitude shrinks toward the poles; 1 − φ²/2 … is its cosine to within a hundredth here.
  let radians = latitude * 3.141592653589793 / 180
  let squared = radians * radians
  let stretch = 1 / (1 - squared / 2 + squared * squared / 24 - squared * squared * squared / 720)
  for _ in 0..<(3 + generator.index(below: 6)) {
    town.quarters.append(
      (longitude + generator.normal() * 0.05 * stretch, latitude + generator.normal() * 0.05))
  }
  towns.append(town)
}
let weight = towns.reduce(0) { $0 + $1.weight }

print("id,name,kind,longitude,latitude")
for id in 1...5000 {
  var rest = generator.index(below: weight)
  guard
    let town = towns.first(where: { town in
      rest -= town.weight
      return rest < 0
    })
  else { continue }
  var share = generator.index(below: 100)
  let kind =
    zip(kinds, shares).first { _, count in
      share -= count
      return share < 0
    }?.0 ?? kinds[0]
  let quarter = town.quarters[generator.index(below: town.quarters.count)]
  let longitude = quarter.longitude + generator.normal() * 0.02
  let latitude = quarter.latitude + generator.normal() * 0.012
  let name = "\(town.name) \(kind) \(id)"
  print(
    "t\(id),\(name.contains(",") ? "\"\(name)\"" : name),\(kind),\(decimals(longitude)),\(decimals(latitude))"
  )
}
