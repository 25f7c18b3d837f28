// Why a host's request for a resource is refused, in words that show the researcher what to fix.

public import Research

/// Why a resource cannot be returned.
public enum ScreenResourceError: Error, Sendable, Hashable {
    /// Nothing on the screen has this name.
    case notNamed(String)
    /// The name is an address outside the task's files.
    case elsewhere(String)
    /// The task's folders have no such file, or it may not be read.
    case unreadable(RSDTaskFileError)
}

extension ScreenResourceError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notNamed(let name):
            "nothing on the screen is named '\(name.prefix(64))': ask for a picture, an icon, an address or a "
                + "sound that stands there now"
        case .elsewhere(let address):
            "'\(address.prefix(128))' is an address outside the task's folders: open it in a browser, or "
                + "show it as text"
        case .unreadable(let error):
            // Leave out the error's position in a file: here only a name is wrong.
            [error.what, error.remedy].compactMap(\.self).joined(separator: "; ")
        }
    }
}
