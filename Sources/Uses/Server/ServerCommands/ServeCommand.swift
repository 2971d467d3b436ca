import CommandParts
package import Arguments
import CairoCanvas
import JSONDocument
import MapFeatures
import MapServer
import MapSession
import MapSettings
import TileSources

struct ListenAddress: ExpressibleByArgument {
  var host = "127.0.0.1"
  var port: UInt16 = 8080

  var isFile: Bool { host.contains("/") }

  func name(port: Int) -> String {
    if isFile { return "unix:\(escapedForMessage(host))" }
    return "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
  }

  static func parse(argument: String) throws(SettingError) -> ListenAddress {
    if argument.hasPrefix("unix:"), argument.utf8.count > 5 {
      let path = String(argument.dropFirst(5))
      return ListenAddress(host: path.contains("/") ? path : "./" + path, port: 0)
    }
    guard let colon = argument.lastIndex(of: ":"),
      let port = UInt16(argument[argument.index(after: colon)...])
    else {
      throw SettingError(
        "\"\(argument)\" is no address with a port; write 127.0.0.1:8080, [::1]:8080 or unix:PATH")
    }
    var host = String(argument[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    return ListenAddress(host: ["": "0.0.0.0", "localhost": "127.0.0.1"][host] ?? host, port: port)
  }
}

struct MaxAge: ExpressibleByArgument {
  let name: String?
  let seconds: Int

  static func parse(argument: String) throws(SettingError) -> MaxAge {
    let equals = argument.lastIndex(of: "=")
    let number = equals.map { argument[argument.index(after: $0)...] } ?? argument[...]
    guard let seconds = Int(number), (0...31_536_000).contains(seconds) else {
      throw SettingError(
        "\"\(argument)\" is no number of seconds up to a year; write 3600, or NAME=60 for a source or a map")
    }
    return MaxAge(name: equals.map { String(argument[..<$0]) }, seconds: seconds)
  }
}

package struct ServeCommand: ParsableCommand {
  @Argument() var folders: [String]
  @Option() var listen: ListenAddress?
  @Option() var style: String?
  @Option(within: 256...512) var tileSize: Int?
  @Flag() var network: Bool
  @Option() var tiles: [String]
  @Option() var publicUrl: String?
  @Option() var trustedProxy: [String]
  @Option() var keyFile: String?
  @Option() var sign: String?
  @Option() var cors: String?
  @Option() var maxAge: [MaxAge]
  @Option() var accessLog: AccessLog.Form?
  @Option(within: 1...64) var threads: Int?
  @Option(within: 1...10_000) var queue: Int?
  @Option(within: 1...3600) var timeout: Int?
  @Option(within: 1...64_000_000) var maxPixels: Int?
  @Option(within: 1...1_000_000_000) var maxPoints: Int?
  @Option(within: 1...1024) var maxBody: Int?
  @Option(within: 1...65_536) var maxBodies: Int?
  @Option(within: 0...100_000) var cache: Int?
  @Option() var diskCache: String?
  @Option(within: 1...10_000_000) var diskCacheSize: Int?
  @Option(within: 1...1_000_000) var dataCache: Int?
  @OptionGroup("Everywhere") var common: CommonOptions

  package init() {}

  package static let configuration = CommandConfiguration("serve")

  package func run() throws -> Int32 {
    guard let folder = folders.first, folders.count == 1 else {
      throw Failure.input("name one folder: clustersnap serve maps")
    }
    guard fileKind(folder) == S_IFDIR else { throw Failure.input("\"\(folder)\" is no folder; name one") }
    if let tileSize, tileSize != 256, tileSize != 512 {
      throw Failure.input("--tile-size: \(tileSize) is neither 256 nor 512; write one of them")
    }
    var options = MapServer.Options()
    if let keyFile { options.signature = try Self.signature(keyFile) }
    if let sign {
      guard let signature = options.signature else {
        throw Failure.input("--sign needs the key; add --key-file FILE")
      }
      return try printed(signature.sign(Array(sign.utf8)) + "\n")
    }
    options.style = style ?? options.style
    options.tileSize = tileSize ?? options.tileSize
    options.mostPixels = maxPixels ?? options.mostPixels
    (options.mostPoints, options.mostData) = (maxPoints ?? options.mostPoints, dataCache ?? options.mostData)
    options.mostBodyBytes = maxBody.map { $0 << 20 } ?? options.mostBodyBytes
    options.mostBodiesBytes = maxBodies.map { $0 << 20 } ?? options.mostBodiesBytes
    options.cacheBytes = (cache ?? 12) << 20
    (options.store, options.storeBytes) = (diskCache, (diskCacheSize ?? 1024) << 20)
    options.mostDrawings = queue ?? options.mostDrawings
    options.seconds = Double(timeout ?? 30)
    for age in maxAge {
      if let name = age.name { options.maxAges[name] = age.seconds } else { options.maxAge = age.seconds }
    }
    options.origin = cors
    options.publicAddress = try publicUrl.map(Self.publicAddress)
    options.proxies.formUnion(trustedProxy)
    for word in tiles {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, fileKind(parts[1]) == S_IFREG else {
        throw Failure.input(
          "--tiles: \"\(escapedForMessage(word))\" is no name with a file; write streets=town.pmtiles")
      }
      options.tiles[parts[0]] = canonicalPath(parts[1])
    }
    options.version = ToolVersion.identity
    options.warn = { [messages = common.messages] in messages.warning($0) }
    return try serve(canonicalPath(folder), options)
  }

  private func serve(_ root: String, _ options: MapServer.Options) throws(Failure) -> Int32 {
    if let store = options.store, (try OutputFile(path: store).identity() + "/").hasPrefix(root + "/") {
      throw .input("--disk-cache: \(store) lies in the folder that is served; name one outside of it")
    }
    // Signals wait for this thread alone; threads that are started later inherit that.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    FontConfiguration.replaceProcessConfiguration()
    let workers = threads ?? processorCount
    var session = MapSession.Options()
    (session.threads, session.requestsAtOnce) = (1, workers)
    session.budget = options.mostData << 20
    // A mapped file that is cut short would end the process.
    var loader = FileLoader(root: root, mapsFiles: false, network: network ? TileOptions(cache: "none") : nil)
    loader.asksDatabases = network
    loader.others = Set(options.tiles.values)
    let server = try rethrowing(
      MapServer(folder: root, resources: loader, session: session, options: options)
    ) { (error: ServerError) in Failure.input("\(error.message)", at: error.place) }
    ProcessSetup.shareHeaps(workers) { server.drawnCount }
    let listener = HTTPListener(server, AccessLog(accessLog ?? .json))
    let address = listen ?? ListenAddress()
    let port = try listener.start(
      on: address, threads: workers, bodyLimit: options.mostBodyBytes,
      bodiesLimit: max(options.mostBodiesBytes, options.mostBodyBytes), seconds: Int(options.seconds) + 30)
    let messages = common.messages
    messages.notice("serving \(server.summary) at \(address.name(port: port))")
    while true {
      var signal: Int32 = 0
      sigwait(&signals, &signal)
      guard signal == SIGHUP else { break }
      do throws(ServerError) {
        try server.reload()
        messages.notice("read the folder anew: \(server.summary)")
      } catch {
        messages.report(.input("\(error.message)", at: error.place))
      }
    }
    listener.finish(within: options.seconds + 0.5)
    if address.isFile { unlink(address.host) }
    return ExitStatus.done
  }

  private static func publicAddress(_ text: String) throws(Failure) -> String {
    guard ["http://", "https://"].contains(where: { text.hasPrefix($0) && text.count > $0.count }),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && ![0x22, 0x3C, 0x3E, 0x3F, 0x23].contains($0) })
    else {
      throw .input(
        "--public-url: \"\(escapedForMessage(text))\" is no address; write https://maps.example.org/prefix")
    }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  private static func signature(_ path: String) throws(Failure) -> AddressSignature {
    let bytes = try rethrowing(
      FileLoader().bytes(of: Resource(path: path, isFromDocument: false), in: nil, limit: 1 << 16)
    ) { (error: ResourceError) in Failure.input("\(error.reason)", at: path) }
    let key = Array(bytes.reversed().drop { [0x0A, 0x0D].contains($0) }.reversed())
    guard key.count >= 16 else { throw .input("the key has \(key.count) bytes; write 16 or more", at: path) }
    return AddressSignature(key: key)
  }
}
