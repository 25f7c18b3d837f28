// A machine that was away (asleep, or without its network) may have lost its session to another, which took it
// for one whose run died. What the other has is the other's: the session goes on in a folder of its own.

package import SampleFile
internal import Synchronization
package import SystemCalls
internal import Timebase

extension OpenSession {
    /// Looks, where that was not done for a while, whether the folder is still the session's, and goes on in
    /// another where it is not; on the session's thread.
    ///
    /// - Returns: whether there is a folder to write in.
    func settle() -> Bool {
        do throws(SessionError) {
            try requireHome()
            return true
        } catch {
            return false
        }
    }

    /// Somebody who takes one folder after the other does not have it make folders for ever.
    private static let mostMoves = 16

    /// Does the same; says what stands in the way.
    func requireHome() throws(SessionError) {
        let left = home
        guard left.isLost else { return }
        guard state.withLock({ $0.moves < Self.mostMoves }) else { throw .takenOver(path) }
        let note =
            "\(left.folder.path): another machine took the session over while this one was away, or somebody put "
            + "something in the place of its \(Lease.fileName); what was recorded by then is there, and the rest here"
        let listed = manifest.files.map(\.path)
        // What lies in the first is the other's to tell of; what cannot be looked at was made there, too.
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

    /// The folder in which one may write; it looks at the disk only where the session was away for a while.
    package var folderForWriting: @Sendable () throws -> OpenFolder {
        { self.home.isLost ? try self.settledHome().folder : self.folder }
    }

    /// Where files are made, once all that was told so far is in the journal, or the disk has refused it.
    ///
    /// Blocks the calling thread, which is never the main one.
    ///
    /// - Throws: `SessionError` when the session has no folder any more in which its run may write.
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
    /// What goes on in another folder: all but these files, which lie in the first one, and its end.
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
    /// That a session has no folder any more in which its run may write.
    static func takenOver(_ path: String) -> SessionError {
        SessionError(
            "another machine took the session over while this one was away, and no other folder could be made",
            where: path,
            remedy:
                "see that there is room and leave to write beside it; what was recorded by then is there"
        )
    }
}
