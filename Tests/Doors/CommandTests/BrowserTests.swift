import Foundation
import TestSupport
import Testing

/// Pages in Chromium, which fetch from another origin than theirs. Leaflet is Debian's `libjs-leaflet`; MapLibre GL JS lies in the
/// wheel `maplibre` of PyPI, in whose folder `CLUSTERSNAP_MAPLIBRE_JS` names it.
@Suite struct `Pages in a browser` {
  private static let browser = "/usr/lib/chromium/chromium"
  private static let leaflet = "/usr/share/javascript/leaflet/leaflet.js"
  private static let mapLibre = ProcessInfo.processInfo.environment["CLUSTERSNAP_MAPLIBRE_JS"] ?? ""

  private static func isHere(_ library: String) -> Bool {
    [browser, library].allSatisfy(FileManager.default.fileExists)
  }

  private static let head = """
    <!doctype html><meta charset="utf-8"><div id="map" style="width:600px;height:400px"></div>
    <script src="library.js"></script><script>
    const say = text => fetch("/state/" + encodeURIComponent(text));

    """
  private static let tail = """
    all().then(() => say("shown"), fault => say("failed: " + fault));
    </script>
    """

  private static let leafletPage = """
    const map = L.map("map", {fadeAnimation: false, zoomAnimation: false}).setView([50, 10], 4);
    const shown = layer => new Promise((good, bad) => {
      layer.on("tileerror", event => bad(event.tile.src)).on("error", () => bad(layer._url)).on("load", good).addTo(map);
    });
    async function all() {
      for (let time = 0; time < 2; time++) for (const make of [
        () => L.tileLayer(base + "/styles/light/{z}/{x}/{y}{r}.png", {crossOrigin: true}),
        () => L.tileLayer(base + "/clusters/towns/{z}/{x}/{y}.png", {tileSize: 512, zoomOffset: -1, crossOrigin: true}),
        () => L.imageOverlay(base + "/maps/europe.png", [[35, -12], [60, 32]], {crossOrigin: true})]) {
        const layer = make(); await shown(layer); map.removeLayer(layer);
      }
      for (const path of ["/maps/europe.png", "/maps/europe.png", "/clusters/towns.json", "/clusters/towns.json"]) {
        const answer = await fetch(base + path);
        if (!answer.ok || !answer.headers.get("ETag")) throw path;
      }
    }

    """

  private static let mapLibrePage = """
    const towns = {type: "vector", url: base + "/clusters/towns.json?properties=name&method=radius"};
    const layer = {id: "towns", type: "circle", source: "towns", "source-layer": "clusters"};
    const map = new maplibregl.Map({container: "map", center: [10, 50], zoom: 3, fadeDuration: 0,
      style: {version: 8, sources: {towns}, layers: [layer]}});
    map.on("error", event => say("failed: " + (event.error && event.error.message)));
    const still = () => new Promise(good => map.once("idle", good));
    async function all() {
      await still();
      if (!map.queryRenderedFeatures({layers: ["towns"]}).some(feature => feature.properties.point_count > 1)) throw "no clusters";
      for (const name of ["dark", "light"]) {
        map.setStyle(base + "/styles/" + name + "/style.json"); await still();
        if (!map.isSourceLoaded("map")) throw "no tiles";
      }
    }

    """

  private func state(of page: String, with library: String) throws -> String {
    let place = try Workplace([
      "site/towns.csv": try String(
        contentsOfFile: Workplace.checkout + "/Samples/towns-5000.csv", encoding: .utf8),
      "site/maps/europe.json":
        #"{"sources": {"towns": "../towns.csv"}, "bbox": [-12, 35, 32, 60], "size": [320, 200]}"#,
    ])
    let command = try place.start(
      ["serve", "site", "--listen", "127.0.0.1:0", "--cors", "*"], redirections: "2>'\(place.path("log"))'")
    #expect(eventually { place.text("log").contains("/\n") })
    let port = try #require(place.text("log").split(separator: ":").last?.prefix { $0.isNumber })
    let text = Self.head + "const base = \"http://127.0.0.1:\(port)\";\n" + page + Self.tail
    let script = [UInt8](try Data(contentsOf: URL(filePath: library)))
    let pages = try LoopbackServer { path, _ in
      path == "/library.js"
        ? .answer(200, script, headers: ["Content-Type": "text/javascript"])
        : .answer(200, Array(text.utf8), headers: ["Content-Type": "text/html"])
    }
    let browser = try place.start(
      [
        "--headless", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
        "--user-data-dir=\(place.path("browser"))", pages.address("/"),
      ], environment: ["HOME": place.folder], program: Self.browser)
    func state() -> String? { pages.counts.keys.first { $0.hasPrefix("/state/") } }
    _ = eventually { state() != nil }
    _ = try browser.end(by: SIGTERM)
    try expect(command.end(by: SIGTERM).status, equals: 0)
    return state()?.dropFirst(7).removingPercentEncoding ?? "nothing"
  }

  @Test(
    .wants(.microhttpd),
    .enabled(if: isHere(leaflet), "there is no browser or no Leaflet"))
  func `show tiles and pictures by Leaflet, twice`() throws {
    try expect(state(of: Self.leafletPage, with: Self.leaflet), equals: "shown")
  }

  @Test(
    .wants(.microhttpd),
    .enabled(if: isHere(mapLibre), "there is no browser or no MapLibre GL JS"))
  func `show clusters and styles by MapLibre GL JS, twice`() throws {
    try expect(state(of: Self.mapLibrePage, with: Self.mapLibre), equals: "shown")
  }
}
