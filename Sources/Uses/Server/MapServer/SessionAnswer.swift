import Inflate
import JSONDocument
import MapSession
import MapSettings

extension MapSession {
  func answer(of address: PictureAddress, encoding: ContentEncoding) async throws(SessionError)
    -> ServerAnswer
  {
    let bytes: [UInt8]
    var headers: [(name: String, value: String)] = []
    var reason: String?
    switch address.form {
    case .markers(let format):
      let answer = try await markers(of: address.specification, as: format, view: address.view)
      guard let first = answer.documents.first else { throw .input("the map has no view; add one") }
      bytes = first
    case .picture(let format):
      let answer = try await pictures(of: address.specification, as: format, view: address.view)
      guard let picture = answer.pictures.first else { throw .input("the map has no view; add one") }
      let warnings = answer.notes.filter { $0.severity == .warning }.map(\.message)
      (bytes, headers) = (picture.bytes, picture.viewHeaders)
      if !warnings.isEmpty {
        reason = warnings.joined(separator: "; ")
        headers.append(("X-ClusterSnap-Warning", MapPicture.encoded(reason ?? "")))
      }
    }
    var answer = ServerAnswer(address.form.mediaType, bytes, address.form.isText ? encoding : .plain)
    answer.headers += headers
    answer.reason = reason
    return answer
  }
}

extension MapPicture {
  fileprivate var viewHeaders: [(name: String, value: String)] {
    let (center, box) = (viewport.center, viewport.boundingBox)
    func list(_ numbers: Double...) -> String {
      numbers.map { decimalText(of: $0, decimals: 6) }.joined(separator: ",")
    }
    return [
      ("X-ClusterSnap-Center", list(center.longitude, center.latitude)),
      ("X-ClusterSnap-Zoom", list(viewport.zoom)),
      ("X-ClusterSnap-Bounds", list(box.west, box.south, box.east, box.north)),
      ("X-ClusterSnap-Alt", Self.encoded(alt.map { $0.title + ". " + $0.details } ?? "")),
    ]
  }

  /// The beginning of a text that a header holds, percent-encoded, in 2 KB at most: proxies refuse answers of longer heads.
  fileprivate static func encoded(_ text: String) -> String {
    var result = ""
    for character in text {
      let next = percentEncoded(String(character))
      guard result.utf8.count + next.utf8.count <= 2048 else { break }
      result += next
    }
    return result
  }
}
