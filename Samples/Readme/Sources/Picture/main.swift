import BuiltIns
import CairoCanvas
import Foundation
import MapContent
import MapFeatures
import MapGeometry
import MapScene
import MapSettings
import MapStyle

let places = "name,longitude,latitude\nBerlin,13.4,52.5\nPotsdam,13.07,52.4\nHamburg,10,53.55\n"
let features = try FeatureTable.read(ByteArray(Array(places.utf8)))
guard let style = Style.parseWithSettings(BuiltInStyles.style(named: "light") ?? []).style else { exit(2) }
var options = ClusterOptions()
options.preset = .cch
let points = try MapSource(
  id: "points", features: features, clustering: SourceClustering(style.source("points"), options: options))
let view = try Viewport(
  center: Coordinate(latitude: 53, longitude: 12), zoom: 6, size: ScreenSize(width: 640, height: 480))
let snapshot = try MapSnapshotter(style: style, sources: [points]).snapshot(
  of: view, shaper: PangoTextShaper())
try Data(CairoCanvas.png(of: snapshot.scene)).write(to: URL(filePath: "picture.png"))
