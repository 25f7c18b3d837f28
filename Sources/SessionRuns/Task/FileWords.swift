// The messages for a file on the command line that cannot be read, the same for all commands.

internal import PlainWords
package import SystemCalls

/// Messages for files that cannot be read.
package enum FileWords {
    /// Returns what is wrong and how to fix it; `wanted` is what the file should have been, as in "a task file".
    package static func of(_ error: SystemError, _ wanted: String) -> String {
        let place = (error.path ?? wanted).printable
        return switch error.errno {
        case .notFound: "\(place): there is no such file; name \(wanted)"
        case .isDirectory: "\(place): it is a folder; name \(wanted)"
        case .invalid: "\(place): it is no plain file; name \(wanted)"
        case .access, .permission:
            "\(place): you may not read it; ask for the right to, or name \(wanted) that you may read"
        case .fileTooLarge: "\(place): it is larger than any such file; name \(wanted)"
        default: "\(error)".printable
        }
    }
}
