import JSONDocument
import MapSettings
import MapStyle

// Reads our own settings of a layer, which stand in its metadata.
extension StyleParser {
  mutating func layerSettings(_ metadata: JSONNode, of type: LayerType, id: String)
    -> LayerSettings
  {
    var draft = LayerSettingsDraft(collation: collation)
    for member in metadata.value.members ?? [] where member.key.hasPrefix("clustersnap:") {
      let node = metadata.member(member)
      reader.notePortability(member, metadata)
      guard let setting = LayerSettings.table[member.key], let wanted = LayerSettings.types[member.key] else {
        reader.unknownSetting(member, metadata, among: LayerSettings.keys, "a layer")
        continue
      }
      setting.read(&reader, node, &draft)
      if type != wanted {
        reader.warning(
          "no-effect", at: metadata.location(ofKey: member),
          "\(member.key) is for \(wanted.rawValue) layers and has no effect on a \(type.rawValue) layer")
      }
    }
    if let pair = draft.settings.pair, !isLayer(pair, id: id) { draft.settings.pair = nil }
    return draft.settings
  }

  private mutating func isLayer(_ pair: Setting<String>, id: String) -> Bool {
    let partner = pair.value
    guard partner != id else {
      reader.error(
        "invalid-value", at: pair.location, "a layer cannot be its own partner; name the other layer")
      return false
    }
    if layerNames.indexOfID[partner] != nil { return true }
    reader.unknown("unknown-layer", partner, at: pair.location, among: layerNames.ids, "layer id")
    return false
  }

  /// Checks settings that name other layers, after all were read.
  mutating func checkPairs(of layers: [StyleLayer], filter: (StyleLayer) -> JSONValue?) {
    var indexOfID: [String: Int] = [:]
    for (index, layer) in layers.enumerated() { indexOfID[layer.id] = index }
    var owners: [String: [StyleLayer]] = [:]
    // Values know where they stand; what they mean is compared as it would be written.
    func bytes(_ value: JSONValue) -> [UInt8] {
      var writer = JSONWriter()
      writer.value(value)
      return writer.takeBytes()
    }
    for layer in layers where layer.type == .circle {
      if let fit = layer.settings.fitText, layer.metadata?["clustersnap:pair"] == nil {
        reader.warning(
          "no-effect", at: fit.location,
          "clustersnap:fit-text has no effect without clustersnap:pair; name the layer whose text should fit")
      }
      guard let pair = layer.settings.pair, let partner = indexOfID[pair.value].map({ layers[$0] }) else {
        continue
      }
      let name = quotedForMessage(partner.id)
      if partner.type != .symbol {
        reader.error(
          "invalid-value", at: pair.location,
          "\(name) is a \(partner.type.rawValue) layer, and a partner is a symbol layer; name the one with the texts"
        )
      } else if partner.source != layer.source {
        reader.error(
          "invalid-value", at: pair.location,
          "\(name) draws another source, and partners draw the same markers; name a layer of source "
            + quotedForMessage(layer.source ?? ""))
      } else {
        let own = filter(layer)
        // With filters that differ, each marker may still be on one of the layers only.
        let other = owners[partner.id]?.first { other in
          let filter = filter(other)
          return (own == nil || filter == nil || own.map(bytes) == filter.map(bytes))
            && layer.minZoom < other.maxZoom && other.minZoom < layer.maxZoom
        }
        if let other {
          reader.warning(
            "shared-partner", at: pair.location,
            "\(name) is the partner of \(quotedForMessage(other.id)) already, so its symbols are drawn with both; "
              + "give each a partner, or filters that share no features")
        }
        owners[partner.id, default: []].append(layer)
      }
    }
    for layer in layers where layer.type == .symbol && owners[layer.id] == nil {
      guard let fit = layer.settings.textFit, !layer.sets(.iconImage) else { continue }
      reader.warning(
        "no-effect", at: fit.location,
        "clustersnap:text-fit has no effect without an icon-image, or a circle layer that has this layer as its "
          + "clustersnap:pair; add one of them")
    }
  }
}

extension DocumentReader {
  mutating func fitText(_ node: JSONNode) -> Double? {
    switch node.value.bool {
    case true?: LayerSettings.usualFit
    case false?: nil
    case nil: number(node, in: LayerSettings.fits, "true, false or points")
    }
  }
}

extension LayerSettings {
  /// Free points of `clustersnap:fit-text` and `clustersnap:text-fit`.
  static let fits = 0...1000.0
  static let shares = 0...1.0
  /// Padding of `"clustersnap:fit-text": true`, in points.
  static let usualFit = 3.0
}
