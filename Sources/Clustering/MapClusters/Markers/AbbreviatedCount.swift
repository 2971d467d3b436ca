/// A count as maps write it: `"950"`, `"1k"`, `"1.3k"`, `"12k"`, `"10.2M"`, `"3B"`.
///
/// From 10,000 on whole thousands, from 1,000 on tenths of a thousand, halves rounded up; from a million on millions, from a
/// billion on billions and from a trillion on trillions, with one digit behind the point below a hundred of them. A tenth of zero is not written. What would be
/// rounded up to the next form stays below it: 9,999 is `"9.9k"`, in the color of the thousands. Below 1,000 the number itself.
///
/// - Parameter count: points in a cluster, at least 0.
/// - SeeAlso: `point_count_abbreviated` of the MapLibre style specification's clustered sources, which has no millions, and
///   `"10k"` for 9,950 and more.
public func abbreviatedCount(_ count: Int) -> String {
  switch count {
  case 1_000_000_000_000...: large(count, 1_000_000_000_000, "T", below: .max)
  case 1_000_000_000...: large(count, 1_000_000_000, "B", below: 999)
  case 1_000_000...: large(count, 1_000_000, "M", below: 999)
  case 10_000...: "\(min(999, count / 1_000 + (count % 1_000 >= 500 ? 1 : 0)))k"
  case 1_000...: tenths(min(99, (count + 50) / 100)) + "k"
  default: "\(count)"
  }
}

/// A number in a unit: tenths below a hundred of them, whole ones from there on.
private func large(_ count: Int, _ unit: Int, _ name: String, below limit: Int) -> String {
  if count < 100 * unit { return tenths(min(999, (count / (unit / 100) + 5) / 10)) + name }
  return "\(min(limit, count / unit + (count % unit >= unit / 2 ? 1 : 0)))\(name)"
}

private func tenths(_ number: Int) -> String {
  number % 10 == 0 ? "\(number / 10)" : "\(number / 10).\(number % 10)"
}
