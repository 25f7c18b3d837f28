// The part of a running session that is on the disk: its lock, its journal, and the space reserved for its end.
// All writing and waiting for the disk happens on the session's own thread.

internal import Research
internal import SampleFile
internal import SystemCalls
internal import Timebase

/// The files of a session that is being recorded, except the recorders' files.
struct SessionDisk: ~Copyable {
    let folder: OpenFolder
    private let tenure: FolderTenure
    /// The bytes reserved for each of the last documents.
    private let reserve: Int64
    private var journal: JournalWriter
    /// The manifest with all events given to the journal applied.
    private var manifest: SessionManifest
    /// True if the manifest on the disk names an earlier journal than the one in use.
    private var isManifestDue = false
    /// True if the disk refused the last write to the journal.
    private var isInTrouble = false
    private var manifestSpace: ReservedDocument?
    private var resultSpace: ReservedDocument?
    /// An upper estimate of the final manifest's size.
    private var manifestBytes: Int64
    /// Files in folders that were taken over: further events about them are dropped.
    private var dropped: Set<String> = []
    private var readings = 0
    private var notes = 0

    private init(
        _ tenure: FolderTenure,
        _ journal: consuming JournalWriter,
        _ manifest: SessionManifest,
        _ manifestSpace: consuming ReservedDocument?,
        _ resultSpace: consuming ReservedDocument?,
        manifestBytes: Int64,
        reserve: Int64
    ) {
        folder = tenure.folder
        self.tenure = tenure
        self.reserve = reserve
        self.journal = journal
        self.manifest = manifest
        self.manifestSpace = manifestSpace
        self.resultSpace = resultSpace
        self.manifestBytes = manifestBytes
    }

    /// Creates the files of a session in a folder that is locked.
    ///
    /// Reserves the space of the last documents before it changes any file: if the disk has no room for them, a closed
    /// session that is to be continued stays unchanged. Then writes the journal before the manifest, which can be
    /// restored from the journal alone.
    ///
    /// - Parameters:
    ///   - manifest: receives the event, and how much of the journal it includes.
    ///   - event: the first event for the journal.
    ///   - tenure: the ownership of the folder.
    ///   - now: the time of that event.
    ///   - reserve: the bytes reserved for each of the last documents.
    /// - Returns: the session's files; its status is `recording`.
    /// - Throws: `SessionError` if something cannot be written.
    static func begin(
        _ manifest: inout SessionManifest,
        with event: SessionEvent,
        _ tenure: FolderTenure,
        at now: BootInstant,
        reserve: Int64
    ) throws(SessionError) -> sending SessionDisk {
        let folder = tenure.folder
        var begun = manifest
        begun.apply(event)
        let manifestBytes = Int64(try begun.encoded().count) * 2
        var manifestSpace: ReservedDocument?
        var resultSpace: ReservedDocument?
        do throws(SessionError) {
            manifestSpace = try reserved(
                SessionManifest.fileName,
                in: folder,
                capacity: max(reserve, manifestBytes)
            )
            resultSpace = try reserved(
                SessionManifest.taskResultName,
                in: folder,
                capacity: reserve
            )
            let journal = try beginJournal(of: manifest, with: event, tenure, at: now)
            begun.journal = journal.seal
            try write(begun, into: nil, in: folder)
            manifest = begun
            return SessionDisk(
                tenure,
                journal,
                begun,
                manifestSpace.take(),
                resultSpace.take(),
                manifestBytes: manifestBytes,
                reserve: reserve
            )
        } catch {
            manifestSpace.take()?.abandon()
            resultSpace.take()?.abandon()
            throw error
        }
    }

    private static func reserved(
        _ name: String,
        in folder: OpenFolder,
        capacity: Int64
    ) throws(SessionError) -> ReservedDocument {
        do throws(SystemError) {
            return try ReservedDocument.make(for: name, in: folder, capacity: capacity)
        } catch {
            throw SessionError(error, "begin the session", where: folder.path)
        }
    }

