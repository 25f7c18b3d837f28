// A session that was recorded again has the dates of the first one, and must not pass for it.

public import FoundationEssentials
internal import SystemCalls

extension SessionManifest {
    /// The session that was really recorded, of one that replays it.
    public struct Origin: Hashable, Sendable, Codable {
        /// The name of its folder.
        public var session: String
        public var taskRunUUID: UUID
        public var startDate: DateStamp
        public var software: Software
        /// What it was recorded from, and under which licence, where it says so.
        public var devices: [Device]
    }

    /// What a session that replays this one says of where its samples are from: of a replay, what that says.
    ///
    /// - Parameter path: the folder of this session.
    /// - Returns: the manifest's key `origin`.
    public func asOrigin(at path: String) -> Origin {
        origin
            ?? Origin(
                session: FileSystem.name(of: path),
                taskRunUUID: taskRunUUID,
                startDate: startDate,
                software: software,
                devices: devices
            )
    }
}
