import Foundation
import TestSupport
import Testing

@Suite struct `A table of cells that cannot be drawn` {
  private static let view = "--center 0,0 --zoom 0 --size 512x512 --cell-size 64 -o map.png".words

  /// Runs render; its one line of errors.
  private func error(_ table: String, _ options: [String] = []) throws -> String {
    let place = try Workplace(["cells.csv": table])
    let outcome = try place.run(["render", "--cells", "cells.csv"] + Self.view + options)
    expect(outcome.status, equals: 2)
    expect(place.read("map.png"), equals: nil)
    expect(
      outcome.errors.split(separator: "\n").count { $0.contains("error: ") }, equals: 1, "\(outcome.errors)")
    return outcome.errors
  }

  @Test(
    arguments: cases(
      """
      cell_x,cell_y,n,point_count⏎1,1,8,3⏎1,1,8,4⏎ → cells.csv:3:1: error: this cell is in line 2 already
      cell_x,cell_y,n,point_count⏎1,1,8,3⏎1,9,8,4⏎ → cells.csv:3:1: error: column 1, row 9 is no cell of a world of 8
      cell_x,cell_y,n,point_count⏎1,1,8,3⏎-1,1,8,4⏎ → cells.csv:3:1: error: column -1, row 1 is no cell
      cell_x,cell_y,n,point_count⏎1,1,0,3⏎ → cells.csv:2:1: error: 0 cells along the world make no grid
      cell_x,cell_y,n,point_count⏎1,1,8,3⏎⏎1,2,8,0⏎ → cells.csv:4:1: error: a count of 0 points makes no cell
      cell_x,cell_y,n,point_count⏎1,1,8,3⏎1,2,8,⏎ → cells.csv:3:1: error: point_count is empty
      cell_x,cell_y,n,point_count⏎1,1,8,many⏎ → cells.csv:2:7: error: column "point_count": "many" is no whole number
      cell_x,cell_y,n,point_count⏎1,1,8,1.5⏎ → is no whole number
      // Columns are 45 degrees wide; row 3 lies between the equator and 40.98 degrees north.
      cell_x,cell_y,n,point_count,lon_e8,lat_e8⏎1,3,8,2,-17800000000,8000000000⏎ → cells.csv:2:1: error: lon_e8 has its mean outside of the cell
      cell_x,cell_y,n,point_count,lon_e8,lat_e8⏎2,3,8,2,-18000000000,8200000000⏎ → cells.csv:2:1: error: lat_e8 has its mean outside of the cell
      cell_x,cell_y,n,point_count,lat_e8⏎2,3,8,2,0⏎ → there is no column lon_e8 of the sums of longitudes; there are
      // The records of one line.
      [{"z":3,"x":1,"y":1,"point_count":3},{"z":3,"x":2,"y":1,"point_count":3},{"z":3,"x":1,"y":1,"point_count":3}] → cells.csv:1:1: error: record 3: this cell is in record 1 already
      cell_x,cell_y,n,point_count⏎1,1,8,0x10⏎ → is no whole number
      cell_x,cell_y,n,point_count⏎1,1,8,"0x10"⏎ → is no whole number
      cell_x,cell_y,n,point_count⏎1,1,8,inf⏎ → is no whole number
      cell_x,cell_y,n,point_count⏎1,1,8,3⏎1,2,8⏎ → cells.csv:3:1: error: 3 fields where the header has 4
      cell_x,cell_y,n,point_count⏎1,1,8,3⏎1,2,16,2⏎ → cells.csv:3:1: error: a cell of 16 along the world, where line 2 has 8
      cell_x,cell_y,n,point_count⏎1,1,4,3⏎ → the table's cells are 4 along the world, the view needs 8 or a multiple
      cell_x,cell_y,n,point_count⏎1,1,9,3⏎ → the table's cells are 9 along the world, the view needs 8 or a multiple
      cell_x,cell_y,n⏎1,1,4⏎ → there is no column point_count of the points in each cell
      cell_x,cell_y,point_count⏎1,1,4⏎ → there is no column n of the cells along the world
      cell_x,CELL_X,cell_y,n,point_count⏎1,1,1,4,1⏎ → two columns are named cell_x
      h3,point_count⏎8f283080dcb019d,3⏎ → add h3_cell_to_lng(h3) AS longitude and h3_cell_to_lat(h3) AS latitude
      a,b⏎1,3⏎ → no cells in the columns a, b; expected cell_x, cell_y and n
      quadbin,point_count⏎5,3⏎ → cells.csv:2:1: error: 5 is no quadbin of a cell
      quadkey,point_count⏎0124,3⏎ → 0124 is no quadkey of a cell
      quadkey,point_count⏎012,3⏎,3⏎ → cells.csv:3:1: error: quadkey is empty; every row needs it
      tile,point_count⏎3/1,3⏎ → 3/1 is no tile z/x/y of a cell
      geohash,point_count⏎ail,3⏎ → ail is no geohash of a cell
      geohash,point_count⏎u33,3⏎u34,1⏎U33,2⏎ → cells.csv:4:1: error: this cell is in line 2 already; group by cell once
      geohash,point_count⏎u33,3⏎u3,2⏎ → cells.csv:3:1: error: a geohash of 2 characters, where line 2 has 3; draw one length from a table
      // The first line that is wrong is named, whatever is wrong with it.
      cell_x,cell_y,n,point_count⏎1,1,8,0⏎1,2,8,x⏎ → cells.csv:2:1: error: a count of 0 points
      cell_x,cell_y,n,point_count⏎1,1,8,x⏎1,2,8,0⏎ → cells.csv:2:7: error: column "point_count"
      cell_x,cell_y,n,point_count⏎1,1,8,3⏎1,1,8,3⏎1,2,8,x⏎ → cells.csv:3:1: error: this cell is in line 2
      cell_x,cell_y,n,point_count⏎1,1,8,3⏎1,1,8,3⏎1,2,8,0⏎ → cells.csv:3:1: error: this cell is in line 2
      cell_x,cell_y,n,point_count⏎1,1,8,0⏎1,2,8⏎ → cells.csv:2:1: error: a count of 0 points
      {"z":3,"x":1,"y":1,"point_count":0}⏎{"z":3,"x":1,"y":1,"point_count":"few"}⏎ → cells.csv:1:1: error: a count of 0 points
      longitude,latitude,point_count⏎3,91,3⏎ → 3.0, 91.0 is no place of a cell
      z,x,y,point_count⏎30,9,1,3⏎ → 30 is no zoom of a cell
      z,x,y,point_count,lon_e8,lat_e8⏎3,1,1,3,54000000001,1⏎ → lon_e8 is more than so many points can sum up to
      z,x,y,point_count,west,south,east,north⏎3,1,1,3,5,1,4,2⏎ → the box has its edges in the wrong order
      // Tile 3/4/3 is 0 to 45 degrees east and 0 to 40.98 degrees north.
      z,x,y,point_count,longitude,latitude⏎3,4,3,3,46,5⏎ → cells.csv:2:1: error: the mean at longitude
      quadkey,point_count,lon,lat⏎122,3,5,41.1⏎ → cells.csv:2:1: error: the mean at longitude
      // The geohash u33 is 12.65625 to 14.0625 degrees east and 52.03125 to 53.4375 degrees north.
      geohash,point_count,lon,lat⏎u33,3,12.6,53⏎ → cells.csv:2:1: error: the mean at longitude
      geohash,point_count,lon_e8,lat_e8⏎u33,1,1300000000,5200000000⏎ → cells.csv:2:1: error: lat_e8 has its mean outside of the cell
      z,x,y,point_count,lon_e8,lat_e8,west,south,east,north⏎3,4,3,1,1000000000,500000000,11,5,12,5⏎ → cells.csv:2:1: error: the box does not hold the mean of the cell's points
      z,x,y,point_count,lon_e8,lat_e8,west,south,east,north⏎3,4,3,1,1000000000,500000000,9,-1,11,6⏎ → cells.csv:2:1: error: the box reaches beyond the cell
      geohash,point_count,west,south,east,north⏎u33,3,12.5,52.5,13,53⏎ → cells.csv:2:1: error: the box reaches beyond the cell
      [["z","x","y","point_count"],⏎[3,4,3,0]] → cells.csv:2:1: error: a count of 0 points
      [[60,40,121,5],[61,41,121,3]] → error: no cells in the columns 1, 2, 3, 4; expected cell_x
      view_number,cell_x,cell_y,n,point_count⏎-3,1,1,8,3⏎ → cells.csv:2:1: error: view_number is below 0
      cell_x,cell_y,n,point_count,lon_e8,lat_e8⏎1,1,8,1,-11250000000,7000000000⏎8,1,8,1,0,0⏎ → cells.csv:3:1: error: column 8, row 1 is no cell of a world of 8 along each side
      cell_x,cell_y,n,point_count,lon_e8,lat_e8⏎1,-1,8,1,-11250000000,7000000000⏎ → cells.csv:2:1: error: column 1, row -1 is no cell of a world of 8 along each side
      cell_x,cell_y,n,from_x,cells_x,from_y,cells_y,point_count,lon_e8,lat_e8⏎1,1,8,0,8,-2,8,1,-11250000000,7000000000⏎ → cells.csv:2:1: error: -2 cells along the world make no grid
      cell_x,cell_y,n,from_x,cells_x,from_y,cells_y,point_count,lon_e8,lat_e8⏎1,1,8,7,2,0,8,1,-11250000000,7000000000⏎ → cells.csv:2:1: error: column 1, row 1 is no cell of the view that from_x, cells_x, from_y and cells_y name
      geohash,point_count⏎,3⏎ → cells.csv:2:1: error: geohash is empty; every row needs it
      z,x,y,point_count,first⏎3,1,1,3,⏎ → first is empty
      [{"z":3,"x":1,"y":1,"point_count":3},{"z":3 → the JSON text ends in the middle
      {"z":3,"x":1,"y":1,"point_count":"few"}⏎ → "few" is no whole number
      """) + [("", "the input is empty"), ("\u{89}PNG\r\n\u{1A}\n", "error: ")])
  func `is reported with line and reason`(table: String, message: String) throws {
    let error = try error(table)
    #expect(error.contains(message))
  }

