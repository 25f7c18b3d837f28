// A session that is being written, as those who write it see it. What happens is an event: it changes what the
// manifest says at once, and is on its way to the journal. Nobody waits for the disk but who asks to.

internal import Research
public import SampleFile
internal import Synchronization
package import SystemCalls
public import Timebase

/// The folder of a run that is going on.
///
/// Letting go of it without `finish` leaves what a killed run leaves: the next start closes it.
public final class OpenSession: Sendable {
    /// The folder, from the root, as it was when the session began, or went on in it.
    public var path: String { folder.path }
    /// Where the folder is now, for somebody may have moved it; `nil` when it was deleted.
    public func presentPath() async -> String? { await thread.perform { self.folder.presentPath } }
    /// Where recorders make their files.
    package var home: FileHome { state.withLock { $0.home } }
    /// The same, without who may write there.
    package var folder: OpenFolder { home.folder }
    /// All that is written of the session, but for its recorders' files, is written here.
    let thread: WorkThread
    /// What is on the disk, until the session is over.
    ///
    /// Only the session's thread uses it.
    let disk: Mutex<SessionDisk?>
    let state: Mutex<State>
    /// Says when something happens.
    let clock: any Timekeeper
    let leases: LeaseRules

    struct State {
        var home: FileHome
        var manifest: SessionManifest
        var names: SampleFileNames
        /// How often it went on in another folder.
        var moves = 0
        var isOver = false
    }

    private init(
        _ disk: consuming sending SessionDisk,
        _ thread: WorkThread,
        _ manifest: SessionManifest,
        _ names: SampleFileNames,
        _ clock: any Timekeeper,
        _ leases: LeaseRules
    ) {
        let home = disk.home
        self.thread = thread
        self.leases = leases
        self.disk = Mutex(disk)
        self.clock = clock
        state = Mutex(State(home: home, manifest: manifest, names: names))
    }

    // MARK: Beginning

    /// Creates a folder of its own for a run in `directory`, which is created if need be.
    ///
    /// - Parameters:
    ///   - directory: where sessions are collected.
    ///   - manifest: what the run says of itself; its status becomes `recording`.
    ///   - clock: the time of the run.
    ///   - reserve: the bytes kept back for the final manifest, and for the task's result.
    /// - Returns: the session, which is on the disk.
    /// - Throws: `SessionError` when the folder cannot be created or written.
    public static func begin(
        in directory: String,
        describedBy manifest: SessionManifest,
        by clock: any Timekeeper = LiveTimekeeper(),
        reserve: Int64 = 65_536
    ) async throws(SessionError) -> OpenSession {
        try await begin(
            in: directory,
            describedBy: manifest,
            by: clock,
            reserve: reserve,
            .standard
        )
    }

    static func begin(
        in directory: String,
        describedBy manifest: SessionManifest,
        by clock: any Timekeeper = LiveTimekeeper(),
        reserve: Int64 = 65_536,
        _ leases: LeaseRules
    ) async throws(SessionError) -> OpenSession {
        let thread = try newThread(for: directory)
        return try await thread.perform { () throws(SessionError) in
            try manifest.requireReadableClocks(where: directory)
            var manifest = manifest
            manifest.status = .recording
            manifest.noteHeldClock()
            let tenure = try NewSessionFolder.create(for: &manifest, in: directory, by: leases)
            let beginning = SessionEvent.began(manifest)
            do throws(SessionError) {
                let disk = try SessionDisk.begin(
                    &manifest,
                    with: beginning,
                    tenure,
                    at: clock.now,
                    reserve: reserve
                )
                return OpenSession(disk, thread, manifest, SampleFileNames(), clock, leases)
            } catch {
                NewSessionFolder.remove(tenure)
                throw error
            }
        }
    }

    /// Goes on in the folder of a run that was left, or has died.
    ///
    /// A run that died is repaired first. Its files stay; new ones get names of their own.
    ///
    /// - Parameters:
    ///   - path: the session folder.
    ///   - now: the clocks at the second beginning.
    ///   - clock: the time of the run.
    ///   - reserve: as for a new session.
    /// - Returns: the session, which says that it is recording.
    /// - Throws: `SessionError` when another run holds the folder, or its run has ended well.
    public static func resume(
        _ path: String,
        at now: ClockReading,
        by clock: any Timekeeper = LiveTimekeeper(),
        reserve: Int64 = 65_536
    ) async throws(SessionError) -> OpenSession {
        let thread = try newThread(for: path)
        return try await thread.perform { () throws(SessionError) in
            let leases = LeaseRules.standard
            let left = try LeftSession.take(Session.folder(at: path), at: now, by: leases)
            var manifest = left.manifest
            let names = left.names
            let disk: SessionDisk
            do throws(SessionError) {
                disk = try SessionDisk.begin(
                    &manifest,
                    with: .continued(now),
                    left.tenure,
                    at: now.boottime,
                    reserve: reserve
                )
            } catch {
                left.tenure.release()
                throw error
            }
            LeftSession.removeEnding(from: disk.folder)
            return OpenSession(disk, thread, manifest, names, clock, leases)
        }
    }

