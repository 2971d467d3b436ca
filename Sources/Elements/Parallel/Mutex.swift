#if CLUSTERSNAP_THREAD_SANITIZER
  import CSystem

  /// A value behind a POSIX lock, which the thread sanitizer sees; `make races` compiles it instead of
  /// Swift's.
  public struct Mutex<Value>: ~Copyable, @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    // Not a property of an object: the sanitizer takes changing that for changing the object itself.
    private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    /// A lock around a value.
    public init(_ initial: consuming sending Value) {
      pthread_mutex_init(lock, nil)
      value.initialize(to: initial)
    }

    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
      pthread_mutex_destroy(lock)
      lock.deallocate()
    }

    /// Calls a closure with exclusive access.
    ///
    /// - Throws: the closure's error.
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return try body(&value.pointee)
    }
  }
#else
  public import Synchronization

  /// A value behind a lock.
  public typealias Mutex<Value: ~Copyable> = Synchronization.Mutex<Value>
#endif
