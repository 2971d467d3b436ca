import CommandParts
import Arguments
import StyleSettings

#if GoldenCases
  import GoldenCases
#endif

extension SchemaDocument: ExpressibleByArgument {}

struct SchemaCommand: ParsableCommand {
  @Argument(
    help: .init(
      "The document: request, scenario or style-metadata.", valueName: "DOCUMENT",
      suggestions: SchemaDocument.allValueStrings))
  var documents: [String]
  @Flag var markdown: Bool
  @OptionGroup("Everywhere") var common: CommonOptions

  static let configuration = CommandConfiguration("schema")

  func run() throws -> Int32 {
    guard let name = documents.first else {
      throw Failure.input("which document? name one, such as clustersnap schema request")
    }
    guard documents.count == 1 else {
      throw Failure.input("\"\(documents[1])\" is one document too many; name one at a time")
    }
    let document: SchemaDocument = try value(of: name)
    if markdown { return try printed(document.page) }
    #if GoldenCases
      return try printed(document.schema(golden: .object(GoldenOptions.table.descriptions)))
    #else
      return try printed(document.schema)
    #endif
  }
}
