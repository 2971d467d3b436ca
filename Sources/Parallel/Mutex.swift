#if CLUSTERSNAP_THREAD_SANITIZER
  #if canImport(Glibc)
    import Glibc
  #else
    import Darwin
  #endif

  /// A value behind a lock of POSIX threads, whose waits the thread sanitizer sees; those inside of Swift's own it does not.
  ///
  /// `make races` compiles it; everything else takes Swift's.
  public struct Mutex<Value>: ~Copyable, @unchecked Sendable {
    private final class Storage {
      var value: Value
      let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

      init(_ value: consuming Value) {
        self.value = value
        pthread_mutex_init(lock, nil)
      }

      deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
      }
    }

    private let storage: Storage

    /// A lock around a value.
    public init(_ value: consuming sending Value) {
      storage = Storage(value)
    }

    /// Calls a closure with the value while no other thread does.
    ///
    /// - Throws: the error of the closure.
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(storage.lock)
      defer { pthread_mutex_unlock(storage.lock) }
      return try body(&storage.value)
    }
  }
#else
  public import Synchronization

  /// A value behind a lock.
  public typealias Mutex<Value: ~Copyable> = Synchronization.Mutex<Value>
#endif
