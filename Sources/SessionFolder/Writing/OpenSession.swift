// The one writer of a session's manifest and result. It says "recording" on disk before the first
// sample, holds the folder's lock while the run lives, and keeps back the space it needs to end.

public import Research
public import SampleFile
internal import Synchronization
package import SystemCalls
public import Timebase

/// The folder of a run that is going on.
///
/// Letting go of it without `finish` leaves what a killed run leaves: the next start closes it.
public final class OpenSession: Sendable {
    /// The folder, from the root, as it was when the session began.
    public var path: String { folder.path }
    /// Where the folder is now, for somebody may have moved it; `nil` when it was deleted.
    public var presentPath: String? { folder.presentPath }
    /// Where recorders make their files.
    package let folder: OpenFolder
    private let state: Mutex<State>

    private struct State: ~Copyable {
        var manifest: SessionManifest
        var names = SampleFileNames()
        var lock: FolderLock?
        var manifestSpace: ReservedDocument?
        var resultSpace: ReservedDocument?
    }

    /// Creates a folder of its own for a run in `directory`, which is created if need be.
    ///
    /// - Parameters:
    ///   - directory: where sessions are collected.
    ///   - manifest: what the run says of itself; its status becomes `recording`.
    ///   - reserve: the bytes kept back for the final manifest, and for the task's result.
    /// - Throws: `SessionError` when the folder cannot be created or written.
    public init(
        in directory: String,
        describedBy manifest: SessionManifest,
        reserve: Int64 = 65_536
    ) throws(SessionError) {
        try manifest.requireReadableClocks(where: directory)
        var manifest = manifest
        manifest.status = .recording
        manifest.noteHeldClock()
        do throws(SystemError) {
            try FileSystem.makeDirectories(directory)
            let parent = try OpenFolder.open(directory)
            if try !parent.synchronize() { manifest.notes.append(Self.namesAreNotSaved) }
            var attempt = 1
            while true {
                let name = SessionName.name(
                    start: manifest.startDate.instant,
                    identifier: manifest.identifier,
                    run: manifest.taskRunUUID,
                    attempt: attempt
                )
                if let lock = try Self.create(name, in: parent) {
                    folder = lock.folder
                    state = Mutex(State(manifest: manifest, lock: lock))
                    break
                }
                attempt += 1
            }
        } catch {
            throw SessionError(error, "create a session folder", where: directory)
        }
        do throws(SessionError) {
            try begin(manifest, reserve: reserve)
        } catch {
            try? discard()
            throw error
        }
    }

    /// Goes on in the folder of a run that was left, or has died.
    ///
    /// A run that died is repaired first. Its files stay; new ones get names of their own.
    ///
    /// - Parameters:
    ///   - path: the session folder.
    ///   - now: the clocks at the second beginning.
    ///   - reserve: as for a new session.
    /// - Throws: `SessionError` when another run holds the folder, or its run has ended well.
    public init(
        resuming path: String,
        at now: ClockReading,
        reserve: Int64 = 65_536
    ) throws(SessionError) {
        let folder = try Session.folder(at: path)
        let manifest = try Self.manifestToResume(of: folder, at: now)
        do throws(SystemError) {
            guard let lock = try FolderLock.take(folder) else {
                throw SystemError(call: "flock", path: folder.path, errno: .busy)
            }
            let names = SampleFileNames(taken: try folder.list())
            self.folder = folder
            state = Mutex(State(manifest: manifest, names: names, lock: lock))
        } catch {
            throw SessionError(error, "take up the session", where: folder.path)
        }
        try begin(manifest, reserve: reserve)
        Self.removeEnding(from: folder)
    }

    /// What the manifest says so far.
    public var manifest: SessionManifest { state.withLock { $0.manifest } }

    /// A file name that nobody in this session had before; the file itself is the caller's to make.
    ///
    /// - Parameters:
    ///   - sections: identifiers of the sections that the recorder runs in, the outermost first.
    ///   - logger: identifier of the logger.
    ///   - fileExtension: without its dot.
    /// - Returns: the name within the folder.
    public func newFileName(
        sections: [String] = [],
        logger: String,
        fileExtension: String
    ) -> String {
        state.withLock {
            $0.names.next(sections: sections, logger: logger, fileExtension: fileExtension)
        }
    }