  @Test(arguments: [
    ("z,x,y,point_count,w_e6\n3,4,3,2,3000000\n", "there is no column w_lon_e14 of the longitudes times"),
    ("geohash,point_count,w,w_e6,w_lon_e14\nu33,2,3,3000000,1\n", "there is no column w_lat_e14 of the"),
    ("z,x,y,point_count,w,w_e6_bad\n3,4,3,2,3,1\n", "w of 1 point is below 0"),
    ("z,x,y,point_count,w,w_e6_bad\n3,4,3,2,3,-1\n", "cells.csv:2:1: error: weight_e6_bad is below 0"),
  ])
  func `with half of its weights is refused`(table: String, message: String) throws {
    let error = try error(table, ["--weight", "w"])
    #expect(error.contains(message))
  }

  @Test(arguments: [
    ("4", "the table's cells are 4 along the world, the view needs 8"),
    ("8,2,4,2,4", "the table"),
  ])
  func `is found before anything is drawn`(grid: String, message: String) throws {
    let window = grid.contains(",") ? ",from_x,cells_x,from_y,cells_y" : ""
    let error = try error("cell_x,cell_y,n\(window),point_count\n3,3,\(grid),3\n", ["--dry-run"])
    #expect(error.contains(message))
  }

  @Test func `has its texts among numbers named`() throws {
    let table = "z,x,y,point_count,pop_sum\n3,4,3,2,7\n3,4,4,2,\n3,5,4,2,many\n"
    let error = try error(table, ["--aggregate", "sum:pop"])
    #expect(error.contains("\"many\" (record 3, in line 4)"))
  }

