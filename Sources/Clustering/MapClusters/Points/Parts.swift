struct Parts {
  /// The label of a point that belongs to no group.
  static let noGroup = UInt32.max

  /// Groups first, in the order of their labels, members in input order; then those without a group.
  let members: [UInt32]
  let groups: [Range<Int>]
  let singles: Range<Int>

  init(_ members: [UInt32], labels: [UInt32]) {
    guard !labels.isEmpty else {
      (self.members, groups, singles) = (members, [], 0..<members.count)
      return
    }
    var counts: [Int] = []
    for label in labels where label != Parts.noGroup {
      while counts.count <= Int(label) { counts.append(0) }
      counts[Int(label)] += 1
    }
    var groups: [Range<Int>] = []
    var start = 0
    for count in counts {
      groups.append(start..<start + count)
      start += count
    }
    singles = start..<members.count
    var cursors = groups.map(\.lowerBound) + [start]
    var sorted = members
    for (member, label) in zip(members, labels) {
      let group = label == Parts.noGroup ? counts.count : Int(label)
      sorted[cursors[group]] = member
      cursors[group] += 1
    }
    self.members = sorted
    self.groups = groups.filter { !$0.isEmpty }
  }
}
