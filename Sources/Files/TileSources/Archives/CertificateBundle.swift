import CSystem

/// Trusted certificates: a file, a folder, or both.
///
/// `SSL_CERT_FILE`, `SSL_CERT_DIR` and `CURL_CA_BUNDLE` override the default, as in OpenSSL and curl.
struct CertificateBundle: Hashable, Sendable {
  var file, folder: String?

  /// Paths on Debian and Arch, Fedora and RHEL, openSUSE, Alpine and macOS.
  static let usualFiles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
  ]

  /// This process's bundle; libcurl's own if none is readable.
  static var ofProcess: CertificateBundle {
    CertificateBundle(
      variable: { name in getenv(name).map { String(cString: $0) } }, isReadable: { access($0, R_OK) == 0 })
  }

  init(variable: (String) -> String?, isReadable: (String) -> Bool) {
    func value(_ names: String...) -> String? { names.lazy.compactMap(variable).first { !$0.isEmpty } }
    (file, folder) = (value("SSL_CERT_FILE", "CURL_CA_BUNDLE"), value("SSL_CERT_DIR"))
    if file == nil, folder == nil { file = Self.usualFiles.first(where: isReadable) }
  }

  var name: String {
    let names = [file, folder].compactMap(\.self)
    return names.isEmpty ? "libcurl's own bundle" : names.joined(separator: " and ")
  }
}
