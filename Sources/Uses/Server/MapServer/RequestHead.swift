import CPosix
import JSONDocument

extension MapServer {
  /// True if the body of a request, of which the head is known, has a use.
  public func readsBody(of request: ServerRequest) -> Bool {
    do throws(ServerError) {
      _ = try admitted(request) { _ in }
      return request.method == "POST"
    } catch {
      return false
    }
  }

  /// Checks the head of a request: its address, method and signature.
  func admitted(
    _ request: ServerRequest, _ found: (RouteEntry) -> Void
  ) throws(ServerError) -> (RequestAddress, Route, RouteEntry) {
    try request.checkLength()
    let address = try RequestAddress(request.target)
    let (route, entry) = try Route.read(address)
    found(entry)
    guard entry.methods.contains(request.method) else {
      throw ServerError(
        405, "the address has no method \(quotedForMessage(request.method)); use \(entry.method)",
        methods: entry.methods)
    }
    if request.method != "OPTIONS", !route.isOfServer, let signature = options.signature {
      try signature.check(request, address, route, now: time(nil))
    }
    return (address, route, entry)
  }
}
