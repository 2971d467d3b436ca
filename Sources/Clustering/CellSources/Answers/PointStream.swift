import JSONDocument
public import MapClusters
public import MapFeatures

/// Points that are summed into the cells of one view while they are read, and never kept: memory for the cells alone.
///
/// The picture is that of the same points in a table: cells, sums and the order of markers are equal, and single points
/// have their properties, read from the file or kept from the stream.
public struct PointStream: CellSource {
  /// The points of a batch that take part.
  public struct Choice {
    /// The points that take part.
    public var input: ClusterInput
    /// Their rows in the batch; `nil` where all take part.
    public var rows: [UInt32]?
    /// A number for each of them, not a number (`NaN`) where it has none; `nil` where none are counted.
    public var numbers: [Double]?

    /// Points that take part.
    public init(_ input: ClusterInput, rows: [UInt32]? = nil, numbers: [Double]? = nil) {
      (self.input, self.rows, self.numbers) = (input, rows, numbers)
    }
  }

  private let read: (any PointSink) throws(FeatureError) -> FeatureTable
  fileprivate let choose: @Sendable (_ batch: FeatureTable, _ base: Int) -> Choice
  fileprivate let restart: @Sendable () -> Void

  /// Points that are still to be read.
  ///
  /// - Parameters:
  ///   - choose: picks the points that take part, with their weights, from a batch that comes after so many points of the
  ///     input; on any of the request's threads.
  ///   - restart: is called before the input is read, and where it is read again in another way.
  ///   - read: reads the input, its points into the sink it is given.
  public init(
    choose: @escaping @Sendable (_ batch: FeatureTable, _ base: Int) -> Choice = { batch, _ in
      Choice(ClusterInput(batch.points))
    },
    restart: @escaping @Sendable () -> Void = {},
    read: @escaping (any PointSink) throws(FeatureError) -> FeatureTable
  ) {
    (self.choose, self.restart, self.read) = (choose, restart, read)
  }

  /// Reads the points and sums them into the cells of the request's view.
  ///
  /// - Returns: a row for each cell that holds points, and the points alone in theirs as features.
  /// - Throws: ``CellTableError`` for what cannot be read, and where the view's settings need more than cells.
  /// - Complexity: O(*points* + *cells* · log *cells*); memory for the cells.
  public func cells(for request: CellRequest) throws(CellTableError) -> ReadCells {
    guard let view = request.view else {
      throw CellTableError(
        .other("points are summed into the cells of a view while they are read; name the view"))
    }
    let uncountable = { (error: ClusterError) in CellTableError(.uncountable(error)) }
    let sink = try rethrowing(
      try PointSummation(of: self, view, threads: max(1, request.threads)), as: uncountable)
    let rest = try rethrowing(try read(sink), as: { (error: FeatureError) in CellTableError(error) })
    return try rethrowing(try sink.answer(beside: rest), as: uncountable)
  }
}

/// Sums batches of points, each worker with counters of its own.
///
/// `@unchecked Sendable`: a worker's state is touched by that worker alone while the input is read, and by the one who
/// asks for the answer when it has been read.
private final class PointSummation: PointSink, @unchecked Sendable {
  private final class Worker {
    let counter: CellCounter
    /// The first points of the cells, by number; and the points that are never clustered.
    var cells = PointExcerpt(), alone = PointExcerpt()
    var batches: [(base: Int, count: Int)] = []
    var error: (base: Int, error: ClusterError)?
    /// The bytes of records that were left when those of joined points were given back the last time.
    var keptBytes = 0

    init(_ view: CellRequest.View) throws(ClusterError) {
      counter = try CellCounter(of: view.viewport, settings: view.settings)
    }
  }

  /// The bytes of records that are kept before those of joined points are released.
  private static let spareBytes = 4 << 20

  private let view: CellRequest.View
  private let stream: PointStream
  private var workers: [Worker]

  init(of stream: PointStream, _ view: CellRequest.View, threads: Int) throws(ClusterError) {
    (self.stream, self.view) = (stream, view)
    workers = []
    for _ in 0..<threads { workers.append(try Worker(view)) }
  }

  func restart() {
    stream.restart()
    // What one view was counted by once counts it again.
    workers = workers.compactMap { _ in try? Worker(view) }
  }

  func take(_ batch: FeatureTable, after count: Int, by number: Int) {
    let worker = workers[number]
    guard worker.error == nil else { return }
    let choice = stream.choose(batch, count)
    worker.batches.append((count, choice.input.coordinates.count))
    do throws(ClusterError) {
      let added = try worker.counter.add(choice.input, numbers: choice.numbers, after: count)
      let row = { (index: UInt32) in choice.rows.map { Int($0[Int(index)]) } ?? Int(index) }
      for index in added.cells { worker.cells.append(row(index), of: batch) }
      for index in added.alone { worker.alone.append(row(index), of: batch) }
    } catch {
      worker.error = (count, error)
    }
    if worker.cells.byteCount > 2 * worker.keptBytes + PointSummation.spareBytes {
      worker.cells.compact(keeping: worker.counter.isSingle)
      worker.keptBytes = worker.cells.byteCount
    }
  }

  func answer(beside rest: FeatureTable) throws(ClusterError) -> ReadCells {
    if let first = workers.compactMap(\.error).min(by: { $0.base < $1.base }) { throw first.error }
    for worker in workers { worker.cells.compact(keeping: worker.counter.isSingle) }
    var ranks: [Int: Int] = [:]  // looked up, never iterated
    var taken = 0
    for batch in workers.flatMap(\.batches).sorted(by: { $0.base < $1.base }) {
      ranks[batch.base] = taken
      taken += batch.count
    }
    let (table, origins) = try CellTable.counted(by: workers.map(\.counter)) { ranks[$0] ?? 0 }
    let features = PointExcerpt.table(
      of: workers.flatMap { [$0.cells, $0.alone] },
      order: origins.map { ($0.counter * 2 + ($0.isAlone ? 1 : 0), $0.number) }, beside: rest)
    return ReadCells(cells: table, features: features)
  }
}
