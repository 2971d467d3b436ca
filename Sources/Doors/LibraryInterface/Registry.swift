import Parallel

/// Objects that C knows by numbers: one that was freed is found no more.
final class Registry<Object: AnyObject & Sendable>: Sendable {
  private let state = Mutex<(objects: [UInt64: Object], last: UInt64)>(([:], 0))

  func add(_ object: Object) -> UInt64 {
    state.withLock { state in
      state.last += 1
      state.objects[state.last] = object
      return state.last
    }
  }

  subscript(number: UInt64) -> Object? { state.withLock { $0.objects[number] } }

  func remove(_ number: UInt64) -> Object? { state.withLock { $0.objects.removeValue(forKey: number) } }
}
