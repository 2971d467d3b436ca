import Foundation
import TestSupport
import Testing

/// A server with a certificate that it signed itself.
@Suite(
  .wants(.curl),
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "there is no openssl"))
struct `A server by https` {
  private func served() throws -> (Workplace, RunningCommand, String) {
    let place = try Workplace(["in.csv": Sample.places])
    try place.shell(
      "/usr/bin/openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out own.pem -days 2 -subj /CN=localhost "
        + "-addext subjectAltName=IP:127.0.0.1 2>/dev/null"
    ).succeeding()
    // The four tiles of zoom 1.
    try place.run(["render", "in.csv", "--basemap", "none", "--size", "256x256", "-o", "tile.png"])
      .succeeding()
    for column in ["0", "1"] {
      let folder = place.path("1/" + column)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for row in ["0", "1"] {
        try FileManager.default.copyItem(atPath: place.path("tile.png"), toPath: "\(folder)/\(row).png")
      }
    }
    let server = try place.start(
      ["s_server", "-accept", "127.0.0.1:0", "-key", "key.pem", "-cert", "own.pem", "-WWW"],
      redirections: ">'\(place.path("log"))'", program: "/usr/bin/openssl")
    #expect(eventually { place.text("log").contains("ACCEPT") })
    let line = place.text("log").split(separator: "\n").first { $0.hasPrefix("ACCEPT") }
    let port = try #require(line?.split(separator: ":").last.flatMap { UInt16($0) })
    return (place, server, "https://127.0.0.1:\(port)/{z}/{x}/{y}.png")
  }

  @Test func `is trusted by the bundle that is named, and reported as not trusted otherwise`() throws {
    let (place, server, address) = try served()
    func drawn(_ environment: [String: String]) throws -> Outcome {
      try place.run(
        ["render", "in.csv", "--basemap", address, "--center", "0,0", "--zoom", "0", "-o", "a.png"],
        environment: environment)
    }
    for variable in ["SSL_CERT_FILE", "CURL_CA_BUNDLE"] {
      try drawn([variable: place.path("own.pem")]).succeeding()
    }
    let other = try drawn([:])
    #expect(
      other.errors.contains(".png: the server's certificate is not trusted by /")
        && other.errors.contains("; check the address, or name a file of certificates in SSL_CERT_FILE"),
      "\(other.errors)")
    // One that cannot be read, and an empty folder.
    #expect(
      try drawn(["SSL_CERT_FILE": place.path("nowhere.pem")]).errors.contains(
        "the certificates that servers are trusted by cannot be read from \(place.path("nowhere.pem")); install ca-certificates"
      ))
    _ = try server.end(by: SIGTERM)
  }
}
