// A machine that was away may have lost its session to another, and goes on in a folder of its own. Who finds the
// first one, closed as interrupted, looks for the other beside it: the run is not to be taken up twice.

internal import SystemCalls

extension Session {
    /// The folder in which its run went on after another machine had taken this one over; `nil` where it did not.
    package var continuation: String? {
        let name = FileSystem.name(of: path)
        guard [.interrupted, .recording].contains(manifest.status),
            let own = SessionName.parts(of: name),
            let parent = FileSystem.parent(of: path),
            let beside = try? OpenFolder.open(parent)
        else { return nil }
        let others = ((try? beside.list()) ?? []).filter {
            $0 != name && SessionName.parts(of: $0) == own
        }
        for other in others.sorted() {
            guard let folder = try? beside.folder(other, ofOneOwner: true),
                let session = try? Session(in: folder),
                session.manifest.continues == name,
                session.manifest.taskRunUUID == manifest.taskRunUUID
            else { continue }
            return folder.path
        }
        return nil
    }
}
