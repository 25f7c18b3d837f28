// The messages for a file that cannot be read, such as a task file, and for a path that should be a folder and is not.

internal import PlainWords
package import SystemCalls

/// Messages for files that cannot be read, and for folders that are none.
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

    /// Returns why a path is not the folder that is wanted, and how to fix it; `nil` if it is a folder.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - contents: What the folder should hold, as in "the task files".
    /// - Returns: The fault and its remedy, if there is one.
    package static func ofFolder(_ path: String, with contents: String) -> String? {
        let problem: String
        switch FileSystem.kind(of: path) {
        case .directory: return nil
        case .missing: problem = "there is no such folder; name the folder with \(contents)"
        case .file: problem = "it is a file, not a folder; name the folder with \(contents)"
        case .link: problem = "it is a link; name the folder itself"
        case .other: problem = "it is no folder; name the folder with \(contents)"
        }
        return "\(path): \(problem)".printable
    }
}
