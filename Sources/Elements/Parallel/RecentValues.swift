/// A cache of values with costs, ordered by use.
///
/// Nothing is removed by itself: the owner calls ``trim(toCount:cost:)`` under its lock, and releases values
/// outside of it.
public struct RecentValues<Key: Hashable, Value> {
  private struct Entry {
    let key: Key
    var value: Value
    var cost = 0
    var older, newer: Int?
  }

  private var entries: [Entry?] = []
  private var slots: [Key: Int] = [:]
  private var free: [Int] = []
  private var oldest, newest: Int?
  /// The sum of the costs of all values.
  public private(set) var cost = 0

  /// Creates a store without values.
  public init() {}

  /// The number of values.
  public var count: Int { slots.count }

  /// All keys and values, in no order.
  public var all: some Sequence<(key: Key, value: Value)> {
    entries.lazy.compactMap { entry in entry.map { ($0.key, $0.value) } }
  }

  /// The keys, the least recently used first.
  public var keysByUse: [Key] {
    var keys: [Key] = []
    var slot = oldest
    while let index = slot, let entry = entries[index] {
      keys.append(entry.key)
      slot = entry.newer
    }
    return keys
  }

  /// The value of a key, without using it; `nil` if there is none.
  public subscript(key: Key) -> Value? { slots[key].flatMap { entries[$0]?.value } }

  /// Uses the value of a key; `nil` if there is none.
  public mutating func use(_ key: Key) -> Value? {
    guard let slot = slots[key] else { return nil }
    unlink(slot)
    link(slot)
    return entries[slot]?.value
  }

  /// Uses and changes a value and its cost in memory, beginning with a new value of no cost if there is none.
  public mutating func update<Result>(
    _ key: Key, default value: @autoclosure () -> Value, _ body: (inout Value, _ cost: inout Int) -> Result
  ) -> Result {
    let known = slots[key]
    if let known { unlink(known) }
    let slot = known ?? free.popLast() ?? entries.count
    if slot == entries.count { entries.append(nil) }
    slots[key] = slot
    var entry = entries[slot].take() ?? Entry(key: key, value: value())
    let former = entry.cost
    let result = body(&entry.value, &entry.cost)
    cost += entry.cost - former
    entries[slot] = entry
    link(slot)
    return result
  }

  /// Counts a value anew without using it.
  public mutating func setCost(_ newCost: Int, of key: Key) {
    guard let slot = slots[key], let former = entries[slot]?.cost else { return }
    cost += newCost - former
    entries[slot]?.cost = newCost
  }

  /// Removes a value, and returns it.
  @discardableResult public mutating func remove(_ key: Key) -> Value? {
    guard let slot = slots.removeValue(forKey: key) else { return nil }
    unlink(slot)
    free.append(slot)
    let entry = entries[slot].take()
    cost -= entry?.cost ?? 0
    return entry?.value
  }

  /// Removes the least recently used values beyond a count and a cost; those without a cost stay for the
  /// latter.
  ///
  /// - Returns: the removed values.
  public mutating func trim(toCount mostValues: Int = .max, cost mostCost: Int) -> [Value] {
    var removed: [Value] = []
    var slot = oldest
    while count > mostValues || cost > mostCost, let index = slot, let entry = entries[index] {
      slot = entry.newer
      guard count > mostValues || entry.cost > 0 else { continue }
      remove(entry.key)
      removed.append(entry.value)
    }
    return removed
  }

  private mutating func link(_ slot: Int) {
    entries[slot]?.older = newest
    entries[slot]?.newer = nil
    if let newest { entries[newest]?.newer = slot } else { oldest = slot }
    newest = slot
  }

  private mutating func unlink(_ slot: Int) {
    let (older, newer) = (entries[slot]?.older, entries[slot]?.newer)
    if let older { entries[older]?.newer = newer } else { oldest = newer }
    if let newer { entries[newer]?.older = older } else { newest = older }
  }
}
