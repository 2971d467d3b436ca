import TestSupport
import Testing

@testable import TileSources

@Suite struct `Certificates of servers` {
  private func bundle(_ variables: [String: String], readable: [String]) -> CertificateBundle {
    CertificateBundle(variable: { variables[$0] }, isReadable: readable.contains)
  }

  @Test(arguments: [
    // Of Debian, of Fedora, of openSUSE, of Alpine and macOS.
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
  ])
  func `are read from the usual file of the system`(file: String) {
    let found = bundle([:], readable: ["/etc/passwd", file])
    #expect((found.file, found.folder) == (file, nil))
    expect(found.name, equals: file)
  }

  @Test func `are read from what a variable names, readable or not`() {
    let usual = CertificateBundle.usualFiles
    expect(
      bundle(["SSL_CERT_FILE": "a.pem", "CURL_CA_BUNDLE": "b.pem"], readable: usual).file, equals: "a.pem")
    expect(bundle(["SSL_CERT_FILE": "", "CURL_CA_BUNDLE": "b.pem"], readable: usual).file, equals: "b.pem")
    let folder = bundle(["SSL_CERT_DIR": "/certs"], readable: usual)
    #expect((folder.file, folder.folder) == (nil, "/certs"))
    let both = bundle(["SSL_CERT_DIR": "/certs", "SSL_CERT_FILE": "a.pem"], readable: [])
    expect(both.name, equals: "a.pem and /certs")
    expect(bundle([:], readable: []).name, equals: "libcurl's own bundle")
  }
}