    /// Where a file of this session lies.
    public func path(ofFile name: String) -> String { folder.path(ofFile: name) }

    /// Changes the manifest, and rewrites it on the disk.
    ///
    /// Where the disk is short of space the rewriting is left out, with a note: the change is kept
    /// and comes with the next one.
    ///
    /// - Returns: whether the manifest on the disk says it too.
    @discardableResult
    public func update(_ change: (inout SessionManifest) -> Void) -> Bool {
        state.withLock { state in
            guard state.lock != nil else { return false }
            change(&state.manifest)
            do throws(SessionError) {
                let bytes = try state.manifest.encoded()
                do throws(SystemError) {
                    try state.manifestSpace?.grow(to: Int64(bytes.count) * 2)
                    try DurableDocument.write(bytes, as: SessionManifest.fileName, in: folder)
                } catch {
                    throw SessionError(error, "rewrite the manifest", where: path)
                }
                return true
            } catch {
                let note = "the manifest was not rewritten for a while: \(error.what)"
                if !state.manifest.notes.contains(note) { state.manifest.notes.append(note) }
                return false
            }
        }
    }

    /// Keeps a reading of the clocks: at the start, each minute and at the end.
    public func noteClocks(_ reading: ClockReading) {
        update { $0.clocks.append(reading) }
    }

    /// Lists a file that a recorder has created, so that a run that dies has said what it is.
    ///
    /// - Parameters:
    ///   - file: its entry.
    ///   - lost: the file in whose place it is made, as somebody took that away, and what became of it.
    public func noteOpened(
        _ file: SessionManifest.File,
        inPlaceOf lost: (name: String, what: String)? = nil
    ) {
        update { manifest in
            for index in manifest.files.indices where manifest.files[index].path == lost?.name {
                manifest.files[index].isLost = true
                manifest.files[index].error = lost?.what
            }
            manifest.files.removeAll { $0.path == file.path }
            manifest.files.append(file)
        }
    }

    /// Takes a file out of the list that its recorder could not make after all.
    ///
    /// - Parameter name: the file's name within the folder; where something lies under it, it stays
    ///   listed.
    public func noteNeverMade(_ name: String) {
        guard folder.kind(of: name) == .missing else { return }
        update { manifest in manifest.files.removeAll { $0.path == name } }
    }

    /// Completes a file's entry once its writer has ended it.
    ///
    /// - Parameters:
    ///   - name: the file's name within the folder.
    ///   - summary: what the writer counted; absent when it could not close the file.
    ///   - endDate: when the file ended.
    ///   - sensors: what the file has of each sensor and what it has not.
    ///   - error: why the file ends early, where it does.
    ///   - change: what else there is to say of it; the manifest is rewritten once for all.
    public func noteClosed(
        _ name: String,
        _ summary: SampleFileSummary?,
        endDate: DateStamp,
        sensors: [SessionManifest.Sensor],
        error: String? = nil,
        alongside change: (inout SessionManifest) -> Void = { _ in }
    ) {
        update { manifest in
            change(&manifest)
            guard let index = manifest.files.firstIndex(where: { $0.path == name }) else { return }
            manifest.files[index].size = summary?.bytes
            manifest.files[index].records = summary?.records
            manifest.files[index].checksum = summary?.checksum
            manifest.files[index].closed = summary != nil
            manifest.files[index].endDate = endDate
            manifest.files[index].sensors = sensors
            manifest.files[index].error = error
        }
    }

    /// Deletes a file that is closed and that a later one of its recorder replaces.
    ///
    /// - Parameter name: the file's name within the folder; no other file gets it.
    /// - Throws: `SessionError` when it is still being written, or cannot be deleted.
    public func giveUp(_ name: String) throws(SessionError) {
        guard manifest.files.first(where: { $0.path == name })?.closed == true else {
            throw SessionError(
                "it is not a closed file of this session",
                where: path(ofFile: name),
                remedy: "close the recorder before its file is replaced"
            )
        }
        do throws(SystemError) {
            try folder.remove(name)
        } catch {
            throw SessionError(error, "delete an earlier file", where: path(ofFile: name))
        }
        update { manifest in manifest.files.removeAll { $0.path == name } }
    }