  @Test(arguments: [["1"], ["8"]])
  func `is reported at its first bad line on any number of threads`(threads: [String]) throws {
    // 20,000 rows make several pieces, each read on its own.
    var rows = (0..<20_000).map { "\($0 % 256),\($0 / 256),256,3" }
    (rows[9_000], rows[19_000]) = ("40,35,256,0", "56,74,256,few")
    let table = "cell_x,cell_y,n,point_count\n" + rows.joined(separator: "\n") + "\n"
    let error = try error(table, ["--threads"] + threads)
    #expect(error.hasPrefix("cells.csv:9002:1: error: a count of 0 points"))
  }

  @Test(
    arguments: commands(
      """
      --method radius → --method: the method radius needs points
      --anchor view → --anchor: an anchor at the view
      --align-world no → --align-world: cells that do not fill the world
      --position first → --position: the position first is a member's place
      --position leader → the position leader is a member's place
      --co-located ring → --co-located: a ring moves single points
      --min-count 3 → --min-count: a minimum count of 3
      --min-unique 2 → --min-unique: a minimum of 2 unique locations
      --cluster-max-zoom 0 --zoom 1 → --cluster-max-zoom: above the cluster maximum zoom of 0
      --opt-out alone → --opt-out: points that are never clustered
      --filter 'kind = "cafe"' → put the condition into the query, --where
      --weight people → there is no column people_e6 of the weights
      --weight point_count → column point_count already has a meaning
      --color-by kind → --color-by: the points of cells are counted already, and their columns are not known
      --style heatmap → the style draws a heat map of cells, which needs points
      --style supercluster → the method radius needs points
      """))
  func `is refused by the name of the option`(options: [String], message: String) throws {
    let error = try error("z,x,y,point_count\n4,1,1,3\n", options)
    #expect(error.contains(message))
  }

