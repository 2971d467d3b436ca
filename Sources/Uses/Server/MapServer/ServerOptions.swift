import JSONDocument
import MapSettings

extension MapServer {
  /// The options of a server.
  public struct Options: Sendable {
    /// The style where an address names none.
    public var style = "light"
    /// The tile size of zooms in addresses that do not set it: 512 or 256.
    public var tileSize = 512
    /// Archives of tiles by their names, beside those of the folder. Those of `streets` are drawn by the built-in styles that have none.
    public var tiles: [String: String] = [:]
    /// The most pixels of a picture.
    public var mostPixels = 16_000_000
    /// The most points of a source or a body.
    public var mostPoints = 50_000_000
    /// The most bytes of a body.
    public var mostBodyBytes = 16 << 20
    /// The bytes of all bodies that are not answered yet.
    public var mostBodiesBytes = 256 << 20
    /// The megabytes of data from which on a file is summed while it is read, for each picture and tile anew.
    public var mostData = 512
    /// The bytes of finished pictures that are kept.
    public var cacheBytes = 128 << 20
    /// A folder of finished pictures that are kept on disk, outside of the folder that is served; `nil` for none.
    public var store: String?
    /// The bytes of the pictures on disk.
    public var storeBytes = 1024 << 20
    /// The bytes of clusters that tiles are written from, kept beside the session's tables.
    public var levelBytes = 256 << 20
    /// The most drawings that run and wait; further requests are answered with 503.
    public var mostDrawings = 64
    /// The seconds that a drawing may wait and run.
    public var seconds = 30.0
    /// The seconds that others may keep an answer without asking again.
    public var maxAge = 0
    /// The seconds of answers that show a source, or a map of the folder, by its name; the least of several.
    public var maxAges: [String: Int] = [:]
    /// The origin that pages may read answers from, or `*`; `nil` for none.
    public var origin: String?
    /// The address that clients know the server by, with the prefix that a proxy takes away and without a slash at its end; `nil` for
    /// that of the request.
    public var publicAddress: String?
    /// The addresses of proxies, whose headers name scheme, host, prefix and client.
    public var proxies: Set<String> = ["127.0.0.1", "::1"]
    /// The check of signed addresses; `nil` where addresses are open.
    public var signature: AddressSignature?
    /// Receives what whoever runs the server should know, a line each; on any thread.
    public var warn: @Sendable (String) -> Void = { _ in }
    /// The program's version: other versions draw other bytes.
    public var version = ""

    /// Options of a server on this machine.
    public init() {}
  }
}

extension MapServer.Options {
  var resources: ResourceSettings {
    var resources = ResourceSettings()
    (resources.maxPoints, resources.maxMemory) = (mostPoints, mostData)
    return resources
  }

  var limits: String {
    "A picture has \(mostPixels) pixels at most, a source or body \(mostPoints) points, an address \(RequestAddress.mostBytes) bytes and \(OverlayAddress.most) overlays, a body \(mostBodyBytes >> 20) MB, all bodies in flight \(mostBodiesBytes >> 20) MB. \(mostDrawings) drawings run and wait at most, \(decimalText(of: seconds, decimals: 1)) seconds each; more, and longer ones, are answered with 503."
  }

  func checkPixels(of view: ViewOptions) throws(ServerError) {
    let (size, scale) = (view.size ?? ViewOptions.standardSize, view.pixelsPerPoint)
    let pixels = size.width * scale * size.height * scale
    guard pixels <= Double(mostPixels) else {
      throw ServerError(
        400, "the picture has \(Int(exactly: pixels.rounded()) ?? .max) pixels; \(mostPixels) are allowed",
        at: "size")
    }
  }
}
