/// Values by key, each with a cost, of which the least recently used can be removed to keep within limits.
///
/// Nothing is removed unless a limit is applied: the owner does so where it holds its lock, and releases what was removed
/// outside of it.
public struct RecentValues<Key: Hashable, Value> {
  private struct Entry {
    var value: Value
    var cost = 0
    var lastUse = 0
  }

  private var entries: [Key: Entry] = [:]
  private var uses = 0
  /// The sum of the costs of all values.
  public private(set) var cost = 0

  /// Creates a store without values.
  public init() {}

  /// The number of values.
  public var count: Int { entries.count }

  /// All keys and values, in no order.
  public var all: some Sequence<(key: Key, value: Value)> { entries.lazy.map { ($0.key, $0.value.value) } }

  /// The keys, the least recently used first.
  ///
  /// - Complexity: O(*n* log *n*).
  public var keysByUse: [Key] {
    entries.sorted { $0.value.lastUse < $1.value.lastUse }.map(\.key)
  }

  /// The value of a key, without using it; `nil` if there is none.
  public subscript(key: Key) -> Value? { entries[key]?.value }

  /// The cost of a key's value; 0 if there is none.
  public func cost(of key: Key) -> Int { entries[key]?.cost ?? 0 }

  /// Uses the value of a key; `nil` if there is none.
  public mutating func use(_ key: Key) -> Value? {
    uses += 1
    entries[key]?.lastUse = uses
    return entries[key]?.value
  }

  /// Uses and changes a value and its cost in memory, beginning with a new value of no cost if there is none.
  public mutating func update<Result>(
    _ key: Key, default value: @autoclosure () -> Value, _ body: (inout Value, _ cost: inout Int) -> Result
  ) -> Result {
    uses += 1
    let former = cost(of: key)
    var current = former
    let result = body(&entries[key, default: Entry(value: value())].value, &current)
    entries[key]?.cost = current
    entries[key]?.lastUse = uses
    cost += current - former
    return result
  }

  /// Counts a value anew without using it.
  public mutating func setCost(_ newCost: Int, of key: Key) {
    guard let entry = entries[key] else { return }
    cost += newCost - entry.cost
    entries[key]?.cost = newCost
  }

  /// Removes a value, and returns it.
  @discardableResult
  public mutating func remove(_ key: Key) -> Value? {
    guard let entry = entries.removeValue(forKey: key) else { return nil }
    cost -= entry.cost
    return entry.value
  }

  /// Removes the least recently used values until at most so many are left, and those cost at most so much.
  ///
  /// Values that cost nothing are not removed for their cost.
  ///
  /// - Returns: the removed values.
  public mutating func trim(toCount mostValues: Int = .max, cost mostCost: Int) -> [Value] {
    guard count > mostValues || cost > mostCost else { return [] }
    var removed: [Value] = []
    for key in keysByUse where count > mostValues || (cost > mostCost && cost(of: key) > 0) {
      if let value = remove(key) { removed.append(value) }
    }
    return removed
  }
}