    private static func newThread(for place: String) throws(SessionError) -> WorkThread {
        do throws(SystemError) {
            return try WorkThread(name: "session")
        } catch {
            throw SessionError(error, "begin the session", where: place)
        }
    }

    // MARK: What happens

    /// What the manifest says so far.
    public var manifest: SessionManifest { state.withLock { $0.manifest } }

    /// Takes in what has happened, and does not wait until the journal has it.
    package func record(_ events: SessionEvent...) { record(events) }

    /// Does the same with any number of events.
    package func record(_ events: [SessionEvent]) {
        state.withLock { record(events, &$0) }
    }

    private func record(_ events: [SessionEvent], _ state: inout State) {
        guard !state.isOver, !events.isEmpty else { return }
        for event in events { state.manifest.apply(event) }
        let now = clock.now
        let entries = events.map { JournalWriter.Entry(time: now, event: $0) }
        // In the order in which the manifest took them in, as nobody else has the lock.
        thread.post { self.append(entries) }
    }

    /// Takes in what was found out on the session's thread, and writes it at once.
    private func recordHere(_ event: SessionEvent) {
        let entry = state.withLock { state -> JournalWriter.Entry? in
            guard !state.isOver else { return nil }
            state.manifest.apply(event)
            return JournalWriter.Entry(time: clock.now, event: event)
        }
        if let entry { append([entry]) }
    }

    /// Writes to the journal; on the session's thread.
    private func append(_ entries: [JournalWriter.Entry]) {
        guard settle() else { return disk.withLock { $0?.takeIn(entries) } }
        guard let trouble = disk.withLock({ $0?.append(entries) ?? nil }) else { return }
        let note = SessionEvent.note("the journal was not written for a while: \(trouble)")
        let entry = state.withLock { state -> JournalWriter.Entry? in
            guard !state.isOver else { return nil }
            state.manifest.apply(note)
            return JournalWriter.Entry(time: clock.now, event: note)
        }
        if let entry { disk.withLock { $0?.tellTrouble(entry) } }
    }

    /// Blocks the calling thread, which is never the main one, until the journal has all that was told so
    /// far, or the disk has refused it.
    package func persist() { thread.finishWhatWasAsked() }

    /// Waits for the same without blocking a thread.
    package func persisted() async { await thread.perform {} }

