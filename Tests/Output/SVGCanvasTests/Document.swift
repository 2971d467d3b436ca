import Drawing
import Foundation
import SVGCanvas

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An SVG document as a foreign parser sees it.
final class Document: NSObject, XMLParserDelegate {
  final class Node {
    let name: String
    let attributes: [String: String]
    var children: [Node] = []
    /// Text between the tags, that of children included, titles left out.
    var text = ""
    init(name: String, attributes: [String: String]) {
      self.name = name
      self.attributes = attributes
    }

    /// All nodes of a name below, in document order.
    func all(_ name: String) -> [Node] {
      children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) }
    }
    subscript(_ attribute: String) -> String? { attributes[attribute] }
  }

  let root = Node(name: "", attributes: [:])
  private var open: [Node] = []

  init(_ bytes: [UInt8]) throws {
    super.init()
    open = [root]
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.propertyListReadCorrupt) }
  }

  /// The document of a scene with one layer.
  convenience init(_ marks: [DrawItem], options: SVGOptions = .init()) throws {
    let scene = Scene(size: Size(width: 100, height: 50), layers: [SceneLayer(id: "layer", marks: marks)])
    try self.init(SVGCanvas.svg(of: scene, options: options))
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    let node = Node(name: name, attributes: attributes)
    open[open.count - 1].children.append(node)
    open.append(node)
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?)
  {
    let node = open.removeLast()
    if name != "title", name != "desc" { open[open.count - 1].text += node.text }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    open[open.count - 1].text += string
  }
}

/// The marks of one layer as they are written, without the document around them.
func lines(_ marks: [DrawItem], options: SVGOptions = .init()) throws -> [String] {
  let scene = Scene(size: Size(width: 100, height: 50), layers: [SceneLayer(id: "layer", marks: marks)])
  let text = String(decoding: try SVGCanvas.svg(of: scene, options: options), as: UTF8.self)
  return text.split(separator: "\n").dropFirst().dropLast().map(String.init)
}
