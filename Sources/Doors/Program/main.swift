import CAllocation
import CommandLineTool

exitRunning(CommandLine.argc, CommandLine.unsafeArgv)
