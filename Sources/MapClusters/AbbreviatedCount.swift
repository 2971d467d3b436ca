/// A count as maps write it: `"950"`, `"1k"`, `"1.3k"`, `"12k"`.
///
/// From 10,000 on whole thousands, from 1,000 on tenths of a thousand, halves rounded up; a tenth of zero is
/// not written. Below 1,000 the number itself.
///
/// - Parameter count: points in a cluster, at least 0.
/// - SeeAlso: `point_count_abbreviated` of the MapLibre style specification's clustered sources.
public func abbreviatedCount(_ count: Int) -> String {
  switch count {
  case 10_000...:
    return "\(count / 1_000 + (count % 1_000 >= 500 ? 1 : 0))k"
  case 1_000...:
    let tenths = (count + 50) / 100
    return tenths % 10 == 0 ? "\(tenths / 10)k" : "\(tenths / 10).\(tenths % 10)k"
  default:
    return "\(count)"
  }
}
