import CBuiltIns

/// Abbreviated commit of the build, with `-dirty` after local changes; `nil` outside of `make build` and git.
public var builtCommit: String? { built_commit().map { String(cString: $0) } }
