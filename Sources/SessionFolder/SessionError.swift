// The one error type for everything that can go wrong with a session folder. The user needs the same three
// things each time: what is wrong, where, and what to do about it.

internal import PlainWords
internal import SampleFile
internal import SystemCalls

/// An error about a session: what is wrong, where, and what to do about it.
public struct SessionError: Error, Hashable, Sendable {
    /// What is wrong, in one line.
    public var what: String
    /// The folder or file concerned.
    public var `where`: String
    /// What the user can do about it.
    public var remedy: String

    /// Makes an error from its three parts.
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
    /// Describes a failed system call; `deed` completes the sentence "cannot …".
    init(_ cause: SystemError, _ deed: String, where place: String) {
        self.init(
            "cannot \(deed): \(cause.errno)",
            where: cause.path ?? place,
            remedy: cause.remedy ?? "see that the storage is in order and try again"
        )
    }

    /// Describes a failed attempt to read something that exists.
    static func unreadable(_ cause: SystemError, where place: String) -> SessionError {
        var error = SessionError(cause, "read it", where: place)
        error.remedy = cause.remedyOfReading ?? error.remedy
        return error
    }

    /// Returns why `path` cannot be accessed; `nil` if it can be, or if nothing is there.
    static func outOfReach(_ path: String) -> SessionError? {
        outOfReach(path) { () throws(SystemError) in try FileSystem.permissions(of: path) }
    }

    /// Returns why a file in an open folder cannot be accessed; `nil` if it can be, or if nothing is there.
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

    /// Returns why nothing is read of a session if only times after its end are requested.
    ///
    /// - Parameters:
    ///   - from: The beginning of the requested time, in seconds since the session began; `nil` for its start.
    ///   - end: The time of the last record, in seconds since the session began; `nil` if there is none.
    ///   - path: The session folder.
    /// - Returns: The error; `nil` if the requested time begins before the end.
    package static func tooLate(
        _ from: Double?,
        after end: Double?,
        where path: String
    ) -> SessionError? {
        guard let from, let end, from > end else { return nil }
        return SessionError(
            "nothing of it is as late as --from: it ends at \(Quantity.length(.seconds(end)))",
            where: path,
            remedy: "give an earlier --from"
        )
    }

    init(_ cause: SampleFileError) {
        self.init(cause.what, where: cause.path, remedy: cause.remedy)
    }
}
