// A session that was recorded again has the dates of the first one, and must not pass for it. One that was made of
// somebody's file says of which.

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
        /// The file that the first session was made of, where it was.
        public var imported: ImportedFile?
        /// What was computed of a session, where this one holds the results and not the readings; else absent.
        public var processed: Processing?
        /// The folder that this one replays, where that holds such results; else absent.
        public var replayed: String?

        /// What was computed for this very session, which is none where it replays one for which that was.
        public var ownProcessing: Processing? { replayed == nil ? processed : nil }
    }

    /// What was computed of a session, and how.
    public struct Processing: Hashable, Sendable, Codable {
        /// The name of the folder that was read.
        public var session: String
        /// How the attitude was computed: `offline`.
        public var attitude: String
        /// The method, in words, and its version: results of different versions may differ.
        public var method: String
        public var version: String
        /// What the method was told, by names that have their units.
        public var parameters: [String: Double]
        /// The papers that describe the method.
        public var papers: [String]
        /// The files that were read.
        public var files: [Input]

        /// Describes what was computed.
        public init(
            session: String,
            attitude: String,
            method: String,
            version: String,
            parameters: [String: Double],
            papers: [String],
            files: [Input]
        ) {
            self.session = session
            self.attitude = attitude
            self.method = method
            self.version = version
            self.parameters = parameters
            self.papers = papers
            self.files = files
        }

        /// A file that was read.
        public struct Input: Hashable, Sendable, Codable {
            public var path: String
            /// Of a file that was never closed there is none.
            public var checksum: String?

            /// Names a file, as it was.
            public init(path: String, checksum: String?) {
                self.path = path
                self.checksum = checksum
            }
        }
    }

    /// The file that a session was made of.
    public struct ImportedFile: Hashable, Sendable, Codable {
        /// Its name, without its folders.
        public var name: String
        /// How many bytes it had.
        public var size: Int64
        /// The checksum of these, as of the session's own files.
        public var checksum: String
        /// What its columns were taken for.
        public var map: String
        /// The units of these, where they were given.
        public var units: String?
        /// Rows in a second, where that was given.
        public var rateInHertz: Double?
        /// Where the times of its samples come from, in words.
        public var timestamps: String
        /// When it was imported; `software` says by which version.
        public var date: DateStamp

        /// Describes a file, and how it was read.
        public init(
            name: String,
            size: Int64,
            checksum: String,
            map: String,
            units: String?,
            rateInHertz: Double?,
            timestamps: String,
            date: DateStamp
        ) {
            self.name = name
            self.size = size
            self.checksum = checksum
            self.map = map
            self.units = units
            self.rateInHertz = rateInHertz
            self.timestamps = timestamps
            self.date = date
        }
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
                devices: manifest.devices,
                imported: manifest.imported
            )
        // Whoever is told of the replay's end must not take it for the processing's.
        origin.replayed = origin.processed.map { _ in FileSystem.name(of: path) }
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