    /// Writes the first event to the journal.
    private static func beginJournal(
        of manifest: SessionManifest,
        with event: SessionEvent,
        _ tenure: FolderTenure,
        at now: BootInstant
    ) throws(SessionError) -> JournalWriter {
        var isWhole = false
        if case .began = event { isWhole = true }
        var journal = try openJournal(of: manifest, in: tenure, tellsAll: isWhole)
        do throws(SampleFileWriteFailure) {
            try journal.write([JournalWriter.Entry(time: now, event: event)])
        } catch {
            throw SessionError(error.cause, "begin the journal", where: tenure.folder.path)
        }
        return journal
    }

    /// Continues the journal that a manifest names, or creates one.
    ///
    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - tenure: The ownership of the folder.
    ///   - tellsAll: True if a new journal will have all that the manifest has, since it starts with the session;
    ///     otherwise it states that it lacks the earlier events.
    /// - Returns: The journal.
    /// - Throws: `SessionError` if it cannot be written.
    private static func openJournal(
        of manifest: SessionManifest,
        in tenure: FolderTenure,
        tellsAll: Bool
    ) throws(SessionError) -> JournalWriter {
        do throws(SampleFileError) {
            if let journal = manifest.journal {
                return try JournalWriter.goOn(in: journal, of: tenure)
            }
            let name = freeName(in: tenure.folder)
            return try JournalWriter.create(name, in: tenure, lacksEvents: !tellsAll)
        } catch {
            throw SessionError(error)
        }
    }

    private static func freeName(in folder: OpenFolder) -> String {
        var name = JournalFile.fileName
        var number = 2
        while folder.kind(of: name) != .missing {
            name = "journal-\(number).json"
            number += 1
        }
        return name
    }

    /// The folder, with the check whether this process may still write there.
    var home: FileHome { FileHome(folder, by: tenure.keeper) }

    /// Continues in a new folder beside this one, after another machine has taken this one over.
    ///
    /// The old folder is left to the other machine; nothing in it is touched any more.
    func movedBeside(
        saying note: String,
        without dropped: Set<String>,
        at now: BootInstant,
        by rules: LeaseRules
    ) throws(SessionError) -> sending SessionDisk {
        var manifest = manifest.goingOn(without: dropped, from: folder)
        manifest.apply(.note(note))
        let place = FileSystem.parent(of: folder.presentPath ?? folder.path) ?? "/"
        let tenure = try NewSessionFolder.create(for: &manifest, in: place, by: rules)
        do throws(SessionError) {
            var next = try Self.begin(
                &manifest,
                with: .began(manifest),
                tenure,
                at: now,
                reserve: reserve
            )
            next.dropped = self.dropped.union(dropped)
            return next
        } catch {
            NewSessionFolder.remove(tenure)
            throw error
        }
    }

    /// Applies events to the manifest in memory, without writing them.
    mutating func takeIn(_ entries: [JournalWriter.Entry]) {
        for entry in entries { manifest.apply(entry.event) }
    }

    /// Writes events to the journal; those that the disk refuses are written with the next ones.
    ///
    /// - Returns: Why the disk refuses the events; `nil` if it does not, or if that was returned before.
    mutating func append(_ entries: [JournalWriter.Entry]) -> String? {
        let entries = entries.filter { !($0.event.file.map(dropped.contains) ?? false) }
        keepSpace(for: entries)
        takeIn(entries)
        let wasInTrouble = isInTrouble
        let trouble = write(entries)
        return wasInTrouble ? nil : trouble
    }

    /// Records an event about the trouble: writes it now if the trouble is over, otherwise with the next events.
    mutating func tellTrouble(_ entry: JournalWriter.Entry) {
        manifest.apply(entry.event)
        journal.add(entry)
        if !isInTrouble { _ = write([]) }
    }

    private mutating func write(_ entries: [JournalWriter.Entry]) -> String? {
        isInTrouble = true
        do throws(SampleFileWriteFailure) {
            try journal.write(entries)
        } catch {
            guard let loss = error.loss else { return "\(error.cause.errno)" }
            let what = "\(journal.name): \(loss.words)"
            return restart() ?? what
        }
        return isManifestDue ? writeManifest() : noTrouble()
    }

