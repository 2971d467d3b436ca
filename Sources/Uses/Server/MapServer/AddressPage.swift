import BuiltIns
import JSONDocument

enum AddressPage {
  static func bytes(_ folder: SiteIndex, _ options: MapServer.Options) -> [UInt8] {
    func choices(_ names: [String], last: String = "") -> String {
      names.map { "<option>\(markupText($0, at: .content))</option>" }.joined() + last
    }
    let ordered = [options.style] + folder.styleNames.filter { $0 != options.style }
    let maps = folder.maps.keys.sorted().map { name in
      "<li><a href=\"maps/\(markupText(percentEncoded(name), at: .attribute)).png\">maps/\(markupText(name, at: .content)).png</a>"
    }.joined()
    let page = """
      <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>ClusterSnap: maps by address</title>
      <style>
      \(BuiltInText.addressStyle.text)
      </style>
      <h1>A map by its address</h1>
      <form>
      <label>Source<select name="source">\(choices(folder.sources.keys.sorted(), last: "<option value=\"\">none</option>"))</select></label>
      <label>Style<select name="style">\(choices(ordered))</select></label>
      <label>View<input name="view" value="\(folder.sources.isEmpty ? "0,20,1" : "auto")" placeholder="LON,LAT,ZOOM"></label>
      <label>Width<input name="width" type="number" min="16" max="4096" value="640"></label>
      <label>Height<input name="height" type="number" min="16" max="4096" value="420"></label>
      <label>Form<select name="form">\(choices(["png", "webp", "jpg", "svg", "pdf", "html", "geojson", "csv", "json"]))</select></label>
      <label>Settings<input name="more" placeholder="legend=true&amp;scaleBar=true"></label>
      </form>
      <output id="address"></output><p id="fault" role="alert"></p>
      <img id="picture" alt="The map of the address">
      <ul>\(maps)</ul>
      <p>Tiles, their TileJSON and the style for clients that draw:</p>
      <output id="tiles"></output>
      <p><a href="openapi.json">openapi.json</a> lists every parameter.</p>
      <script>
      \(BuiltInText.addressScript.text)
      </script></html>

      """
    return Array(page.utf8)
  }
}
