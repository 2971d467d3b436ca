import Foundation
import TestSupport
import Testing

/// Pages in Chromium, which fetch from another origin than theirs. Leaflet is Debian's `libjs-leaflet`; MapLibre GL JS lies in the
/// wheel `maplibre` of PyPI, in whose folder `CLUSTERSNAP_MAPLIBRE_JS` names it.
@Suite struct `Pages in a browser` {
  private static let browser = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  private static let leaflet = "/usr/share/javascript/leaflet/leaflet.js"
  private static let mapLibre = ProcessInfo.processInfo.environment["CLUSTERSNAP_MAPLIBRE_JS"] ?? ""

  private static let head = """
    <!doctype html><meta charset="utf-8"><title>wait</title><div id="map" style="width:600px;height:400px"></div>
    <script src="library.js"></script><script>
    const say = text => { document.body.dataset.state = text };

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
      for (let time = 0; time < 2; time++) {
        map.setStyle(base + "/styles/dark/style.json"); await still();
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
    let browser = Process()
    browser.executableURL = URL(filePath: try #require(Self.browser))
    browser.arguments = [
      "--headless", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
      "--user-data-dir=\(place.path("browser"))", "--timeout=60000", "--virtual-time-budget=60000",
      "--dump-dom",
      pages.address("/"),
    ]
    let output = Pipe()
    (browser.standardOutput, browser.standardError) = (output, FileHandle.nullDevice)
    try browser.run()
    let document = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    browser.waitUntilExit()
    #expect(try command.end(by: SIGTERM).status == 0)
    return document.components(separatedBy: "data-state=\"").dropFirst().first.map {
      String($0.prefix { $0 != "\"" })
    } ?? document
  }

  @Test(
    .wants(.microhttpd),
    .enabled(
      if: browser != nil && FileManager.default.fileExists(atPath: leaflet),
      "there is no browser or no Leaflet"))
  func `show tiles and pictures by Leaflet, twice`() throws {
    #expect(try state(of: Self.leafletPage, with: Self.leaflet) == "shown")
  }

  @Test(
    .wants(.microhttpd),
    .enabled(
      if: browser != nil && FileManager.default.fileExists(atPath: mapLibre),
      "there is no browser or no MapLibre GL JS"))
  func `show clusters and styles by MapLibre GL JS, twice`() throws {
    #expect(try state(of: Self.mapLibrePage, with: Self.mapLibre) == "shown")
  }
}
