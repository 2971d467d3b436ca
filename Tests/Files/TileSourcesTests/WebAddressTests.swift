import Foundation
import MapGeometry
import TestSupport
import Testing

@testable import TileSources

@Suite struct `Addresses of the network` {
  @Test(
    arguments: [
      ("http://a.example/b", "http", "a.example"),
      ("HTTPS://me:x@A.example:80/b@c?d@e", "https", "a.example"),
      ("http://[::1]:80/", "http", "::1"), ("http://a.example?x", "http", "a.example"),
    ] as [(String, String, String)])
  func `are taken apart`(text: String, scheme: String, host: String) throws {
    let address = try WebAddress(text)
    #expect((address.scheme, address.host) == (scheme, host))
  }

  @Test(arguments: [
    "http://", "http:///x", "ftp://a/", "http://a b/", "http://a\\@b/", "http://a@b@c/", "http://%31/",
    "http://ä/",
    "http://a\u{0}b/", "http://[::1%lo]/", "http://[::1", "http://a\nb/",
  ])
  func `that can be understood in two ways are refused`(text: String) {
    #expect(throws: TileError.self) { try WebAddress(text) }
  }

  @Test func `have proxies as the environment has them`() throws {
    var proxies = ProxySettings(http: "http://p:1", https: "http://q:2")
    proxies.exceptions = ["10.0.0.0/8", ".internal.example", "localhost"]
    func proxy(_ text: String) throws -> String? { proxies.proxy(for: try WebAddress(text)) }
    try expect(proxy("http://a.example/"), equals: "http://p:1")
    try expect(proxy("https://a.example/"), equals: "http://q:2")
    try expect(proxy("http://10.1.2.3/"), equals: nil)
    try expect(proxy("http://11.1.2.3/"), equals: "http://p:1")
    try expect(proxy("http://internal.example/"), equals: nil)
    try expect(proxy("http://a.internal.example:8/"), equals: nil)
    try expect(proxy("http://notinternal.example/"), equals: "http://p:1")
    try expect(proxy("http://localhost/"), equals: nil)
    proxies.exceptions = ["*"]
    try expect(proxy("http://a.example/"), equals: nil)
    try expect(
      ProxySettings(all: "http://r:3").proxy(for: WebAddress("https://a.example/")), equals: "http://r:3")
  }

  @Test(
    .wantsInProcess(.curl),
    arguments: [
      "127.0.0.1", "localhost", "10.1.2.3", "192.168.1.1", "172.16.0.1", "100.64.0.1", "0x7f.1", "2130706433",
      "[::1]", "[fd12::1]", "[::ffff:10.0.0.1]",
    ])
  func `of private networks are not requested through a proxy`(host: String) throws {
    let proxy = try LoopbackServer { _, _ in .answer(200, png()) }
    var options = TileOptions(userAgent: "test")
    options.proxies = ProxySettings(http: "http://127.0.0.1:\(proxy.port)")
    let tiles = WebTiles(TileTemplate("http://\(host)/{z}/{x}/{y}"), options: options)
    expect(
      message { try tiles.tile(try tileID(0, 0, 0)) }?.hasSuffix(
        ": addresses of private networks are not requested through a proxy; name the host in no_proxy, or add \"privateNetworks\""
      ),
      equals: true)
    #expect(proxy.counts.isEmpty)
    options.allowsPrivateNetworks = true
    let allowed = WebTiles(TileTemplate("http://\(host)/{z}/{x}/{y}"), options: options)
    try expect(allowed.tile(tileID(0, 0, 0))?.bytes, equals: png())
    expect(proxy.counts.count, equals: 1)
  }

  @Test(.wantsInProcess(.curl))
  func `of metadata services are never requested through a proxy, after redirects as well`() throws {
    let proxy = try LoopbackServer { path, _ in
      path.contains("203.0.113.5")
        ? .answer(302, headers: ["Location": "http://169.254.169.254/x"]) : .answer(200, png())
    }
    var options = TileOptions(userAgent: "test")
    options.proxies = ProxySettings(http: "http://127.0.0.1:\(proxy.port)")
    options.allowsPrivateNetworks = true
    for host in ["169.254.169.254", "203.0.113.5", "0xA9FEA9FE"] {
      let tiles = WebTiles(TileTemplate("http://\(host)/{z}/{x}/{y}"), options: options)
      expect(
        message { try tiles.tile(try tileID(0, 0, 0)) }?.contains("network segment are not asked"),
        equals: true)
    }
    #expect(proxy.counts.keys.allSatisfy { $0.contains("203.0.113.5") })
    options.allowsPrivateNetworks = false
    let segment = WebTiles(TileTemplate("http://169.254.1.1/{z}/{x}/{y}"), options: options)
    expect(message { try segment.tile(try tileID(0, 0, 0)) }?.contains("are not asked"), equals: true)
    // A public address goes through.
    let direct = WebTiles(TileTemplate("http://203.0.113.9/{z}/{x}/{y}"), options: options)
    try expect(direct.tile(tileID(0, 0, 0))?.bytes, equals: png())
  }

  @Test func `are named in the cache by digests`() {
    // FIPS 180-4's own examples.
    expect(
      SHA256.hexadecimal("abc"), equals: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    expect(SHA256.hexadecimal(""), equals: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    expect(
      SHA256.hexadecimal("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
      equals: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    expect(
      SHA256.hexadecimal(String(repeating: "a", count: 1_000_000)),
      equals: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }
}
