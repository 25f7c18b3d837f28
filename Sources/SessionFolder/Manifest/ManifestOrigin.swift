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
        /// What was missing of it and no record of its samples tells, a line each; absent where there is nothing.
        public var losses: [String]?
    }
}

extension Session {
    /// What a session that replays this one says of where its samples are from: of a replay, what that says.
    ///
    /// Looks whether a run is still writing this one, which may take some seconds.
    ///
    /// - Parameter paths: the files that are replayed, without which all are.
    /// - Returns: the manifest's key `origin`.
    public func asOrigin(replaying paths: [String]? = nil) -> SessionManifest.Origin {
        var origin =
            manifest.origin
            ?? SessionManifest.Origin(
                session: FileSystem.name(of: path),
                taskRunUUID: manifest.taskRunUUID,
                startDate: manifest.startDate,
                software: manifest.software,
                devices: manifest.devices
            )
        let isLive = isLive
        // Its run may have come to its end since it was opened.
        let now = (try? Session(in: folder)) ?? self
        let own = now.lossesBesideItsRecords(isLive: isLive).filter { loss in
            guard let paths, let file = loss.file, sampleFiles.contains(where: { $0.path == file })
            else { return true }
            return paths.contains(file)
        }
        let growing = isLive ? ["it was still being recorded: what came later is not here"] : []
        let losses = (origin.losses ?? []) + own.map(\.statement) + growing
        origin.losses = losses.isEmpty ? nil : losses
        return origin
    }
}
