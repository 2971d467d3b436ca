/// Returns a value, or throws its error as one of the caller's type: `try rethrowing(JSONText(parsing:
/// bytes), as: GoldenError.badJSON)`. A translation that does more than wrap the error names its type.
///
/// - Throws: the translated error.
@inlinable public func rethrowing<Value: ~Copyable, Original: Error, Own: Error>(
  _ value: @autoclosure () throws(Original) -> Value, as translation: (Original) -> Own
) throws(Own) -> Value {
  do throws(Original) { return try value() } catch { throw translation(error) }
}