    /// Ends the session: writes the task's result, then the manifest, and lets go of the folder.
    ///
    /// The result is written even if the manifest cannot be, and the other way round; the error
    /// thrown is the first.
    ///
    /// - Parameters:
    ///   - status: how the run ended.
    ///   - reading: the clocks at its end.
    ///   - taskResult: the result of the task, or of the recorder alone.
    ///   - factory: encodes the result.
    /// - Throws: `SessionError` when something could not be written.
    public func finish(
        _ status: SessionManifest.Status,
        at reading: ClockReading,
        taskResult: any RSDTaskResult,
        factory: RSDFactory? = nil
    ) throws(SessionError) {
        let failure: SessionError? = state.withLock { state in
            guard state.lock != nil else {
                return SessionError(
                    "the session is over",
                    where: path,
                    remedy: "open another one for another run"
                )
            }
            state.manifest.status = status
            state.manifest.clocks.append(reading)
            state.manifest.noteHeldClock()
            state.manifest.endDate = DateStamp(reading.realtime, state.manifest.timeZone)
            let failure = end(&state, taskResult, factory)
            state.lock = nil
            return failure
        }
        if let failure { throw failure }
    }

    /// Writes what ends a session; answers the first thing that went wrong.
    private func end(
        _ state: inout State,
        _ taskResult: any RSDTaskResult,
        _ factory: RSDFactory?
    ) -> SessionError? {
        var failure: SessionError?
        FileFacts.complete(&state.manifest, in: folder)
        do throws(SessionError) {
            state.manifest.taskResult = try SessionResult.write(
                taskResult,
                factory ?? RSDFactory(writingDatesIn: state.manifest.timeZone),
                into: state.resultSpace.take(),
                in: folder
            )
        } catch {
            state.manifest.errors.append(error.description)
            failure = error
        }
        do throws(SessionError) {
            try Self.write(state.manifest, into: state.manifestSpace.take(), in: folder)
        } catch {
            failure = failure ?? error
        }
        return failure
    }

    /// Deletes the session and everything in it.
    ///
    /// - Throws: `SessionError` when something in the folder cannot be deleted.
    public func discard() throws(SessionError) {
        let lock = state.withLock { state in
            state.manifestSpace.take()?.abandon()
            state.resultSpace.take()?.abandon()
            return state.lock.take()
        }
        guard lock != nil else { return }
        do throws(SystemError) {
            for name in try folder.list() { try folder.remove(name) }
            try folder.delete()
        } catch {
            throw SessionError(error, "delete the session", where: path)
        }
    }

    private static let namesAreNotSaved =
        "the file system cannot be asked to save the names of files: after a power cut new ones may be gone"

    /// A new folder with its lock; `nil` when the name is another's.
    private static func create(
        _ name: String,
        in parent: OpenFolder
    ) throws(SystemError) -> FolderLock? {
        let folder: OpenFolder
        do throws(SystemError) {
            folder = try parent.makeFolder(name)
        } catch {
            let isTaken = error.errno == .exists
            // Somebody who closes dead runs may have taken it for one at once.
            let isGone = error.errno == .notFound && error.call == "open"
            if isTaken || isGone { return nil }
            throw error
        }
        do throws(SystemError) {
            let lock = try FolderLock.take(folder)
            try parent.synchronize()
            return lock
        } catch {
            if error.errno == .notFound { return nil }
            // It is ours and empty: a folder without a manifest would be nobody's session.
            try? parent.removeFolder(name)
            throw error
        }
    }

    private func begin(_ manifest: SessionManifest, reserve: Int64) throws(SessionError) {
        let bytes = try manifest.encoded()
        let failure: SystemError? = state.withLock { state in
            do throws(SystemError) {
                try DurableDocument.write(bytes, as: SessionManifest.fileName, in: folder)
                state.manifestSpace = try ReservedDocument.make(
                    for: SessionManifest.fileName,
                    in: folder,
                    capacity: reserve
                )
                state.resultSpace = try ReservedDocument.make(
                    for: SessionManifest.taskResultName,
                    in: folder,
                    capacity: reserve
                )
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw SessionError(failure, "begin the session", where: path) }
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
