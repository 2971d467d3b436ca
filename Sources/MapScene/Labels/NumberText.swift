import JSONDocument

/// Numbers as captions and legends write them, the same in every locale.
enum NumberText {
  /// A number with commas between thousands: `12,345`, `0.25`; at most four digits behind the point.
  static func grouped(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e15 else { return javaScriptText(of: number) }
    let rounded = (number * 10_000).rounded() / 10_000
    let text = javaScriptText(of: abs(rounded))
    let parts = text.split(separator: ".", maxSplits: 1)
    guard let whole = parts.first, whole.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return text }
    var grouped = ""
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index).isMultiple(of: 3) { grouped.append(",") }
      grouped.append(digit)
    }
    return (rounded < 0 ? "\u{2212}" : "") + grouped + (parts.count > 1 ? "." + parts[1] : "")
  }
}
