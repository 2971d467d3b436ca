/// The word nearest to a mistyped one, if any is near.
///
/// Case, hyphens and underscores are ignored (`circleColor` means `circle-color`). One edit is allowed from
/// three letters on, two from six, three from nine; else a unique beginning of three letters or more counts.
/// Of equally near words the first wins.
///
/// - Returns: `nil` if nothing is near, or `word` is among the words.
/// - Complexity: O(*words* · *length*²); words over 64 letters or 256 bytes are not compared.
/// - SeeAlso: R. A. Wagner, R. Lowrance, "An Extension of the String-to-String Correction Problem" (1975),
/// restricted.
public func didYouMean(_ word: String, among words: some Sequence<String>) -> String? {
  // Separators are no letters, but are compared as written.
  guard word.utf8.count <= longestCompared else { return nil }
  let typed = folded(word)
  guard !typed.isEmpty, typed.count <= 64 else { return nil }
  let limit = typed.count < 3 ? 0 : typed.count < 6 ? 1 : typed.count < 9 ? 2 : 3
  var best: (word: String, rank: (Int, Int))?
  var beginsSo: [String] = []
  for candidate in words {
    if candidate == word { return nil }
    guard candidate.utf8.count <= longestCompared else { continue }
    let plain = folded(candidate)
    guard !plain.isEmpty, plain.count <= 64 else { continue }
    if min(typed.count, plain.count) >= 3, plain.starts(with: typed) || typed.starts(with: plain) {
      beginsSo.append(candidate)
    }
    guard abs(plain.count - typed.count) <= limit else { continue }
    let distance = editDistance(typed, plain)
    guard distance <= limit, distance < plain.count else { continue }
    // Of two equally near words the one that also looks alike as written.
    let rank = (distance, editDistance(Array(word.unicodeScalars), Array(candidate.unicodeScalars)))
    if let best, best.rank <= rank { continue }
    best = (candidate, rank)
  }
  // What is three letters off is less likely than a word that is cut short or goes on.
  if let best, best.rank.0 < 3 || beginsSo.count != 1 { return best.word }
  return beginsSo.count == 1 ? beginsSo[0] : nil
}

private let longestCompared = 256

/// Advice on an unknown name: the nearest one, else those known.
public func nameAdvice(_ name: String, among known: [String]) -> String {
  nameAdvice(name, among: known, else: "there are \(listForMessage(known))")
}

/// Advice on an unknown name: the nearest one, else other words.
public func nameAdvice(
  _ name: String, among known: some Sequence<String>, else other: @autoclosure () -> String
) -> String {
  didYouMean(name, among: known).map { "did you mean \(escapedForMessage($0))?" } ?? other()
}

/// Names between commas, twelve at most.
public func listForMessage(_ names: [String]) -> String {
  names.prefix(12).map(escapedForMessage).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
}

private func folded(_ word: String) -> [Unicode.Scalar] {
  word.lowercased().unicodeScalars.filter { !["-", "_", " ", "."].contains($0) }
}

/// Edit distance, with swaps of neighboring letters.
private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in 0..<a.count {
    var row = [i + 1]
    row.reserveCapacity(b.count + 1)
    for j in 0..<b.count {
      var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
