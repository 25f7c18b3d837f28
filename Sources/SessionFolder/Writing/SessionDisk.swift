// What of a session that goes on is on the disk: its lock, its journal, and the space kept back for its end. All
// of it is written, and waited for, on the session's own thread.

internal import Research
internal import SampleFile
internal import SystemCalls
internal import Timebase

/// The disk's side of a session that is being written.
struct SessionDisk: ~Copyable {
    let folder: OpenFolder
    private let tenure: FolderTenure
    /// The bytes kept back for each of the last documents.
    private let reserve: Int64
    private var journal: JournalWriter
    /// What all that the journal was given has come to.
    private var manifest: SessionManifest
    /// Whether the manifest on the disk names another journal than the one that is written.
    private var isManifestDue = false
    /// Whether the disk has refused the journal since it took it last.
    private var isInTrouble = false
    private var manifestSpace: ReservedDocument?
    private var resultSpace: ReservedDocument?
    /// How long the final manifest may get, by what it has taken in so far.
    private var manifestBytes: Int64
    /// Files in folders that were taken over: what was still to be told of them is told nowhere.
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

    /// Begins what a session has on the disk, in a folder that has been locked.
    ///
    /// The journal comes first: whoever finds it alone can tell the manifest from it.
    ///
    /// - Parameters:
    ///   - manifest: gets what of the journal it stands for.
    ///   - event: what the journal tells first.
    ///   - tenure: the folder's.
    ///   - now: when that is told.
    ///   - reserve: the bytes kept back for each of the last documents.
    /// - Returns: the disk's side of the session, which says `recording`.
    /// - Throws: `SessionError` when something cannot be written.
    static func begin(
        _ manifest: inout SessionManifest,
        with event: SessionEvent,
        _ tenure: FolderTenure,
        at now: BootInstant,
        reserve: Int64
    ) throws(SessionError) -> sending SessionDisk {
        let folder = tenure.folder
        var journal = try openJournal(of: manifest, in: tenure)
        do throws(SampleFileWriteFailure) {
            try journal.write([JournalWriter.Entry(time: now, event: event)])
        } catch {
            throw SessionError(error.cause, "begin the journal", where: folder.path)
        }
        manifest.apply(event)
        manifest.journal = journal.seal
        let bytes = try manifest.encoded()
        do throws(SystemError) {
            try DurableDocument.write(bytes, as: SessionManifest.fileName, in: folder)
            let manifestSpace = try ReservedDocument.make(
                for: SessionManifest.fileName,
                in: folder,
                capacity: max(reserve, Int64(bytes.count) * 2)
            )
            let resultSpace = try ReservedDocument.make(
                for: SessionManifest.taskResultName,
                in: folder,
                capacity: reserve
            )
            return SessionDisk(
                tenure,
                journal,
                manifest,
                manifestSpace,
                resultSpace,
                manifestBytes: Int64(bytes.count) * 2,
                reserve: reserve
            )
        } catch {
            throw SessionError(error, "begin the session", where: folder.path)
        }
    }

    /// Goes on in the journal that a manifest names, or makes one.
    private static func openJournal(
        of manifest: SessionManifest,
        in tenure: FolderTenure
    ) throws(SessionError) -> JournalWriter {
        do throws(SampleFileError) {
            if let journal = manifest.journal {
                return try JournalWriter.goOn(in: journal, of: tenure)
            }
            return try JournalWriter.create(freeName(in: tenure.folder), in: tenure)
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

    /// Where it is, and whether one may still write there.
    var home: FileHome { FileHome(folder, by: tenure.keeper) }

    /// Goes on in a new folder beside this one, which another machine has taken over.
    ///
    /// What the other has there stays: this side touches nothing in it any more.
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

    /// Takes in what cannot be written now, to be in what is written later.
    mutating func takeIn(_ entries: [JournalWriter.Entry]) {
        for entry in entries { manifest.apply(entry.event) }
    }

    /// Writes what has happened; what the disk does not take now it gets with the next.
    ///
    /// - Returns: What stands in the way, once for each time that something begins to.
    mutating func append(_ entries: [JournalWriter.Entry]) -> String? {
        let entries = entries.filter { !($0.event.file.map(dropped.contains) ?? false) }
        keepSpace(for: entries)
        takeIn(entries)
        let wasInTrouble = isInTrouble
        let trouble = write(entries)
        return wasInTrouble ? nil : trouble
    }

    /// Has the trouble told: now, if it is over, or with what comes next.
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

    /// Somebody has taken the journal away: what it told is in the manifest, and another one goes on.
    private mutating func restart() -> String? {
        manifest.journal = nil
        do throws(SessionError) {
            journal = try Self.openJournal(of: manifest, in: tenure)
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

    /// Writes the manifest of a session that goes on; it is tried again with the next event until it succeeds.
    private mutating func writeManifest() -> String? {
        manifest.journal = journal.seal
        do throws(SessionError) {
            try Self.write(manifest, into: nil, in: folder)
        } catch {
            return error.what
        }
        // It has taken in what waited, too.
        journal.forgetWhatWaits()
        isManifestDue = false
        return noTrouble()
    }

    /// The final manifest must find room however full the disk is by then.
    private mutating func keepSpace(for entries: [JournalWriter.Entry]) {
        for entry in entries {
            switch entry.event {
            // Of these a manifest keeps so many and no more.
            case .clocks:
                guard readings < SessionManifest.mostClocks else { continue }
                readings += 1
            // Of these it keeps none.
            case .deviceClock, .synchronization, .networkMark: continue
            case .note:
                guard notes < SessionManifest.mostNotes else { continue }
                notes += 1
            default: break
            }
            // On lines of their own, and indented, keys take more room there.
            manifestBytes += Int64((try? entry.event.about().count) ?? 0) * 2
        }
        let step: Int64 = 16_384
        try? manifestSpace?.grow(to: (manifestBytes + step - 1) / step * step)
    }

    /// Writes what ends a session.
    ///
    /// - Parameters:
    ///   - manifest: is completed with what lies there.
    ///   - entries: what the journal tells last.
    ///   - taskResult: the result of the task, or of the recorder alone.
    ///   - factory: encodes it.
    /// - Returns: what went wrong first.
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
        // All of it is in the manifest too, for which there is room.
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
            // Else it might be renewed meanwhile.
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
