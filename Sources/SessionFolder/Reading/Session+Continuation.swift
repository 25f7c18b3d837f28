// Finds the folders of one run. A machine that was suspended or offline may have lost its session folder to
// another machine, and continued in a new folder. The first folder is then closed as interrupted; this finds the
// other one beside it, so that the run is not continued twice.

internal import SystemCalls

extension Session {
    /// The folder in which the run continued after another machine had taken this one over; `nil` if it did not.
    package var continuation: String? {
        let name = FileSystem.name(of: path)
        guard [.interrupted, .recording].contains(manifest.status) else { return nil }
        return Self.besides(path, of: manifest).first { other in
            other.manifest.continues.map { SessionName.isOfTheSameFolder($0, name) } ?? false
        }?.path
    }

    /// Returns the other folders of a session's run, if they are linked by `continues`.
    static func foldersOfSameRun(as path: String) throws(SessionError) -> [String] {
        let session = try Session(opening: path)
        let name = FileSystem.name(of: session.path)
        var left = besides(session.path, of: session.manifest)
        var known = [(name: name, continues: session.manifest.continues)]
        var found: [String] = []
        while let next = left.firstIndex(where: { other in
            let (own, first) = (FileSystem.name(of: other.path), other.manifest.continues)
            return known.contains { known in
                first.map { SessionName.isOfTheSameFolder($0, known.name) } ?? false
                    || known.continues.map { SessionName.isOfTheSameFolder($0, own) } ?? false
            }
        }) {
            let other = left.remove(at: next)
            known.append((FileSystem.name(of: other.path), other.manifest.continues))
            found.append(other.path)
        }
        return found
    }

    /// Returns the sessions beside this one that belong to the same run, by their names and manifests.
    private static func besides(_ path: String, of manifest: SessionManifest) -> [Session] {
        let name = FileSystem.name(of: path)
        guard let own = SessionName.parts(of: name), let parent = FileSystem.parent(of: path),
            let beside = try? OpenFolder.open(parent)
        else { return [] }
        return ((try? beside.list()) ?? []).sorted().compactMap { other in
            guard other != name, SessionName.parts(of: other)?.isOfTheSameRun(as: own) == true,
                let folder = try? beside.folder(other, ofOneOwner: true),
                let session = try? Session(in: folder),
                session.manifest.taskRunUUID == manifest.taskRunUUID
            else { return nil }
            return session
        }
    }
}
