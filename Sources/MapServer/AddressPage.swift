import BuiltIns
import JSONDocument

/// The page that builds addresses, with a live picture. It loads nothing from elsewhere.
enum AddressPage {
  static func bytes(_ folder: ServedFolder, _ options: MapServer.Options) -> [UInt8] {
    func choices(_ names: [String], last: String = "") -> String {
      names.map { "<option>\(markupText($0, at: .content))</option>" }.joined() + last
    }
    let styles = Set(folder.styles.keys).union(BuiltInStyles.names)
    let ordered = [options.style] + styles.subtracting([options.style]).sorted()
    let maps = folder.maps.keys.sorted().map { name in
      "<li><a href=\"maps/\(markupText(percentEncoded(name), at: .attribute)).png\">maps/\(markupText(name, at: .content)).png</a>"
    }.joined()
    let page = """
      <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>ClusterSnap: maps by address</title>
      <style>
      body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:64rem;padding:0 1rem;color:#1c2733;background:#fff}
      h1{font-size:1.4rem;margin:0 0 1rem}form{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:.75rem}
      label{display:flex;flex-direction:column;font-size:.85rem;color:#4a5866}input,select{font:inherit;color:#1c2733;padding:.35rem .5rem;border:1px solid #8a97a5;border-radius:4px;background:#fff}
      output{display:block;margin:1rem 0;padding:.6rem .8rem;background:#eef2f5;border-radius:4px;font:14px/1.4 ui-monospace,monospace;overflow-wrap:anywhere}
      img{max-width:100%;height:auto;border:1px solid #d5dce3}#fault{color:#a3231f;min-height:1.5em;margin:0}
      </style>
      <h1>A map by its address</h1>
      <form>
      <label>Source<select name="source">\(choices(folder.sources.keys.sorted(), last: "<option value=\"\">none</option>"))</select></label>
      <label>Style<select name="style">\(choices(ordered))</select></label>
      <label>View<input name="view" value="\(folder.sources.isEmpty ? "0,20,1" : "auto")" placeholder="LON,LAT,ZOOM"></label>
      <label>Width<input name="width" type="number" min="16" max="4096" value="640"></label>
      <label>Height<input name="height" type="number" min="16" max="4096" value="420"></label>
      <label>Form<select name="form">\(choices(["png", "svg", "pdf", "geojson", "csv", "html"]))</select></label>
      <label>Settings<input name="more" placeholder="legend=true&amp;scaleBar=true"></label>
      </form>
      <output id="address"></output><p id="fault" role="alert"></p>
      <img id="picture" alt="The map of the address">
      <ul>\(maps)</ul>
      <p><a href="openapi.json">openapi.json</a> lists every parameter.</p>
      <script>
      const form=document.forms[0],image=document.getElementById("picture"),fault=document.getElementById("fault");
      let last=0;
      async function show(){
        const v=Object.fromEntries(new FormData(form)),number=++last;
        const query=[v.source&&"source="+encodeURIComponent(v.source),v.more].filter(Boolean).join("&");
        const at=f=>"styles/"+encodeURIComponent(v.style)+"/static/"+encodeURI(v.view)+"/"+v.width+"x"+v.height+"."+f+(query?"?"+query:"");
        document.getElementById("address").textContent=new URL(at(v.form),location.href).href;
        const answer=await fetch(at(v.form==="svg"?"svg":"png"));
        if(number!==last)return;
        image.hidden=!answer.ok;if(answer.ok){fault.textContent="";const old=image.src;image.src=URL.createObjectURL(await answer.blob());if(old)URL.revokeObjectURL(old)}
        else fault.textContent=(await answer.json()).detail;
      }
      let timer;form.addEventListener("input",()=>{clearTimeout(timer);timer=setTimeout(show,150)});
      form.addEventListener("submit",e=>{e.preventDefault();show()});show();
      </script></html>

      """
    return Array(page.utf8)
  }

  static func percentEncoded(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      return isPlain || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
        ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true).leftPadded
    }.joined()
  }
}

extension String {
  fileprivate var leftPadded: String { count == 1 ? "0" + self : self }
}
