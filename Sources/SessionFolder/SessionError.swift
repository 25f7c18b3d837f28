// One error for everything that can go wrong with a session folder, because a person who reads it
// needs the same three things each time.

internal import SampleFile
internal import SystemCalls

/// What went wrong with a session, where, and what mends it.
public struct SessionError: Error, Hashable, Sendable {
    /// What is wrong, in one line.
    public var what: String
    /// The folder or file that it is about.
    public var `where`: String
    /// What a person can do.
    public var remedy: String

    /// Says what is wrong, where, and what mends it.
    public init(_ what: String, where place: String, remedy: String) {
        self.what = what
        self.where = place
        self.remedy = remedy
    }
}

extension SessionError: CustomStringConvertible {
    public var description: String { "\(`where`): \(what); \(remedy)" }
}

extension SessionError {
    /// A call that failed; `deed` says what for.
    init(_ cause: SystemError, _ deed: String, where place: String) {
        self.init(
            "cannot \(deed): \(cause.errno)",
            where: cause.path ?? place,
            remedy: cause.remedy ?? "see that the storage is in order and try again"
        )
    }

    /// A call that failed to read what is there; the right to it is nothing that another path gives.
    static func unreadable(_ cause: SystemError, where place: String) -> SessionError {
        var error = SessionError(cause, "read it", where: place)
        if cause.errno == .access || cause.errno == .permission {
            error.remedy =
                "run the command as the user who recorded it; if that is you, give yourself the right by"
                + " `chmod u+rwX`"
        }
        return error
    }

    /// What keeps a person from a place, unless it is only that nothing is there.
    static func outOfReach(_ path: String) -> SessionError? {
        outOfReach(path) { () throws(SystemError) in try FileSystem.permissions(of: path) }
    }

    /// The same of a file in an open folder.
    static func outOfReach(_ name: String, in folder: OpenFolder) -> SessionError? {
        outOfReach(folder.path(ofFile: name)) { () throws(SystemError) in
            try folder.permissions(of: name)
        }
    }

    private static func outOfReach(
        _ path: String,
        _ look: () throws(SystemError) -> UInt32
    ) -> SessionError? {
        do throws(SystemError) {
            _ = try look()
            return nil
        } catch {
            let isMissing = error.errno == .notFound || error.errno == .notDirectory
            return isMissing ? nil : unreadable(error, where: path)
        }
    }

    init(_ cause: SampleFileError) {
        self.init(cause.what, where: cause.path, remedy: cause.remedy)
    }
}
