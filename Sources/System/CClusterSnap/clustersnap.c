// The header alone: the functions are written in Swift, in LibraryInterface.
