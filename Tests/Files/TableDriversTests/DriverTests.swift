import TestSupport
import Testing

@testable import TableDrivers

@Suite struct `Redaction of an address` {
  @Test(arguments: [
    ("postgresql://ann:hidden-9@db/x", "no role \"ann\" with hidden-9", "no role \"ann\" with …"),
    ("postgresql://ann:hid%64en@db/x", "what is hidden here", "what is … here"),
    (
      "postgresql://ann:hid@den/9#a@db/x", "cannot translate host \"den/9#a@db\"",
      "cannot translate host \"…/…#…@db\""
    ),
    ("postgresql://db/x?user=ann&password=hidden", "password hidden of ann", "password … of ann"),
    ("postgresql://db/x?sslpassword=hidden&sslkey=/home/key.pem", "hidden: /home/key.pem", "…: …"),
    ("postgresql://ann:a@db/x", "a database", "… database"),
    ("postgresql://ann@db/x", "no password for ann", "no password for ann"),
    ("postgresql://ann:hidden@db/x", "bad: postgresql://ann:hidden@db/x", "bad: …"),
  ])
  func `are in no message`(address: String, words: String, shown: String) {
    expect(Redaction(of: address).removed(from: words), equals: shown)
  }
}

@Suite struct `The address of a table` {
  @Test func `names a server, a file and a table`() {
    expect(DriverAddress("postgres://db/x|layername=s.t")?.table, equals: "s.t")
    // DuckDB reads patterns, and addresses of servers.
    expect(DriverAddress("a*[b]?.parquet")?.pattern, equals: "./a[*][[]b][?].parquet")
    expect(DriverAddress("http://db/x.parquet")?.pattern, equals: "./http://db/x.parquet")
    expect(DriverAddress("/a.parquet|layername=t")?.pattern, equals: "/a.parquet")
    expect(DriverAddress("PostgreSQL://db/x")?.file, equals: nil)
    expect(DriverAddress("duckdb:a/b.db|layername=t")?.file, equals: "a/b.db")
    expect(DriverAddress("a/b.Parquet")?.file, equals: "a/b.Parquet")
    for other in ["a.csv", "clickhouse://db/x", "postgresql.csv", "duckdb.db"] {
      #expect(DriverAddress(other) == nil)
    }
  }

  @Test func `has a time limit for connecting unless it sets one`() {
    let options = DriverAddress("postgresql://db/x")?.options(isConfined: false)
    expect(
      options, equals: ["uri", "postgresql://db/x?connect_timeout=10&fallback_application_name=clustersnap"])
    let own = DriverAddress("postgresql://db/x?connect_timeout=2&a=b")?.options(isConfined: false)
    expect(
      DriverAddress("PostGreSQL://Db/X")?.options(isConfined: false)[1].hasPrefix("postgresql://Db/X?"),
      equals: true)
    expect(
      own, equals: ["uri", "postgresql://db/x?connect_timeout=2&a=b&fallback_application_name=clustersnap"])
  }

  @Test func `of a file opens it for reading, and below a root reads nothing else`() {
    let open = DriverAddress("duckdb:x.db")?.options(isConfined: false) ?? []
    #expect(open.starts(with: ["path", "./x.db", "access_mode", "READ_ONLY"]))
    #expect(!open.contains("enable_external_access"))
    expect(
      DriverAddress("duckdb:x.db")?.options(isConfined: true).suffix(2),
      equals: [
        "enable_external_access", "false",
      ])
  }
}

@Suite struct `Errors of drivers` {
  @Test(arguments: [
    (
      DriverError.absent(.postgresql),
      "libadbc_driver_postgresql.so is needed for this, and is neither among the system's libraries nor named by CLUSTERSNAP_ADBC_POSTGRESQL; install adbc-driver-postgresql"
    ),
    (.missing(path: "/x/d.so", variable: "V"), "the driver /x/d.so, which V names, is not there; correct it"),
    (
      .foreign(path: "d.so"),
      "the driver d.so is for another kind of processor; install the one for this machine"
    ),
    (
      .unloadable(path: "d.so", "d.so: undefined symbol: f"),
      "the driver d.so cannot be loaded: undefined symbol: f; install it anew"
    ),
    (
      .unloadable(path: "d.so", "d.so: undefined symbol: PyExc_TypeError"),
      "the driver d.so is a module of Python's, which Python alone can load; name DuckDB's own library, libduckdb.so"
    ),
    (.noDriver(path: "d.so"), "d.so is a library, but not the driver that is looked for; name another one"),
    (
      .refused("[libpq] Failed: ERROR:  no\n\tSuch thing\nLINE 1: SELECT"),
      "the database refuses: Failed: ERROR:  no; Such thing"
    ),
    (.refused("a\u{1B}[2J"), "the database refuses: a\\u001b[2J"),
    (.damaged("x"), "the rows cannot be read: x"),
    (
      .unreadable("not a file of features"),
      "it cannot be read: not a file of features; write it anew, or name another file"
    ),
    (.noTable("trip", among: ["trips", "stops"]), "there is no table trip; did you mean trips?"),
    (.noTable("zzz", among: ["a"]), "there is no table zzz; there is a"),
    (.noTable("zzz", among: []), "there is no table zzz; there is none at all"),
    (
      .severalTables(["a", "b"]),
      "there are the tables a, b; name one with \"table\", or behind the address as |layername=a"
    ),
    (.empty, "there is no table with rows that may be read; name one with \"table\""),
    (
      .referenceSystem("EPSG:3857"),
      "the places are in EPSG:3857, and EPSG:4326 is needed; transform them, for example by ogr2ogr -t_srs EPSG:4326"
    ),
    (.noMemory, "memory is short; close other programs"),
  ])
  func `are one line with what to do`(error: DriverError, words: String) {
    expect(error.message(.none).description, equals: words)
  }
}
