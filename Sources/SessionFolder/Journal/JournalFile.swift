// journal.json records what happened to a session: one record for each event, in order. It is a sample file like
// the others: a whole document after every write, readable after any kill, and repaired in the same way.
//
//     uptime     when the event was recorded: seconds of CLOCK_BOOTTIME by the clock of the session;
//                absent for events that a repair records
//     event      see `SessionEvent`
//     about      the event's details
//
// The manifest includes the events up to the journal length that it names. A reader of the session applies the
// events after that.

internal import SampleFile
internal import SystemCalls
internal import Timebase

/// The name and the format of the journal.
enum JournalFile {
    /// Its name in a session folder.
    static let fileName = "journal.json"

    static let schema = RecordSchema([
        .init("uptime", .number), .init("event", .text), .init("about", .json),
    ])

    static let layout = SampleFileLayout.jsonArray

    /// Examines how much of a journal is whole.
    static func examine(
        _ name: String,
        in folder: OpenFolder
    ) throws(SampleFileError) -> SampleFileCondition {
        try SampleFileRecovery.examine(name, in: folder, schema: schema, assuming: layout)
    }

    /// True unless the journal has exactly the length that the manifest says; does not compare its bytes.
    static func hasMore(than size: Int64, _ name: String, in folder: OpenFolder) -> Bool {
        (try? folder.open(name).size()) != size + Int64(layout.footer.count)
    }

    /// Returns why there is no journal under a name; `nil` if there is a file.
    static func absence(of name: String, in folder: OpenFolder) -> String? {
        guard SessionError.outOfReach(name, in: folder) == nil else { return nil }
        return switch folder.kind(of: name) {
        case .file: nil
        case .missing: "it is not there"
        case .directory, .link, .other: "it is not there: something that is not a file has its name"
        }
    }

    /// Finds where the first records of a whole journal end; `nil` if it cannot be read.
    static func end(of records: Int, in name: String, _ folder: OpenFolder) -> Int64? {
        do {
            var reader = try SampleFileReader(opening: name, in: folder, schema: schema)
            while let batch = try reader.nextBatch() {
                let next = records + 1 - batch.firstRecord
                guard next < batch.count else { continue }
                // A comma and a line feed precede each record but the first.
                return batch.byteOffset(next) - (records > 0 ? 2 : 0)
            }
            return try folder.open(name).size() - Int64(layout.footer.count)
        } catch {
            return nil
        }
    }

    /// Finds the unreported work of a journal repair that was killed before it updated the manifest.
    ///
    /// Events may have been added to the journal since.
    static func unreportedRecovery(
        of name: String,
        in folder: OpenFolder,
        _ manifest: SessionManifest,
        _ found: SampleFileCondition
    ) -> Recovery? {
        Recovery.unreported(of: name, in: folder, manifest, where: { $0 <= found.intactRecords }) {
            (name) throws(SampleFileError) in try examine(name, in: folder)
        }
    }

    static var policy: FlushPolicy {
        // Its last events are in the manifest, too, so it needs no reserved space for its end.
        var policy = FlushPolicy(closingReserve: 0)
        policy.reserveStep = 8192
        return policy
    }
}

extension SessionManifest {
    /// The part of the journal that the manifest includes.
    public struct Journal: Hashable, Sendable, Codable {
        public var path: String
        /// The length of the part that `checksum` vouches for, in bytes.
        public var size: Int64
        /// How many of its records the manifest includes: those within `size`, and any later ones that a reader
        /// has applied.
        public var records: Int
        /// The checksum of the first `size` bytes.
        public var checksum: String
        /// True if the journal lacks events that the manifest has, for example because the disk was full;
        /// otherwise absent.
        public var lacksEvents: Bool?
    }
}

extension SessionManifest.Journal {
    /// Describes a journal all of whose present records the manifest includes.
    init(_ path: String, _ seal: SampleFileSeal) {
        self.init(path: path, size: seal.bytes, records: seal.records, checksum: seal.checksum)
    }
}
