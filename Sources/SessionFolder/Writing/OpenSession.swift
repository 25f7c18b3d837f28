// A session that is being recorded, as recorders and tasks see it. Each event changes the manifest in memory at
// once and is queued for the journal. Only callers that ask for it wait for the disk.

internal import Research
public import SampleFile
internal import Synchronization
package import SystemCalls
public import Timebase

/// The folder of a run in progress.
///
/// If the object goes away without `finish`, the folder is left as by a killed run, and the next run closes it.
public final class OpenSession: Sendable {
    /// The absolute path of the folder, as it was when the session began or moved there.
    public var path: String { folder.path }
    /// Returns where the folder is now, since a user may have moved it; `nil` if it was deleted.
    public func presentPath() async -> String? { await thread.perform { self.folder.presentPath } }
    /// The folder in which recorders create files, with the check whether this process may still write there.
    package var home: FileHome { state.withLock { $0.home } }
    /// The same folder without that check.
    package var folder: OpenFolder { home.folder }
    /// The thread that writes everything of the session but the recorders' files.
    let thread: WorkThread
    /// The session's state on the disk, until the session is over.
    ///
    /// Only the session's thread uses it.
    let disk: Mutex<SessionDisk?>
    let state: Mutex<State>
    /// The clock that dates the events.
    let clock: any Timekeeper
    let leases: LeaseRules

    struct State {
        var home: FileHome
        var manifest: SessionManifest
        var names: SampleFileNames
        /// How often the session moved to a new folder.
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

    /// Begins a session in a new folder in `directory`, which is created if necessary.
    ///
    /// - Parameters:
    ///   - directory: the folder of sessions.
    ///   - manifest: describes the run; its status becomes `recording`.
    ///   - clock: the clock of the run.
    ///   - reserve: the bytes reserved for the final manifest, and again for the task's result.
    /// - Returns: the session, which is on the disk.
    /// - Throws: `SessionError` if the folder cannot be created or written, or would be in another session.
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
            try Session.requireNone(around: directory, for: directory, "a new session")
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

    /// Continues the session of a run that was left or killed.
    ///
    /// If the run was killed, repairs the session first. Its files stay; new files get other names.
    ///
    /// - Parameters:
    ///   - path: the session folder.
    ///   - now: the clocks at the second beginning.
    ///   - clock: the clock of the run.
    ///   - reserve: as for a new session.
    /// - Returns: the session, whose status is `recording`.
    /// - Throws: `SessionError` if another process holds the folder, the run had ended, or the disk cannot be written.
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
                    with: .continued(now, boot: leases.boot),
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

    /// The manifest as of now.
    public var manifest: SessionManifest { state.withLock { $0.manifest } }

    /// Records events; does not wait for the journal.
    package func record(_ events: SessionEvent...) { record(events) }

    /// Records any number of events; does not wait for the journal.
    package func record(_ events: [SessionEvent]) {
        state.withLock { record(events, &$0) }
    }

    private func record(_ events: [SessionEvent], _ state: inout State) {
        guard !state.isOver, !events.isEmpty else { return }
        for event in events { state.manifest.apply(event) }
        let now = clock.now
        let entries = events.map { JournalWriter.Entry(time: now, event: $0) }
        // Posted while the lock is held, so the journal has the same order as the manifest.
        thread.post { self.append(entries) }
    }

    /// Records an event from the session's thread, and writes it at once.
    private func recordHere(_ event: SessionEvent) {
        let entry = state.withLock { state -> JournalWriter.Entry? in
            guard !state.isOver else { return nil }
            state.manifest.apply(event)
            return JournalWriter.Entry(time: clock.now, event: event)
        }
        if let entry { append([entry]) }
    }

    /// Writes to the journal.
    ///
    /// Runs on the session's thread.
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

    /// Blocks the calling thread, which must not be the main one, until the journal has all earlier events or the
    /// disk has refused them.
    package func persist() { thread.finishWhatWasAsked() }

    /// Waits until the journal has all earlier events or the disk has refused them, without blocking a thread.
    package func persisted() async { await thread.perform {} }

    /// Stops accepting events after these; returns the final manifest and the last journal entries, or `nil` if the
    /// session was closed before.
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

    /// Returns a file name that is new in this session; the caller creates the file.
    ///
    /// - Parameters:
    ///   - sections: identifiers of the sections that the recorder runs in, the outermost first.
    ///   - logger: identifier of the logger.
    ///   - fileExtension: without its dot.
    ///   - mayLook: true if the caller may wait for the disk: then names that exist in the folder are skipped.
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

    /// The path of a file of this session.
    public func path(ofFile name: String) -> String { folder.path(ofFile: name) }

    /// Records a reading of the clocks: at the start, each minute and at the end.
    public func noteClocks(_ reading: ClockReading) { record(.clocks(reading)) }

    /// Records what a device's clock showed at an instant.
    ///
    /// Only the journal has it.
    public func noteDeviceClock(_ pair: ClockPair, of device: String, in file: String) {
        record(.deviceClock(pair, device: device, file: file))
    }

    /// Records a line for a user to read.
    public func note(_ line: String) { record(.note(line)) }

    /// Records a line about something that went wrong.
    public func noteError(_ line: String) { record(.error(line)) }

    /// Lists a file that is about to be created, so that the manifest describes it even if the run is killed.
    ///
    /// - Parameters:
    ///   - file: its entry.
    ///   - lost: if it replaces a file that was deleted, moved or replaced while it was written: that file's
    ///     name, and what happened to it.
    public func noteListed(
        _ file: SessionManifest.File,
        inPlaceOf lost: (name: String, what: String)? = nil
    ) {
        let loss = lost.map { SessionEvent.lost(file: $0.name, what: $0.what) }
        record([loss, .listed(file)].compactMap { $0 })
    }

    /// Records that a file was created, and which device fills it.
    ///
    /// - Parameters:
    ///   - name: the file's name within the folder.
    ///   - device: the source of its samples.
    ///   - change: adds to the file's entry.
    public func noteOpened(
        _ name: String,
        filledBy device: SessionManifest.Device? = nil,
        _ change: (inout SessionManifest.File) -> Void = { _ in }
    ) {
        note(name, device, change) { .opened($0, $1) }
    }

    /// Completes a file's entry once its writer has closed it.
    ///
    /// - Parameters:
    ///   - name: the file's name within the folder.
    ///   - summary: what the writer counted; absent if it could not close the file.
    ///   - endDate: when the file ended.
    ///   - sensors: the samples of each sensor, recorded and lost.
    ///   - error: why the file ends early, if it does.
    ///   - device: the source of its samples, if that was not given before.
    ///   - change: adds to the file's entry.
    public func noteClosed(
        _ name: String,
        _ summary: SampleFileSummary?,
        endDate: LocalDate,
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

    /// Removes a listed file that its recorder could not create.
    ///
    /// - Parameter name: the file's name within the folder; if something with that name exists, it stays listed.
    public func noteNeverMade(_ name: String) {
        thread.post { [self] in
            if folder.kind(of: name) == .missing { recordHere(.withdrawn(file: name)) }
        }
    }

    /// Deletes a closed file that a later file of the same recorder replaces.
    ///
    /// If that fails, adds a note; the file then stays, and stays listed.
    ///
    /// - Parameter name: the file's name within the folder; no later file gets this name.
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
    /// - Parameter bytes: the content of `answers.json`.
    /// - Throws: `SessionError` if they cannot be written; the recordings are kept.
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
