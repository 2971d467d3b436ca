/// Returns a value, or throws its evaluation's error as one of the caller's type:
/// `try rethrowing(JSONText(parsing: bytes), as: GoldenError.badJSON)`.
///
/// Inlined, so that nothing is left of both closures in a release build. A translation that does more than
/// wrap the error has to name its type: `{ (error: JSONError) in … }`.
///
/// - Throws: the translated error.
@inlinable
public func rethrowing<Value: ~Copyable, Original: Error, Own: Error>(
  _ value: @autoclosure () throws(Original) -> Value, as translation: (Original) -> Own
) throws(Own) -> Value {
  do throws(Original) { return try value() } catch { throw translation(error) }
}
