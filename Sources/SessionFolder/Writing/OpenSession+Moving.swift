// Moves a running session to a new folder. While a machine was suspended or without network, another machine may
// have taken its session folder over, assuming that the run had been killed. The old folder then belongs to the
// other machine, and the session continues in a new one.

package import SampleFile
internal import Synchronization
package import SystemCalls
internal import Timebase

extension OpenSession {
    /// Continues in a new folder if another machine now owns this one.
    ///
    /// Runs on the session's thread. Does not repeat a recent check.
    ///
    /// - Returns: true if there is a folder to write in, the new or the old one.
    func settle() -> Bool {
        do throws(SessionError) {
            try requireHome()
            return true
        } catch {
            return false
        }
    }

    /// The limit prevents endless new folders if some program takes over each of them.
    private static let mostMoves = 16

    /// Continues in a new folder if another machine now owns this one; throws if there is no folder to write in.
    func requireHome() throws(SessionError) {
        let left = home
        guard left.isLost else { return }
        guard state.withLock({ $0.moves < Self.mostMoves }) else { throw .takenOver(path) }
        let note =
            "\(left.folder.path): another machine took the session over while this one was away, or somebody put "
            + "something in the place of its \(Lease.fileName); what was recorded by then is there, and the rest here"
        let listed = manifest.files.map(\.path)
        // Leave the files in the old folder to the other machine. A file whose existence cannot be checked counts as
        // being there.
        let dropped = Set(listed.filter { !left.folder.lacks($0) })
        let moved = try disk.withLock { disk throws(SessionError) -> FileHome? in
            let next = try disk?.movedBeside(
                saying: note,
                without: dropped,
                at: clock.now,
                by: leases
            )
            guard let next else { return nil }
            let home = next.home
            disk = consume next
            return home
        }
        guard let moved else { return }
        state.withLock { state in
            state.home = moved
            state.moves += 1
            state.manifest = state.manifest.goingOn(without: dropped, from: left.folder)
            state.manifest.apply(.note(note))
        }
    }

    /// The folder to write in.
    ///
    /// Checks the disk only if the session was away for a while.
    package var folderForWriting: @Sendable () throws -> OpenFolder {
        { self.home.isLost ? try self.settledHome().folder : self.folder }
    }

    /// Returns the folder to create files in, once all earlier events are in the journal or the disk has refused
    /// them.
    ///
    /// Blocks the calling thread, which must not be the main one.
    ///
    /// - Throws: `SessionError` if the session has no folder to write in any more.
    package func settledHome() throws(SessionError) -> FileHome {
        let problem = Mutex<SessionError?>(nil)
        thread.post {
            do throws(SessionError) {
                try self.requireHome()
            } catch {
                problem.withLock { $0 = error }
            }
        }
        persist()
        if let problem = problem.withLock({ $0 }) { throw problem }
        return home
    }
}

extension SessionManifest {
    /// Returns the manifest for the new folder: without the files `names`, which stay in the first one, and without a
    /// result.
    func goingOn(without names: Set<String>, from first: OpenFolder) -> SessionManifest {
        var manifest = self
        manifest.continues = FileSystem.name(of: first.presentPath ?? first.path)
        manifest.files.removeAll { names.contains($0.path) }
        manifest.journal = nil
        manifest.taskResult = nil
        manifest.answers = nil
        return manifest
    }
}

extension SessionError {
    /// The error if a session has no folder to write in any more.
    static func takenOver(_ path: String) -> SessionError {
        SessionError(
            "another machine took the session over while this one was away, and no other folder could be made",
            where: path,
            remedy:
                "see that there is room and leave to write beside it; what was recorded by then is there"
        )
    }
}
