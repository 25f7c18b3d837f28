// Says where a session's data comes from, if it was not recorded directly. A replayed session has the dates of
// the original one and must not be mistaken for it. A session that was imported names the imported file.

public import FoundationEssentials
internal import SystemCalls

extension SessionManifest {
    /// The original session that this session replays.
    public struct Origin: Hashable, Sendable, Codable {
        /// The name of its folder.
        public var session: String
        public var taskRunUUID: UUID
        public var startDate: LocalDate
        public var software: Software
        /// Its devices, with the licence of their data if they state one.
        public var devices: [Device]
        /// Losses of the original session that no record of its samples shows, a line each; absent if there are
        /// none.
        public var losses: [String]?
        /// The file that the original session was imported from, if it was.
        public var imported: ImportedFile?
        /// How this session was computed, if it holds computed results and no readings; otherwise absent.
        public var processed: Processing?
        /// The folder that this session replays, if that folder holds computed results; otherwise absent.
        public var replayed: String?

        /// How this session itself was computed; `nil` if it only replays a computed session.
        public var ownProcessing: Processing? { replayed == nil ? processed : nil }
    }

    /// What was computed from a session, and how.
    public struct Processing: Hashable, Sendable, Codable {
        /// The name of the folder that was read.
        public var session: String
        /// How the attitude was computed: `offline`.
        public var attitude: String
        /// The method, in words; results of different versions of it may differ.
        public var method: String
        public var version: String
        /// The parameters of the method; the names include the units.
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
            /// Absent for a file that was never closed.
            public var checksum: String?

            /// Describes a file that was read.
            public init(path: String, checksum: String?) {
                self.path = path
                self.checksum = checksum
            }
        }
    }

    /// The file that a session was imported from.
    public struct ImportedFile: Hashable, Sendable, Codable {
        /// Its name, without its folders.
        public var name: String
        /// Its size in bytes.
        public var size: Int64
        /// Its checksum, computed as for the session's own files.
        public var checksum: String
        /// The meaning given to its columns.
        public var map: String
        /// The units of the columns, if given.
        public var units: String?
        /// Rows per second, if given.
        public var rateInHertz: Double?
        /// Where the times of its samples come from, in words.
        public var timestamps: String
        /// When it was imported; the manifest's `software` says by which version.
        public var date: LocalDate

        /// Describes a file, and how it was read.
        public init(
            name: String,
            size: Int64,
            checksum: String,
            map: String,
            units: String?,
            rateInHertz: Double?,
            timestamps: String,
            date: LocalDate
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
    /// Returns the origin that a session states if it replays this one.
    ///
    /// If this session is itself a replay, the origin is its original session.
    ///
    /// Checks whether a run is still writing this session, which may take some seconds.
    ///
    /// - Parameter paths: the files that are replayed; `nil` for all.
    /// - Returns: the value of the manifest's key `origin`.
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
        // An interrupted replay must be distinguishable from interrupted processing.
        origin.replayed = origin.processed.map { _ in FileSystem.name(of: path) }
        let isLive = isLive
        // The run may have ended since the session was opened.
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
