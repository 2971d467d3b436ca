exit(ClusterSnapCommand.run(Array(CommandLine.arguments.dropFirst())))
