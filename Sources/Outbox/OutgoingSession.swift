// A session as it would leave: its files as they lie, and a mark that changes when one of them does. It is made of what
// the folder says of them, so that looking at ten thousand sessions that have not changed reads none.

internal import FoundationEssentials
internal import SampleFile
internal import SessionFolder
internal import SystemCalls

/// A session that may leave.
struct OutgoingSession: Hashable, Sendable {
    /// The name of its folder.
    var name: String
    /// Where it lies.
    var path: String
    /// The UUID of its run.
    var run: String
    /// Its files, with their sizes.
    var files: [String: Int64]
    /// What changes when one of its files does.
    var fingerprint: String
    /// Files that its manifest tells of and that are not here, or not as long as it tells.
    var lacks: [String] = []
    /// What lies in its folder and is not its own: that stays here.
    var strays: [String] = []

    /// Which of its files comes last: what has it is whole.
    static let manifest = SessionManifest.fileName

    init(
        name: String,
        path: String,
        run: String,
        files: [String: Int64],
        fingerprint: String
    ) {
        self.name = name
        self.path = path
        self.run = run
        self.files = files
        self.fingerprint = fingerprint
    }

    /// How many bytes it has.
    var bytes: Int64 { files.values.reduce(0) { $0.addingClamped($1) } }
}

/// Whether a session can leave.
enum Readiness: Hashable, Sendable {
    case ready(OutgoingSession)
    /// A run is writing it, or a repair is at work.
    case live
    /// Its run died, and nobody has closed it.
    case left
    /// What is wrong with it.
    case unreadable(String)
    /// It is no session.
    case foreign
}

/// The files of a folder as they lie.
struct FolderLook: Hashable, Sendable {
    /// The plain files that are not hidden, with their sizes.
    var files: [String: Int64]
    /// What changes when one of them does.
    var fingerprint: String
    /// What is no plain file, or could not be looked at, with why.
    var others: [String: String] = [:]

    /// Looks at a folder; `nil` where that cannot be read.
    init?(at path: String) {
        guard let folder = try? OpenFolder.open(path, ofOneOwner: true) else { return nil }
        self.init(in: folder)
    }

    init?(in folder: OpenFolder) {
        guard let names = try? folder.list() else { return nil }
        files = [:]
        var marks = Checksum()
        for name in names where !name.hasPrefix(".") {
            do throws(SystemError) {
                let mark = try folder.changeMark(of: name)
                files[name] = mark.size
                marks.update(Array("\(name)\0\(mark.text)\0".utf8))
            } catch {
                if error.errno != .notFound { others[name] = "\(error.errno)" }
            }
        }
        fingerprint = marks.text
    }
}

extension OutgoingSession {
    /// Looks whether a session can leave.
    ///
    /// - Parameters:
    ///   - name: The name of a folder.
    ///   - place: The folder of sessions.
    /// - Returns: What can be said of it at once, but for one that another machine may be writing: a sign of its life is
    ///   waited for, for some seconds.
    static func readiness(of name: String, in place: String) -> Readiness {
        let path = place.hasSuffix("/") ? place + name : "\(place)/\(name)"
        guard FileSystem.kind(of: path) == .directory else { return .foreign }
        // What sends and encrypts is given paths, and follows whatever stands there then.
        if [place, path].contains(where: { (try? OpenFolder.open($0))?.isAnothersForRoot == true })
        {
            return .unreadable(
                "\(path): it is another's, who could lead root elsewhere by a link; run `footfall send` as that user"
            )
        }
        guard let before = FolderLook(at: path) else {
            return SessionList.entry(at: path) == nil
                ? .foreign : .unreadable("\(path): it cannot be read; see to its rights")
        }
        do throws(SessionError) {
            if try Session(opening: path).isLive { return .live }
            // Its run may have ended since it was opened.
            let session = try Session(opening: path)
            guard session.manifest.status != .recording else { return .left }
            guard before == FolderLook(at: path), !Session.areLive(at: [path])[0] else {
                return .live
            }
            return ready(session, as: before, called: name, at: path)
        } catch {
            return SessionList.entry(at: path) == nil ? .foreign : .unreadable("\(error)")
        }
    }
    /// What is the session's leaves, if all of that can be read.
    private static func ready(
        _ session: Session,
        as look: FolderLook,
        called name: String,
        at path: String
    ) -> Readiness {
        let names = (Array(look.files.keys) + look.others.keys).sorted()
        let own = Set(session.own(among: names))
        if let bad = own.filter({ look.others[$0] != nil }).min(), let cause = look.others[bad] {
            return .unreadable(
                "\(path)/\(bad): it is no plain file, or cannot be read (\(cause)); bring the file itself back here"
            )
        }
        let files = look.files.filter { own.contains($0.key) }
        var outgoing = OutgoingSession(
            name: name,
            path: path,
            run: session.manifest.taskRunUUID.uuidString.lowercased(),
            files: files,
            fingerprint: look.fingerprint
        )
        outgoing.lacks = session.lacking(in: files).sorted()
        outgoing.strays = session.strays(among: names)
        return .ready(outgoing)
    }
}
