// Writes the journal. If a full or slow disk refuses an event, the event waits here, in order, and is written
// with the next one.

internal import SampleFile
internal import SystemCalls
internal import Timebase

/// Appends events to the journal of a session.
struct JournalWriter: ~Copyable {
    /// An event, and when it was recorded.
    struct Entry: Sendable {
        /// The time by the clock of the session; `nil` for a change made after the session.
        var time: BootInstant?
        var event: SessionEvent
    }

    /// The journal's name in its folder.
    let name: String
    private var file: SampleFileWriter
    private var waiting: [Entry] = []
    /// True if the journal will never have some events that the manifest has.
    private var lacksEvents = false

    private static var longest: Int { 1_000_000 }

    private init(_ name: String, _ file: consuming SampleFileWriter) {
        self.name = name
        self.file = file
    }

    /// Creates a journal without events; `lacksEvents` states that the manifest has earlier ones.
    static func create(
        _ name: String,
        in tenure: FolderTenure,
        lacksEvents: Bool
    ) throws(SampleFileError) -> JournalWriter {
        var writer = JournalWriter(
            name,
            try SampleFileWriter(
                creating: name,
                in: tenure.folder,
                schema: JournalFile.schema,
                layout: JournalFile.layout,
                policy: JournalFile.policy,
                by: tenure.keeper
            )
        )
        writer.lacksEvents = lacksEvents
        return writer
    }

    /// Continues a journal that is whole.
    static func goOn(
        in journal: SessionManifest.Journal,
        of tenure: FolderTenure
    ) throws(SampleFileError) -> JournalWriter {
        var writer = JournalWriter(
            journal.path,
            try SampleFileWriter(
                continuing: journal.path,
                in: tenure.folder,
                schema: JournalFile.schema,
                layout: JournalFile.layout,
                policy: JournalFile.policy,
                by: tenure.keeper
            )
        )
        writer.lacksEvents = journal.lacksEvents ?? false
        return writer
    }

    /// Describes the part of the journal that is on the disk.
    var seal: SessionManifest.Journal {
        var seal = SessionManifest.Journal(name, file.seal)
        if lacksEvents || !waiting.isEmpty { seal.lacksEvents = true }
        return seal
    }

    /// Writes the waiting events, then `entries`, and waits for the disk.
    ///
    /// - Throws: If the disk refuses events; these wait for the next call.
    mutating func write(_ entries: [Entry]) throws(SampleFileWriteFailure) {
        waiting += entries
        for entry in waiting { put(entry) }
        do throws(SampleFileWriteFailure) {
            try file.synchronize()
            waiting.removeAll()
        } catch {
            waiting.removeFirst(min(error.recordsKept, waiting.count))
            throw error
        }
    }

    /// Queues an event, to be written with the next ones.
    mutating func add(_ entry: Entry) { waiting.append(entry) }

    /// Drops the waiting events, which the manifest contains, and notes that the journal lacks them.
    mutating func forgetWhatWaits() {
        lacksEvents = lacksEvents || !waiting.isEmpty
        waiting.removeAll()
    }

    private mutating func put(_ entry: Entry) {
        var (name, about) = (entry.event.name, [UInt8]())
        do {
            about = try entry.event.about()
            // Readers reject longer lines.
            if about.count > Self.longest {
                throw SystemError(call: "pwrite", errno: .fileTooLarge)
            }
        } catch {
            // For example, the event has a number that JSON cannot express. Record at least that it happened.
            lacksEvents = true
            let what = SessionEvent.error("the details of '\(name)' cannot be written: \(error)")
            (name, about) = (what.name, (try? what.about()) ?? Array("{}".utf8))
        }
        file.beginRecord()
        if let time = entry.time { file.nanosecondsAsSeconds(0, time.nanoseconds) }
        file.text(1, PreparedText(name))
        file.text(2, PreparedText(json: about))
        _ = file.endRecord()
    }

    /// Closes the journal; events that still wait are in the manifest only.
    consuming func close() { _ = try? file.close() }
}
