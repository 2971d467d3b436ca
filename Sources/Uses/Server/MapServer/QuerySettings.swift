import JSONDocument
import MapSettings

/// Settings in the query of an address: those of the tables of views, sources and pictures, by their keys. No other table is
/// reachable: none of these names servers, statements, fonts or memory. The one file, of `groupAreas`, is one of the folder's data.
struct QuerySettings {
  var view = ViewOptions()
  private(set) var clustering = ClusterOptions()
  private(set) var output = OutputSettings()

  /// Draws a tile: with labels cut at its edges as those of its neighbors are, and without walls, which lean from the
  /// middle of each picture, and without the attribution, which the page has. A tile over others is transparent.
  mutating func drawTile(isOver: Bool) {
    output.attribution = OutputSettings.Decoration()
    output.attribution?.isShown = false
    (output.edgeLabels, output.walls) = (.cut, .flat)
    if isOver { output.background = OutputSettings.Background.none }
  }

  mutating func name(in folder: SiteIndex) throws(ServerError) {
    clustering = try folder.resolved(clustering)
  }

  mutating func take(_ parameter: RequestAddress.Parameter) throws(ServerError) -> Bool {
    if let entry = ViewOptions.table[parameter.name], entry.isInAddresses {
      try Self.take(parameter, entry, into: &view)
    } else if let entry = OutputSettings.ownEntries.first(where: { $0.key == parameter.name }),
      entry.isInAddresses
    {
      // `title` is the picture's, as at the root of a request.
      try Self.take(parameter, entry, into: &output)
    } else if let entry = ClusterOptions.table[parameter.name], entry.isInAddresses {
      try Self.take(parameter, entry, into: &clustering)
    } else {
      return false
    }
    return true
  }

  private static func take<Values: SettingValues>(
    _ parameter: RequestAddress.Parameter, _ entry: SettingEntry<Values>, into values: inout Values
  ) throws(ServerError) {
    var word = parameter.value
    switch entry.option?.form {
    case .flag:
      guard ["", "true", "yes", "1"].contains(word) else {
        if ["false", "no", "0"].contains(word) { return entry.takeBack(from: &values) }
        throw ServerError(400, "\(quotedForMessage(word)) is not true or false; write one", at: entry.key)
      }
      word = "yes"
    case .bare(let bare) where ["", "true"].contains(word): word = bare
    default: break
    }
    do throws(SettingError) {
      try entry.take(word: word, into: &values)
    } catch {
      // Documents write true and false, words yes and no.
      let other = ["true": "yes", "false": "no"][word]
      do throws(SettingError) {
        guard let other else { throw error }
        try entry.take(word: other, into: &values)
      } catch _ {
        throw ServerError(400, error.description, at: entry.key)
      }
    }
  }

  static let descriptions: [SettingDescription] = {
    var names: Set<String> = []
    let all =
      ViewOptions.table.entries.filter(\.isInAddresses).map(\.description)
      + OutputSettings.ownEntries.filter(\.isInAddresses).map(\.description)
      + ClusterOptions.table.entries.filter(\.isInAddresses).map(\.description)
    return all.filter { names.insert($0.name).inserted }
  }()
  static let keys = descriptions.map(\.name)
}
