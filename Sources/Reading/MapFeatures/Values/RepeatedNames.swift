extension [String] {
  /// Numbers repeated names: of two columns `v` the second is `v_2`.
  ///
  /// - Returns: indices of changed names.
  mutating func numberRepeats() -> [Int] {
    var known = Set(self)
    guard known.count < count else { return [] }
    var (seen, changed): (Set<String>, [Int]) = ([], [])
    for index in indices where !seen.insert(self[index]).inserted {
      var number = 2
      while !known.insert("\(self[index])_\(number)").inserted { number += 1 }
      self[index] += "_\(number)"
      changed.append(index)
    }
    return changed
  }
}
