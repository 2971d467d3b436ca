#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The Python package pysupercluster: the same clustering in C++, by kd-trees, as others use it.
struct PySupercluster {
  /// Where `python3` is found: through `env`, as in a shell.
  private static let program = "/usr/bin/env"

  /// The package, where `python3` can import it.
  static func find() -> PySupercluster? {
    let answer = try? output(of: program, ["python3", "-c", "import numpy, pysupercluster; print('here')"])
    return answer == "here\n" ? PySupercluster() : nil
  }

  /// Builds its index from the same points in the same order; only the constructor is timed.
  ///
  /// - Parameter itemCounts: the items of each zoom that are expected. Its zooms with more than half a million are not
  ///   asked for: it hands out a dictionary an item.
  func measure(_ set: SampleSet, _ count: Int, itemCounts: [Int]) throws -> Findings {
    let zooms = itemCounts.prefix { $0 <= 500_000 }.count
    let runs = count > 1_000_000 ? 1 : 3
    let arguments = ["python3", "-c", PySupercluster.script, set.path(count), "\(runs)", "\(zooms)"]
    return Findings(try output(of: PySupercluster.program, arguments, isQuiet: false))
  }

  private static let script = """
    from resource import RUSAGE_SELF, getrusage
    from sys import argv, platform
    from time import perf_counter
    from numpy import fromfile
    from pysupercluster import SuperCluster

    points = fromfile(argv[1]).reshape(-1, 2)
    for run in range(int(argv[2])):
        index = None
        before = getrusage(RUSAGE_SELF)
        start = perf_counter()
        index = SuperCluster(points, min_zoom=0, max_zoom=16, radius=40, extent=512)
        wall = perf_counter() - start
        after = getrusage(RUSAGE_SELF)
        peak = after.ru_maxrss / (1048576 if platform == 'darwin' else 1024)
        print('figure', 'pysupercluster', wall, after.ru_utime - before.ru_utime, peak)
    world = dict(top_left=(-180, 90), bottom_right=(180, -90))
    print('answer', *(len(index.getClusters(zoom=zoom, **world)) for zoom in range(int(argv[3]))))
    """
}
