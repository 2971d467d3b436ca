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
    let page = BuiltInText.addressPage.text.filling([
      "sources": choices(folder.sources.keys.sorted(), last: "<option value=\"\">none</option>"),
      "styles": choices(ordered), "view": folder.sources.isEmpty ? "0,20,1" : "auto", "maps": maps,
      "style": BuiltInText.addressStyle.text, "script": BuiltInText.addressScript.text,
    ])
    return Array(page.utf8)
  }
}
