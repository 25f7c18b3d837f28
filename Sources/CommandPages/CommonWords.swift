// The options that the parser accepts without a declaration.

/// The summaries of `--help` and `--version` in the manual pages and the completions; `HelpText` has its own.
enum CommonWords {
    static let help = "show the help; after a command, that command's help"
    static let helpOfCommand = "show this help"
    static let version = "show the version"
}
