import Dispatch

/// Runs asynchronous work to its end on the calling thread. Swift's tasks would use threads of Dispatch,
/// which waits without end if the system starts none.
///
/// - Parameter cancelling: receives a function that cancels the work.
public func waiting<Value: Sendable>(
  cancelling: (@escaping @Sendable () -> Void) -> Void = { _ in },
  for work: @escaping @Sendable () async -> Value
) -> Value {
  let executor = CallingThread()
  let result = Mutex<Value?>(nil)
  return withoutActuallyEscaping({ (value: Value) in result.withLock { $0 = value } }) { store in
    nonisolated(unsafe) let store = store
    let task = Task.detached(executorPreference: executor) {
      store(await work())
      executor.end()
    }
    cancelling { task.cancel() }
    executor.run()
    while true {
      if let value = result.withLock({ $0 }) { return value }
    }
  }
}

private final class CallingThread: TaskExecutor {
  private let jobs = Mutex<(waiting: [UnownedJob], isOver: Bool)>(([], false))
  private let signs = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.waiting.append(job) }
    signs.signal()
  }

  func end() {
    jobs.withLock { $0.isOver = true }
    signs.signal()
  }

  func run() {
    while true {
      signs.wait()
      let (job, isOver) = jobs.withLock { jobs in
        (jobs.waiting.isEmpty ? nil : jobs.waiting.removeFirst(), jobs.isOver)
      }
      if let job { job.runSynchronously(on: asUnownedTaskExecutor()) } else if isOver { return }
    }
  }
}
