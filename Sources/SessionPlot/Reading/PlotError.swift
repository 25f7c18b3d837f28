// The error of a plot. A user may have misspelt several names, and each has an error of its own.

internal import PlainWords
internal import Research
package import SessionFolder

/// Why a session is not drawn: an error for each name that the session does not have, or one error for anything else.
package struct PlotError: Error, Hashable, CustomStringConvertible {
    package let errors: [SessionError]

    package var description: String { errors.map(\.description).joined(separator: "; ") }

    /// An error for each name, or one for anything else.
    package init(_ errors: [SessionError]) { self.errors = errors }
}

extension SessionError {
    /// The error for a name that a session does not have.
    ///
    /// - Parameters:
    ///   - name: The user's name of a file or a sensor.
    ///   - what: "file" or "sensor".
    ///   - known: The names that the session has.
    ///   - others: More names of the same things, which the error suggests and does not list.
    ///   - path: The session folder.
    /// - Returns: The error.
    static func unknownName(
        _ name: String,
        of what: String,
        among known: [String],
        _ others: [String] = [],
        in path: String
    ) -> SessionError {
        let meant = NearestName.meant(by: name, among: known + others)
        let suggestion = meant.map { "; did you mean \($0)?" } ?? ""
        let names = known.prefix(20).joined(separator: ", ")
        return SessionError(
            "it has no \(what) \"\(name)\"".printable,
            where: path,
            remedy: known.isEmpty
                ? "leave out --\(what): it has none" : "name one of \(names)\(suggestion)".printable
        )
    }
}