    /// Starts another journal, since this one was deleted, moved or replaced; the manifest has its events.
    private mutating func restart() -> String? {
        manifest.journal = nil
        do throws(SessionError) {
            journal = try Self.openJournal(of: manifest, in: tenure, tellsAll: false)
        } catch {
            return error.what
        }
        isManifestDue = true
        return writeManifest()
    }

    private mutating func noTrouble() -> String? {
        isInTrouble = false
        return nil
    }

    /// Writes the manifest of a running session.
    ///
    /// If that fails, the next event tries again.
    private mutating func writeManifest() -> String? {
        manifest.journal = journal.seal
        do throws(SessionError) {
            try Self.write(manifest, into: nil, in: folder)
        } catch {
            return error.what
        }
        // The manifest includes the waiting events, too.
        journal.forgetWhatWaits()
        isManifestDue = false
        return noTrouble()
    }

    /// Keeps enough space reserved for the final manifest, even if the disk fills up.
    private mutating func keepSpace(for entries: [JournalWriter.Entry]) {
        for entry in entries {
            switch entry.event {
            // The manifest keeps a limited number of these.
            case .clocks:
                guard readings < SessionManifest.mostClocks else { continue }
                readings += 1
            // The manifest does not contain these.
            case .deviceClock, .synchronization, .networkMark: continue
            case .note:
                guard notes < SessionManifest.mostNotes else { continue }
                notes += 1
            default: break
            }
            // The manifest is indented, so the same keys take more room there.
            manifestBytes += Int64((try? entry.event.about().count) ?? 0) * 2
        }
        let step: Int64 = 16_384
        try? manifestSpace?.grow(to: (manifestBytes + step - 1) / step * step)
    }

    /// Writes the last documents of a session, and releases its folder.
    ///
    /// - Parameters:
    ///   - manifest: is completed from the files in the folder.
    ///   - entries: the last events for the journal.
    ///   - taskResult: the result of the task, or of the recorder alone.
    ///   - factory: encodes it.
    /// - Returns: the first error.
    consuming func end(
        _ manifest: inout SessionManifest,
        _ entries: [JournalWriter.Entry],
        _ taskResult: any RSDTaskResult,
        _ factory: RSDFactory
    ) -> SessionError? {
        var failure: SessionError?
        FileFacts.complete(&manifest, in: folder)
        do throws(SessionError) {
            manifest.taskResult = try SessionResult.write(
                taskResult,
                factory,
                into: resultSpace.take(),
                in: folder
            )
        } catch {
            manifest.apply(.error(error.description))
            failure = error
        }
        // A failure here loses nothing: the manifest contains these events, and has reserved space.
        _ = append(entries)
        manifest.journal = journal.seal
        do throws(SessionError) {
            try Self.write(manifest, into: manifestSpace.take(), in: folder)
        } catch {
            failure = failure ?? error
        }
        journal.close()
        tenure.release()
        return failure
    }

    /// Deletes the session and everything in it.
    consuming func discard() throws(SessionError) {
        manifestSpace.take()?.abandon()
        resultSpace.take()?.abandon()
        do throws(SystemError) {
            // The keeper could write the lease again while the folder is being deleted, so stop it first.
            tenure.keeper.end()
            for name in try folder.list() { try folder.remove(name) }
            try folder.delete()
        } catch {
            throw SessionError(error, "delete the session", where: folder.path)
        }
    }

    private static func write(
        _ manifest: SessionManifest,
        into space: consuming ReservedDocument?,
        in folder: OpenFolder
    ) throws(SessionError) {
        let bytes = try manifest.encoded()
        do throws(SystemError) {
            if let space {
                try space.write(bytes)
            } else {
                try DurableDocument.write(bytes, as: SessionManifest.fileName, in: folder)
            }
        } catch {
            throw SessionError(error, "write the manifest", where: folder.path)
        }
    }
}
