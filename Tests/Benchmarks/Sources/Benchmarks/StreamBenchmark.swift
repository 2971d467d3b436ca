import MapGeometry

/// Points that are summed while they are read, beside the same points kept: whole processes, 1024×768, no base map.
///
/// - Parameter isLarge: whether a hundred million rows go through a pipe, too.
func benchmarkStreams(isLarge: Bool) throws {
  let program = try preparedProgram()
  // Ten copies of a million rows, the header once.
  let ten = "\(folder)/10m.csv"
  if fileSize(ten) < 9 * fileSize("\(folder)/1m.csv") {
    let copies =
      "{ cat \(folder)/1m.csv; n=1; while [ $n -lt 10 ]; do tail -n +2 \(folder)/1m.csv; n=$((n+1)); done; }"
    _ = try measure(program: "/bin/sh", ["-c", "\(copies) > \(ten)"], runs: 1, extraRuns: 0)
  }
  let view = "--quiet --basemap none --center 10,30 --zoom 2"
  let marks = ["yes": "250 ms, 64 MB", "no": "what it is compared with"]
  for stream in ["yes", "no"] {
    let words = ["render", ten, "-o", "\(folder)/stream-\(stream).png", "--stream", stream]
    let costs = try measure(program: program, words + view.split(separator: " ").map(String.init), runs: 5)
    report("10M CSV → PNG, --stream \(stream): \(costs.text)  [\(marks[stream] ?? "")]")
  }
  try benchmarkGeoPackage(program, view.split(separator: " ").map(String.init))
  guard isLarge else { return }
  // Rows of names as well, 48 bytes each, and of numbers alone, 29 bytes: those that the mark is of.
  let plain = "\(folder)/1m-plain.csv"
  if fileSize(plain) == 0 { try write(plainRows(of: townPoints(1_000_000)), to: plain) }
  for (name, header, rows, copies) in [
    ("48", "head -n 1 \(ten)", "tail -n +2 \(ten)", 10),
    ("29", "echo id,longitude,latitude", "cat \(plain)", 100),
  ] {
    let writer = "{ \(header); n=0; while [ $n -lt \(copies) ]; do \(rows); n=$((n+1)); done; }"
    let words = "\(writer) | \(program) render - -o \(folder)/stream-pipe.png \(view)"
    let costs = try measure(program: "/bin/sh", ["-c", words], runs: 2, extraRuns: 0)
    report("100M CSV rows of \(name) bytes through a pipe → PNG: \(costs.text)  [mark 4000 ms, 64 MB]")
  }
}

/// Points as rows of CSV without a header: a number, and the degrees with six digits.
private func plainRows(of points: CoordinateTable) -> [UInt8] {
  func degrees(_ number: Double) -> String { "\((number * 1e6).rounded() / 1e6)" }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(points.count * 30)
  for index in 0..<points.count {
    bytes += "\(index),\(degrees(points.longitudes[index])),\(degrees(points.latitudes[index]))\n".utf8
  }
  return bytes
}

/// A million points of a GeoPackage with a name and a number each, which Python's own library writes.
private func benchmarkGeoPackage(_ program: String, _ view: [String]) throws {
  let package = "\(folder)/1m.gpkg"
  if fileSize(package) == 0 {
    guard
      (try? output(of: "/usr/bin/env", ["python3", "-c", geoPackageScript, "\(folder)/1m.csv", package]))
        != nil
    else {
      report("1M GeoPackage → PNG: left out, python3 writes none")
      return
    }
  }
  for (name, words) in [("view given", view), ("fitted", Array(view.prefix(3)))] {
    let costs = try measure(
      program: program, ["render", package, "-o", "\(folder)/1m-gpkg.png"] + words, runs: 10)
    report("1M GeoPackage → PNG, \(name): \(costs.text)  [mark 200 ms]")
  }
}

private let geoPackageScript = """
  from csv import reader
  from os import rename
  from sqlite3 import connect
  from struct import pack
  from sys import argv

  database = connect(argv[2] + '.new')
  database.executescript(\"""
    PRAGMA application_id = 1196444487;
    CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER PRIMARY KEY, organization TEXT, organization_coordsys_id INTEGER);
    INSERT INTO gpkg_spatial_ref_sys VALUES ('WGS 84', 4326, 'EPSG', 4326);
    CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER, z, m);
    INSERT INTO gpkg_geometry_columns VALUES ('places', 'geom', 'POINT', 4326, 0, 0);
    CREATE TABLE places (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT, number INTEGER);
  \""")
  with open(argv[1]) as file:
      rows = reader(file)
      next(rows)
      point = lambda row: b'GP' + pack('<BBiBIdd', 0, 1, 4326, 1, 1, float(row[2]), float(row[3]))
      database.executemany('INSERT INTO places VALUES (NULL, ?, ?, ?)', ((point(row), row[1], int(row[0])) for row in rows))
  database.commit()
  rename(argv[2] + '.new', argv[2])
  """
