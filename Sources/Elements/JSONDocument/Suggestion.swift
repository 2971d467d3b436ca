/// The word someone probably meant: the one nearest to a mistyped word, if any is near.
///
/// Upper and lower case, hyphens, underscores and camel case make no difference (`circleColor` means `circle-color`).
/// Beyond that one slip (a letter missing, added, replaced, or two swapped) is allowed from three letters on, two from six, three from
/// nine. Failing that, a beginning of at least three letters is taken for the only word that begins so. Of equally near words
/// the first is taken.
///
/// - Returns: `nil` when nothing is near, or when `word` itself is among the words.
/// - Complexity: O(*words* · *length*²); words longer than 64 letters, or 256 bytes as written, are not compared.
/// - SeeAlso: R. A. Wagner, R. Lowrance, "An Extension of the String-to-String Correction Problem" (1975); this is
///   its restricted form, in which no two letters are swapped and changed again.
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

/// Returns the replacement of an unknown name: the one that was probably meant, else those that are known.
///
/// - Complexity: that of ``didYouMean(_:among:)``.
public func nameAdvice(_ name: String, among known: [String]) -> String {
  nameAdvice(name, among: known, else: "there are \(listForMessage(known))")
}

/// Returns the advice on an unknown name: the one that was probably meant, else other words.
///
/// - Complexity: that of ``didYouMean(_:among:)``.
public func nameAdvice(
  _ name: String, among known: some Sequence<String>, else other: @autoclosure () -> String
) -> String {
  didYouMean(name, among: known).map { "did you mean \(escapedForMessage($0))?" } ?? other()
}

/// Names between commas, twelve at most.
public func listForMessage(_ names: [String]) -> String {
  names.prefix(12).map(escapedForMessage).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
}

/// Lowercase letters without separators.
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
