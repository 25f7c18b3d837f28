// What every command has without declaring it.

/// The words for it.
enum CommonWords {
    static let help = "show the help; after a command, that command's help"
    static let helpOfCommand = "show this help"
    static let version = "show the version"
}
