/// Returns a value, or throws the error of its evaluation as one of the caller's own.
///
/// A module throws one type of error, and what it calls throws others:
/// `try rethrowing(JSONText(parsing: bytes), as: GoldenError.badJSON)`. The compiler inlines both closures, so that
/// nothing is left of them in a release build.
///
/// - Parameters:
///   - value: is evaluated once.
///   - translation: makes the caller's error; called at most once. A closure that does more than pass the error on has to
///     name the error's type: `{ (error: JSONError) in … }`.
/// - Throws: the translated error.
@inlinable
public func rethrowing<Value: ~Copyable, Original: Error, Own: Error>(
  _ value: @autoclosure () throws(Original) -> Value, as translation: (Original) -> Own
) throws(Own) -> Value {
  do throws(Original) { return try value() } catch { throw translation(error) }
}
