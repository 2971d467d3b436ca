import CBuiltIns

/// The commit that the program was built from, as git abbreviates it, with `-dirty` where files differed from it; `nil`
/// unless `make build` was run in a git checkout.
public var builtCommit: String? { built_commit().map { String(cString: $0) } }
