// Why a host does not get what it asks for, in words that tell who runs the study what to mend.

public import Research

/// Why there are no bytes for a name.
public enum ScreenResourceError: Error, Sendable, Hashable {
    /// Nothing on the screen has this name.
    case notNamed(String)
    /// The name is an address: it is no file of the task's.
    case elsewhere(String)
    /// There is no such file in the task's folders, or none that may be read.
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
            // The place of a fault in a file is none of a name's.
            [error.what, error.remedy].compactMap(\.self).joined(separator: "; ")
        }
    }
}