  @Test func `has no members to list`() throws {
    let place = try Workplace(["cells.csv": "z,x,y,point_count\n4,1,1,3\n"])
    let outcome = try place.run(["clusters", "--cells", "cells.csv", "--members"])
    outcome.reports(2, containing: "--members: the members of cells are counted and not listed")
  }
}

@Suite struct `A table of cells` {
  @Test func `without rows is an empty map`() throws {
    let place = try Workplace(["cells.csv": "cell_x,cell_y,n,point_count\n"])
    let outcome = try place.run("clusters --cells cells.csv --center 0,0 --zoom 0 --format csv").succeeding()
    expect(outcome.outputLines.count, equals: 1)
    outcome.errors.shows("cells.csv: warning: the table has no cell; nothing is drawn of it")
  }

  /// Tile 3/7/3 is 135 to 180 degrees east: its box and its mean may touch its edges, and be rounded, as 180 is -180.
  @Test(arguments: [
    "180,0,135,0,180,40.97990", "-180,40.9799,134.99999,-0.00001,180.0,40.97990", "179.999999,1,,,,",
  ])
  func `may touch the edges of its cells`(places: String) throws {
    let place = try Workplace()
    try place.write(
      "cells.csv", "z,x,y,point_count,longitude,latitude,west,south,east,north\n3,7,3,2,\(places)\n")
    let outcome = try place.run(["clusters", "--cells", "cells.csv", "--center", "0,0", "--zoom", "0"])
    expect(outcome.status, equals: 0, "\(outcome.errors)")
  }

  /// Tile 4/8/5 is west 0, south 55.776573018667705 … 48.9224992637582 in Mercator: its middle is at 11.25 east.
  @Test(arguments: [
    "quadkey,count\n1202,3\n", "z,x,y,point_count\n4,8,5,3\n", "tile,doc_count\n4/8/5,3\n",
    "cell_x,cell_y,n,point_count\n8,5,16,3\n", "quadbin,point_count\n5207902795658690559,3\n",
    "[[\"z\",\"x\",\"y\",\"point_count\"],[4,8,5,3]]", "[\"tile\",\"count\"]\n[\"4/8/5\",3]\n",
    "\"Z\";\"X\";\"Y\";\"Point_Count\"\r\n4;8;5;3\r\n", "sep=;\r\nz;x;y;point_count\r\n4;8;5;3\r\n",
  ])
  func `may name its cells in many ways`(table: String) throws {
    let place = try Workplace(["cells.csv": table])
    let outcome = try place.run(
      "clusters --cells cells.csv --center 0,0 --zoom 1 --cell-size 64 --format csv"
    ).succeeding()
    let fields = try #require(outcome.outputLines.last).split(separator: ",")
    #expect((fields[1], fields[4]) == ("11.25", "3"))
    outcome.errors.shows("drawn at the middle")
  }

  @Test func `leaves titles of points out, with one warning`() throws {
    let place = try Workplace()
    try place.write("cells.csv", "geohash,point_count,lon_e8,lat_e8\nu33,2,2700000000,10500000000\n")
    let outcome = try place.run("clusters --cells cells.csv --preset cch --center 13,52 --zoom 4")
    expect(outcome.status, equals: 0)
    expect(
      outcome.errors.split(separator: "\n").filter { $0.contains("{titles} is left out") }.count, equals: 1)
    outcome.text.hides("subtitle")
  }
}
