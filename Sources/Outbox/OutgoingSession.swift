// A session as it would be sent: its files, and a fingerprint that changes when any file does. The fingerprint comes
// from the folder's metadata alone, so a pass over ten thousand unchanged sessions reads no file.

internal import FoundationEssentials
internal import SampleFile
internal import SessionFolder
internal import SystemCalls

/// A session that can be sent.
struct OutgoingSession: Hashable, Sendable {
    /// The name of its folder.
    var name: String
    /// The path of its folder.
    var path: String
    /// The UUID of its run.
    var run: String
    /// Its files, with their sizes.
    var files: [String: Int64]
    /// Changes when one of its files does.
    var fingerprint: String
    /// Files that its manifest lists and that are missing here or have another length.
    var lacks: [String] = []
    /// Files in its folder that do not belong to it; they are not sent.
    var strays: [String] = []

    /// The file that is sent last: a folder with it is complete.
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

/// Whether a session can be sent.
enum Readiness: Hashable, Sendable {
    case ready(OutgoingSession)
    /// A run or a repair is writing it.
    case live
    /// Its run crashed, and the session has not been closed.
    case left
    /// It cannot be sent; what is wrong with it.
    case unreadable(String)
    /// It is not a session.
    case foreign
}

/// A folder's files and their fingerprint.
struct FolderLook: Hashable, Sendable {
    /// The regular files that are not hidden, with their sizes.
    var files: [String: Int64]
    /// Changes when one of them does.
    var fingerprint: String
    /// Entries that are not regular files or could not be read, with the reason.
    var others: [String: String] = [:]

    /// Lists a folder; `nil` if it cannot be read.
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
    /// Determines whether a session can be sent.
    ///
    /// - Parameters:
    ///   - name: The name of a folder.
    ///   - place: The folder of sessions.
    /// - Returns: The answer. It comes at once, unless another machine may be writing the session: then this call waits
    ///   some seconds for a sign of that.
    static func readiness(of name: String, in place: String) -> Readiness {
        let path = place.hasSuffix("/") ? place + name : "\(place)/\(name)"
        guard FileSystem.kind(of: path) == .directory else { return .foreign }
        // rclone and age receive paths and open whatever is at the path then: another user could replace the folder by
        // a link and so have root send other files. So root refuses a folder of another user.
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
            // The run may have ended since the session was opened.
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
    /// Returns the session's own files, if all of them can be read.
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
