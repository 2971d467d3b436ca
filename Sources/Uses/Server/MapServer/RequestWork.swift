import MapSettings
import JSONDocument
import MapFeatures
import MapSession

extension MapServer {
  /// The number of answers that were drawn.
  public var drawnCount: Int { state.withLock { $0.figures.drawn } }

  func work(
    of route: Route, _ address: RequestAddress, _ request: ServerRequest, _ folder: SiteIndex,
    _ addresses: PublicAddresses?
  ) throws(ServerError) -> ServerWork {
    let contents = ContentReader(
      folder: folder, options: options, address: address, addresses: addresses ?? PublicAddresses())
    if let content = try contents.content(of: route) { return .content(content) }
    let work =
      switch route {
      case .clusterTile(let source, let tile), .dataTile(let source, let tile):
        try PictureAddressReader(folder, options).tile(tile, of: source, address)
      default: ServerWork.picture(try picture(of: route, address, request, folder))
      }
    guard case .picture(var picture) = work else { return work }
    picture.specification.mostPixels = options.mostPixels
    picture.specification.drawsOneView = true
    return .picture(picture)
  }

  private func picture(
    of route: Route, _ address: RequestAddress, _ request: ServerRequest, _ folder: SiteIndex
  ) throws(ServerError) -> PictureAddress {
    let reader = PictureAddressReader(folder, options)
    switch route {
    case .map(let name, let view, let ending):
      guard let path = folder.maps[name] else {
        throw .unknown("map", name, among: folder.maps.keys.sorted(), at: "name")
      }
      let settings = try reader.settings(address, among: folder.parameters(ofMap: name))
      var map = MapSpecification(requestFile: path)
      map.streamsLargeInputs = true
      map.resources.maxPoints = options.mostPoints
      (map.view, map.output, map.clustering) = (settings.view, settings.output, settings.clustering)
      return PictureAddress(specification: map, form: try AnswerForm(ending: ending), view: view)
    case .tileServer(let style, let view, let file):
      return try reader.tileServer(style: style, view, file, address)
    case .mapbox(let style, let parts): return try reader.mapbox(style: style, parts[...], address)
    case .styleTile(let style, let tile, let size):
      return try reader.tile(tile, ofStyle: style, size: size, address)
    case .google: return try reader.google(address)
    case .render:
      let data = try inlineData(request)
      guard data.isRequest else { return try reader.body(data, address) }
      let ending = address["format"] ?? "png"
      let others = address.parameters.first {
        !(["format", "view"] + AddressSignature.parameters).contains($0.name)
      }
      if let others {
        throw ServerError(400, "requests have their settings in the body; set it there", at: others.name)
      }
      var map = MapSpecification()
      map.request = .value(try bodyRequest(data.bytes, folder), name: root + "/request")
      map.resources = options.resources
      map.streamsLargeInputs = true
      return PictureAddress(specification: map, form: try AnswerForm(ending: ending), view: address["view"])
    default: throw ServerError(404, "there is nothing at this address; see /openapi.json")
    }
  }

  private func bodyRequest(_ bytes: [UInt8], _ folder: SiteIndex) throws(ServerError) -> SnapshotRequest {
    let text = try rethrowing(JSONText(parsing: bytes)) { (error: JSONError) in
      fault(SessionError.notJSON(in: "request")(error), status: 400)
    }
    let (request, diagnostics) = SnapshotRequest.parse(text)
    guard let request else {
      let fault = diagnostics.first { $0.severity == .error }
      throw ServerError(400, fault?.text(file: "request") ?? "the body is no request; see /openapi.json")
    }
    for view in request.views { try options.checkPixels(of: view.view) }
    return try folder.resolved(request)
  }

  private func inlineData(_ request: ServerRequest) throws(ServerError) -> InlineData {
    guard !request.body.isEmpty else {
      throw ServerError(400, "the body is empty; send a request or data", at: "body")
    }
    let type = (request.header("content-type") ?? "").prefix { $0 != ";" }.lowercased()
    switch type.filter({ $0 != " " }) {
    case "application/geo+json": return InlineData(bytes: request.body, format: .geojson)
    case "text/csv", "application/csv": return InlineData(bytes: request.body, format: .csv)
    case "application/geo+json-seq", "application/x-ndjson":
      return InlineData(bytes: request.body, format: .ndjson)
    case "application/json", "":
      guard let text = try? JSONText(parsing: request.body),
        text.root.members?.contains(where: { $0.key == "type" }) == true
      else { return InlineData(bytes: request.body, format: nil, isRequest: true) }
      return InlineData(bytes: request.body, format: .geojson)
    case "application/vnd.apache.arrow.stream":
      guard request.body.starts(with: [0xFF, 0xFF, 0xFF, 0xFF]) else {
        throw ServerError(
          400, "the body is no stream of Arrow; send what pyarrow.ipc.new_stream writes", at: "body")
      }
      return InlineData(bytes: request.body, format: nil)
    default:
      throw ServerError(
        415,
        "\(quotedForMessage(type)) is not read; send \(BodyTypes.all.dropLast().joined(separator: ", ")) or \(BodyTypes.all.last ?? "")",
        at: "Content-Type")
    }
  }
}

enum BodyTypes {
  static let all = [
    "application/json", "application/geo+json", "text/csv", "application/vnd.apache.arrow.stream",
  ]
}