    /// Ends the taking in; answers what the manifest says then, or `nil` if it has ended before.
    func close(_ events: [SessionEvent]) -> (SessionManifest, [JournalWriter.Entry])? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            for event in events { state.manifest.apply(event) }
            state.isOver = true
            let now = clock.now
            return (state.manifest, events.map { JournalWriter.Entry(time: now, event: $0) })
        }
    }

    // MARK: Files

    /// A file name that nobody in this session had before; the file itself is the caller's to make.
    ///
    /// - Parameters:
    ///   - sections: identifiers of the sections that the recorder runs in, the outermost first.
    ///   - logger: identifier of the logger.
    ///   - fileExtension: without its dot.
    ///   - mayLook: whether the caller may wait for the disk: a name under which somebody has put
    ///     something is passed over then.
    /// - Returns: the name within the folder.
    public func newFileName(
        sections: [String] = [],
        logger: String,
        fileExtension: String,
        lookingAtTheDisk mayLook: Bool = false
    ) -> String {
        while true {
            let name = state.withLock {
                $0.names.next(sections: sections, logger: logger, fileExtension: fileExtension)
            }
            if !mayLook || folder.kind(of: name) == .missing { return name }
        }
    }

    /// Where a file of this session lies.
    public func path(ofFile name: String) -> String { folder.path(ofFile: name) }

    /// Keeps a reading of the clocks: at the start, each minute and at the end.
    public func noteClocks(_ reading: ClockReading) { record(.clocks(reading)) }

    /// Keeps what a device's clock showed at an instant; it stands in the journal alone.
    public func noteDeviceClock(_ pair: ClockPair, of device: String, in file: String) {
        record(.deviceClock(pair, device: device, file: file))
    }

    /// Keeps a line for a person to read.
    public func note(_ line: String) { record(.note(line)) }

    /// Keeps a line that tells what went wrong.
    public func noteError(_ line: String) { record(.error(line)) }

    /// Lists a file that is about to be made, so that a run that dies has said what it is.
    ///
    /// - Parameters:
    ///   - file: its entry.
    ///   - lost: the file in whose place it is made, as somebody took that away, and what became of it.
    public func noteListed(
        _ file: SessionManifest.File,
        inPlaceOf lost: (name: String, what: String)? = nil
    ) {
        let loss = lost.map { SessionEvent.lost(file: $0.name, what: $0.what) }
        record([loss, .listed(file)].compactMap { $0 })
    }

    /// Says that a file is made, and what fills it.
    ///
    /// - Parameters:
    ///   - name: the file's name within the folder.
    ///   - device: where its samples come from.
    ///   - change: what is known of it by now.
    public func noteOpened(
        _ name: String,
        filledBy device: SessionManifest.Device? = nil,
        _ change: (inout SessionManifest.File) -> Void = { _ in }
    ) {
        note(name, device, change) { .opened($0, $1) }
    }

    /// Completes a file's entry once its writer has ended it.
    ///
    /// - Parameters:
    ///   - name: the file's name within the folder.
    ///   - summary: what the writer counted; absent when it could not close the file.
    ///   - endDate: when the file ended.
    ///   - sensors: what the file has of each sensor and what it has not.
    ///   - error: why the file ends early, where it does.
    ///   - device: where its samples came from, if that was not said before.
    ///   - change: what else there is to say of it.
    public func noteClosed(
        _ name: String,
        _ summary: SampleFileSummary?,
        endDate: DateStamp,
        sensors: [SessionManifest.Sensor],
        error: String? = nil,
        filledBy device: SessionManifest.Device? = nil,
        _ change: (inout SessionManifest.File) -> Void = { _ in }
    ) {
        note(name, device) { file in
            change(&file)
            file.size = summary?.bytes
            file.records = summary?.records
            file.checksum = summary?.checksum
            file.closed = summary != nil
            file.endDate = endDate
            file.sensors = sensors
            file.error = error
        } as: {
            .closed($0, $1)
        }
    }

    private func note(
        _ name: String,
        _ device: SessionManifest.Device?,
        _ change: (inout SessionManifest.File) -> Void,
        as event: (SessionManifest.File, SessionManifest.Device?) -> SessionEvent
    ) {
        state.withLock { state in
            guard var file = state.manifest.files.first(where: { $0.path == name }) else { return }
            let known = file.device.map { state.manifest.devices[$0] }
            change(&file)
            record([event(file, device ?? known)], &state)
        }
    }

    /// Takes a file out of the list that its recorder could not make after all.
    ///
    /// - Parameter name: the file's name within the folder; where something lies under it, it stays
    ///   listed.
    public func noteNeverMade(_ name: String) {
        thread.post { [self] in
            if folder.kind(of: name) == .missing { recordHere(.withdrawn(file: name)) }
        }
    }

    /// Deletes a file that is closed and that a later one of its recorder replaces.
    ///
    /// What stands in the way becomes a note; the file is still there then, and listed.
    ///
    /// - Parameter name: the file's name within the folder; no other file gets it.
    public func giveUp(_ name: String) {
        thread.post { [self] in
            guard settle() else { return }
            do throws(SystemError) {
                guard manifest.files.first(where: { $0.path == name })?.closed == true else {
                    throw SystemError(call: "unlink", path: path(ofFile: name), errno: .busy)
                }
                try folder.remove(name)
                recordHere(.withdrawn(file: name))
            } catch {
                recordHere(.note("an earlier file is still there: \(error)"))
            }
        }
    }

    /// Writes the answers of the task beside its recordings.
    ///
    /// - Parameter bytes: `answers.json` as it is to be.
    /// - Throws: `SessionError` when it cannot be written; the recordings are kept.
    public func writeAnswers(_ bytes: [UInt8]) async throws(SessionError) {
        let name = SessionManifest.answersName
        try await thread.perform { [self] () throws(SessionError) in
            try requireHome()
            do throws(SystemError) {
                try DurableDocument.write(bytes, as: name, in: folder)
            } catch {
                throw SessionError(error, "write the answers", where: path(ofFile: name))
            }
        }
        record(
            .answers(
                SessionManifest.Document(
                    path: name,
                    size: Int64(bytes.count),
                    checksum: Checksum.text(of: bytes)
                )
            )
        )
    }
}
