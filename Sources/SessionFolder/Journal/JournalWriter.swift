// The writing end of a journal. A disk that is full or slow may refuse an event for a while: it waits here, in
// its order, and is written with the next one.

internal import SampleFile
internal import SystemCalls
internal import Timebase

/// Appends events to the journal of a session.
struct JournalWriter: ~Copyable {
    /// An event and when it was told.
    struct Entry: Sendable {
        /// By the clock of the session; `nil` for what another has done to it later.
        var time: BootInstant?
        var event: SessionEvent
    }

    /// The journal's name in its folder.
    let name: String
    private var file: SampleFileWriter
    private var waiting: [Entry] = []
    /// Whether it lacks something for good that the manifest tells.
    private var lacksEvents = false

    private static var longest: Int { 1_000_000 }

    private init(_ name: String, _ file: consuming SampleFileWriter) {
        self.name = name
        self.file = file
    }

    /// Makes a journal that has no event yet.
    static func create(
        _ name: String,
        in tenure: FolderTenure
    ) throws(SampleFileError) -> JournalWriter {
        JournalWriter(
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
    }

    /// Goes on in a journal that is whole.
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

    /// What of it is on the disk.
    var seal: SessionManifest.Journal {
        var seal = SessionManifest.Journal(name, file.seal)
        if lacksEvents || !waiting.isEmpty { seal.lacksEvents = true }
        return seal
    }

    /// Writes what waits, then these, and waits for the disk.
    ///
    /// - Throws: When the disk does not take them; those that it did not take wait for the next call.
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

    /// Has this written with what comes next.
    mutating func add(_ entry: Entry) { waiting.append(entry) }

    /// Writes nothing of what waits: the manifest has it.
    mutating func forgetWhatWaits() {
        lacksEvents = lacksEvents || !waiting.isEmpty
        waiting.removeAll()
    }

    private mutating func put(_ entry: Entry) {
        var (name, about) = (entry.event.name, [UInt8]())
        do {
            about = try entry.event.about()
            // No reader takes a longer line for a record.
            if about.count > Self.longest {
                throw SystemError(call: "pwrite", errno: .fileTooLarge)
            }
        } catch {
            // A number that JSON has no word for, say: that it happened is told all the same.
            let what = SessionEvent.error("what was told of '\(name)' cannot be written: \(error)")
            (name, about) = (what.name, (try? what.about()) ?? Array("{}".utf8))
        }
        file.beginRecord()
        if let time = entry.time { file.nanosecondsAsSeconds(0, time.nanoseconds) }
        file.text(1, PreparedText(name))
        file.text(2, PreparedText(json: about))
        _ = file.endRecord()
    }

    /// Ends the writing; what waits still is in the manifest alone.
    consuming func close() { _ = try? file.close() }
}
