/// Figures of a server, in the text format of Prometheus.
struct ServerFigures: Sendable {
  private var counts: [String: Int] = [:]
  private var buckets = [Int](repeating: 0, count: bounds.count + 1)
  private var seconds = 0.0
  private var bytes = 0
  /// Pictures that were drawn, that were kept from before, and that a client had already.
  var drawn = 0
  var cached = 0
  var unchanged = 0
  var posted = 0

  private static let bounds = [0.001, 0.005, 0.025, 0.1, 0.25, 1, 5, 30]

  mutating func count(_ answer: ServerAnswer, seconds: Double) {
    counts["route=\"\(answer.route)\",status=\"\(answer.status)\"", default: 0] += 1
    buckets[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
    self.seconds += seconds
    bytes += answer.body.bytes.count
  }

  func text(_ gauges: KeyValuePairs<String, Int>) -> String {
    var lines = ["# TYPE clustersnap_requests_total counter"]
    lines += counts.sorted { $0.key < $1.key }.map { "clustersnap_requests_total{\($0.key)} \($0.value)" }
    lines.append("# TYPE clustersnap_request_seconds histogram")
    var sum = 0
    for (index, count) in buckets.enumerated() {
      sum += count
      let bound = index < Self.bounds.count ? "\(Self.bounds[index])" : "+Inf"
      lines.append("clustersnap_request_seconds_bucket{le=\"\(bound)\"} \(sum)")
    }
    lines.append("clustersnap_request_seconds_sum \(seconds)")
    lines.append("clustersnap_request_seconds_count \(sum)")
    for (name, value) in [
      ("answer_bytes", bytes), ("pictures_drawn", drawn), ("pictures_cached", cached),
      ("pictures_unchanged", unchanged),
    ] {
      lines += ["# TYPE clustersnap_\(name)_total counter", "clustersnap_\(name)_total \(value)"]
    }
    for (name, value) in gauges {
      lines += ["# TYPE clustersnap_\(name) gauge", "clustersnap_\(name) \(value)"]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
