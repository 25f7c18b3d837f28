// journal.json tells what happened to a session, a record an event, in the order of events. It is a sample
// file like the others: a whole document after every write, readable after any kill, mended in the same way.
//
//     uptime     seconds of CLOCK_BOOTTIME, by the clock of the session, when it was told; absent of what a
//                repair tells
//     event      see `SessionEvent`
//     about      what there is to say about it
//
// A manifest stands for the events up to the length of the journal that it names. What comes after it is
// applied by whoever reads the session.

internal import SampleFile
internal import SystemCalls
internal import Timebase

/// How a journal is laid out.
enum JournalFile {
    /// Its name in a session folder.
    static let fileName = "journal.json"

    static let schema = RecordSchema([
        .init("uptime", .number), .init("event", .text), .init("about", .json),
    ])

    static let layout = SampleFileLayout.jsonArray

    /// Says what of one is whole.
    static func examine(
        _ name: String,
        in folder: OpenFolder
    ) throws(SampleFileError) -> SampleFileCondition {
        try SampleFileRecovery.examine(name, in: folder, schema: schema, assuming: layout)
    }

    /// Whether it is longer than the part that a manifest has taken in, or not what it was at all.
    static func hasMore(than size: Int64, _ name: String, in folder: OpenFolder) -> Bool {
        (try? folder.open(name).size()) != size + Int64(layout.footer.count)
    }

    /// Why there is no journal under a name; `nil` where a file lies there.
    static func absence(of name: String, in folder: OpenFolder) -> String? {
        guard SessionError.outOfReach(name, in: folder) == nil else { return nil }
        return switch folder.kind(of: name) {
        case .file: nil
        case .missing: "it is not there"
        case .directory, .link, .other: "it is not there: what has its name is no file"
        }
    }

    /// The mending of a journal by a repair that was killed before the manifest could tell of it; the journal
    /// may have been told by then.
    static func untoldMending(
        of name: String,
        in folder: OpenFolder,
        _ manifest: SessionManifest,
        _ found: SampleFileCondition
    ) -> Mending? {
        Mending.untold(of: name, in: folder, manifest, where: { $0 <= found.intactRecords }) {
            (name) throws(SampleFileError) in try examine(name, in: folder)
        }
    }

    static var policy: FlushPolicy {
        // Its own last words are in the manifest too: it needs no space set aside.
        var policy = FlushPolicy(closingReserve: 0)
        policy.reserveStep = 8192
        return policy
    }
}

extension SessionManifest {
    /// How much of the journal a manifest stands for.
    public struct Journal: Hashable, Sendable, Codable {
        public var path: String
        /// Up to where its bytes are vouched for.
        public var size: Int64
        /// How many of its records the manifest has taken in: those up to there, and any after them that a
        /// reader has taken in since.
        public var records: Int
        /// Of the bytes up to there.
        public var checksum: String
        /// True of a journal that a full disk, say, has not let tell all that the manifest tells; else absent.
        public var lacksEvents: Bool?
    }
}

extension SessionManifest.Journal {
    /// A journal of which the manifest has taken in what is in it so far.
    init(_ path: String, _ seal: SampleFileSeal) {
        self.init(path: path, size: seal.bytes, records: seal.records, checksum: seal.checksum)
    }
}
