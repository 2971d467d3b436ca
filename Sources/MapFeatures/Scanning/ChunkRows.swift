/// Numbered rows, whose numbers are their places.
extension Chunk: PointRun {
  func append(_ number: Int, longitude: Double, latitude: Double) -> Bool {
    var longitude = longitude
    if !(longitude >= -180 && longitude < 180 && latitude.magnitude <= 90) {
      switch PlaceCheck.longitude(longitude, latitude: latitude) {
      case .failure(let refusal):
        skip(place: number, refusal.reason)
        return false
      case .success(let wrapped): longitude = wrapped
      }
    }
    reserve(1)
    appendReserved(longitude: longitude, latitude: latitude, place: number)
    endRecord(place: number, points: 1)
    return true
  }

  func skip(_ number: Int, _ reason: SkipReason) { skip(place: number, reason) }

  func append(_ value: RowValue, to column: Int) {
    switch value {
    case .none: properties?.append(nil, to: column)
    case .null: properties?.append(.null, to: column)
    case .logical(let value): properties?.append(.bool(value), to: column)
    case .number(let number): properties?.append(number, to: column)
    case .whole(let whole):
      if whole.magnitude < PropertyValue.roundedWholes {
        properties?.append(Double(whole), to: column)
      } else {
        properties?.append(.wholeNumber("\(whole)"), to: column)
      }
    case .text(let text): properties?.append(.string(text), to: column)
    }
  }
}
