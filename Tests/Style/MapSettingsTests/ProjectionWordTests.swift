import TestSupport
import Testing

@testable import MapSettings

@Suite struct `Strings of PROJ` {
  @Test(arguments: [
    "EPSG:2193", "+proj=utm +zone=33 +south",
    "+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80",
    "+proj=utm +x_0=500000 +y_0=0 +ellps=GRS80 +units=m +no_defs +type=crs",
    "+proj=lcc +lat_1=49 +lat_2=44 +pm=paris",
    "+proj=tmerc +k_0=0.9996 +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7",
    "+proj=omerc +lat_0=4 +lonc=115 +alpha=53.3",
    "+proj=ob_tran +o_proj=moll +o_lat_p=45 +o_lon_p=-90 +lon_0=-60 +R=6370000",
    "+proj=merc +to_meter=1200/3937",
  ])
  func `are passed on with parameters of projections`(word: String) throws {
    try expect(ProjectionChoice(foreign: word), equals: .foreign(word))
  }

  @Test(arguments: [
    ("+proj=tinshift +file=/etc/passwd", "has +file=/etc/passwd"),
    ("+proj=defmodel +model=/etc/passwd", "has +model=/etc/passwd"),
    ("+proj=utm +zone=33 +nadgrids=/etc/passwd", "has +nadgrids=/etc/passwd"),
    ("+proj=vgridshift +grids=a.gtx", "has +grids=a.gtx"), ("+proj=utm +geoidgrids=a", "has +geoidgrids=a"),
    ("+proj=deformation +xy_grids=a", "has +xy_grids=a"), ("+init=epsg:2193", "has +init=epsg:2193"),
    ("+proj=pipeline +step +proj=utm", "has +step"), ("+proj=utm +catalog=a", "has +catalog=a"),
    // Words that PROJ would part in other ways.
    ("+proj=tinshift file=/etc/passwd", "is no PROJ string"),
    ("+proj=tinshift\t+file=/etc/passwd", "is no PROJ string"),
    ("+proj=tinshift;file=/etc/passwd", "is no PROJ string"),
    ("+proj=tinshift +lat_0=1+file=/a", "is no PROJ string"),
    ("+proj=utm +title=\"a +file=b\"", "has +title="), ("+proj=utm +FILE=a", "has +FILE=a"),
    ("++proj=utm", "has ++proj=utm"), ("+proj=utm +zone=33 +proj=merc", "does not name one projection"),
    ("+zone=33", "does not name one projection"), ("PROJCS[\"a+b\"]", "is no PROJ string"),
  ])
  func `are refused with any other parameter`(word: String, part: String) throws {
    let error = try #require(throws: SettingError.self) { _ = try ProjectionChoice(foreign: word) }
    #expect("\(error)".contains(part), "\(error)")
  }
}
