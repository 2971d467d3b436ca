ProcessSetup.prepare()
exit(ClusterSnapCommand.run(CommandLine.argc, CommandLine.unsafeArgv))
