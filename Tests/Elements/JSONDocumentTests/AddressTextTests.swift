import JSONDocument
import TestSupport
import Testing

@Suite struct `An address in a message` {
  @Test(
    arguments: cases(
      """
      https://a.example/{z}/{x}/{y}.png → https://a.example/{z}/{x}/{y}.png
      https://a.example/{z}/{x}/{y}.png?key=hidden&v=1 → https://a.example/{z}/{x}/{y}.png
      https://a.example/tiles#access_token=hidden → https://a.example/tiles
      http://me:hidden@127.0.0.1:8080/2/1/1.png?key=hidden → http://127.0.0.1:8080/2/1/1.png
      HTTPS://hidden@A.example/x → https://A.example/x
      http://me:hid/den@a.example/x → http://a.example/x
      http://me:hid@den@a.example/x → http://a.example/x
      http://[::1]:80/x@y → http://[::1]:80/x@y
      https://a.example/services;key=hidden/tiles/{z} → https://a.example/services;…/tiles/{z}
      https://a.example/key=hidden/{z} → https://a.example/key=…/{z}
      https://a.example/pk0eyJ1I7joiaG9k4ZGVu2/{z} → https://a.example/…/{z}
      https://a.example/planet-2026-11-22-vector.pmtiles → https://a.example/planet-2026-11-22-vector.pmtiles
      https://tile.example/styles/openstreetmap-carto-simplified/{z} → https://tile.example/styles/openstreetmap-carto-simplified/{z}
      pmtiles://https://me:hidden@a.example/b.pmtiles?token=hidden → pmtiles://https://a.example/b.pmtiles
      city.pmtiles → city.pmtiles
      what? no#address → what? no#address
      """) + [
        ("https://a.example/\u{1B}[31m", "https://a.example/\\u001b[31m")
      ])
  func `shows no user, password or key`(address: String, shown: String) {
    expect(addressForMessage(address), equals: shown)
    #expect(!addressForMessage(address).contains("hidden"))
  }
}
