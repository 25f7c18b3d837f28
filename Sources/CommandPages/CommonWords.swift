// The options that every command has without declaring them.

/// Their summaries in the help, the manual pages and the completions.
enum CommonWords {
    static let help = "show the help; after a command, that command's help"
    static let helpOfCommand = "show this help"
    static let version = "show the version"
}
