package import JSONDocument
import MapClusters

/// The rule for bubbles that would overlap.
public enum BubbleOverlap: String, CaseIterable, Hashable, Sendable {
  /// Move apart, and merge those without room.
  case none
  /// Move apart as far as there is room.
  case shift
  case allow
}

/// The mark that stands for a cluster.
public enum ClusterForm: String, CaseIterable, Hashable, Sendable {
  case bubble
  case dot
  case hexagon
  case square
  case hull
  case pin
  /// A disc with a sign above its count.
  case icon
  case area

  /// True if the cells or areas are drawn that hold the points, whatever their number.
  public var isCell: Bool { self == .hexagon || self == .square || self == .area }

  /// Methods with such marks, the default first; `nil` for all.
  var methods: [ClusterMethod]? {
    switch self {
    case .hexagon: [.hex]
    case .square: [.grid, .leader]
    case .hull: [.dbscan, .kmeans, .distance, .radius, .peaks]
    case .bubble, .dot, .pin, .icon, .area: nil
    }
  }
}

/// The area around the members of a cluster.
public enum HullShape: String, CaseIterable, Hashable, Sendable {
  case convex
  /// Alpha shape of the smallest radius that leaves one area with all members.
  case concave
}

extension ClusterOptions {
  /// The form that is set, also by a hull's shape or an icon.
  var namedForm: ClusterForm? { form ?? hull.map { _ in .hull } ?? icon.map { _ in .icon } }

  /// The setting behind ``namedForm``, by default the method.
  package var formSetting: SettingName {
    form != nil ? "form" : hull != nil ? "hull" : icon != nil ? "icon" : "method"
  }

  /// The form that is drawn: of hexagons these where none is set.
  public var drawnForm: ClusterForm? { namedForm ?? (method == .hex && groupAreas == nil ? .hexagon : nil) }

  /// The method that is set, also by a preset or a form.
  var settledMethod: ClusterMethod? { preset?.settings.method ?? method ?? namedForm?.methods?.first }

  /// True if one of the settings of a grid's cells is set, each of which chooses the grid where no method is set beside it,
  /// nor a form that has others.
  package var choosesGrid: Bool {
    method == nil && preset == nil && namedForm?.methods?.contains(.grid) != false
      && (cellSize != nil || alignsToWorld != nil || anchor != nil || margin != nil || namedForm == .square
        || debugGrid?.isShown == true)
  }

  /// Sets the form's method, if only lower options set another, or peaks, which styles set by default.
  func withMethodOfForm(over base: ClusterOptions) -> ClusterOptions {
    guard let methods = namedForm?.methods, preset == nil, method == nil,
      base.settledMethod.map({ $0 == .peaks || !methods.contains($0) }) ?? (methods[0] != .grid)
    else { return self }
    var options = self
    options.method = methods[0]
    return options
  }

  /// Fault of a form that the method or a column excludes, as the end of a sentence.
  package var formFault: SettingText? {
    if let form = drawnForm, form.isCell, groupBy != nil {
      return "\(form.rawValue) holds all categories in one cell; leave \(name: "groupBy") out"
    }
    if let form, form != .hull, hull != nil {
      return "\(form.rawValue) has no area around its members; leave \(name: "hull") out"
    }
    if let form = namedForm, (form == .icon) != (icon != nil) {
      return form == .icon
        ? "icon needs a sign; set \(setting: "icon") to one such as star, or to an image of the style"
        : "\(form.rawValue) has no sign; leave \(name: "icon") out"
    }
    guard let form = drawnForm, form != .bubble else { return nil }
    if (form == .area) != (groupAreas != nil), form.methods != nil || form == .area {
      return groupAreas == nil
        ? "area needs areas to count in; set \(setting: "groupAreas", of: "FILE")"
        : "\(form.rawValue) does not draw given areas; set \(setting: "form", to: "area"), bubble, dot or pin"
    }
    if let methods = form.methods, let method = settledMethod, !methods.contains(method) {
      return
        "\(form.rawValue) needs the method \(methods[0].rawValue), and it is \(method.rawValue); set \(setting: "method", to: methods[0].rawValue)"
    }
    if form == .hull { return nil }
    for (setting, column): (SettingName, String?) in [("sizeBy", sizeBy), ("donutBy", donutBy)] {
      if column != nil {
        return "\(form.rawValue) shows neither sizes nor shares; leave \(name: setting) out"
      }
    }
    if [.dot, .pin, .icon].contains(form), aggregate != nil {
      return
        "\(form.rawValue) shows \(form == .icon ? "counts alone" : "no numbers"); leave \(name: "aggregate") out"
    }
    return nil
  }
}
