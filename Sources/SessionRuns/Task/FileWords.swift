// The messages for a task file or an answers file that cannot be read.

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
        case .invalid: "\(place): it is a device, pipe or socket, and no file; name \(wanted)"
        case .access, .permission:
            "\(place): you have no permission to read it; ask for it, or name another file"
        case .fileTooLarge: "\(place): it is too large for \(wanted); name \(wanted)"
        default: "\(error)".printable
        }
    }
}
