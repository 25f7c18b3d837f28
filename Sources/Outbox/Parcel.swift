// What goes to the other end as one: a session as it lies, or as somebody has wrapped it up.

internal import SessionFolder

/// The files of a session, as they are to lie there.
struct Parcel: Sendable {
    /// The folder here that has the files.
    var local: String
    /// Their names, with their sizes.
    var files: [String: Int64]
    /// Which of them comes last.
    var manifest: String
    /// The folder there.
    var place: String
    /// The folder there that has them while they are on their way; no other session's.
    var flight: String
    /// The UUID of the run, where the manifest there tells whose it is; `nil` where nobody can read it.
    var run: String?
    /// Whether the files are what they were.
    var isUnchanged: @Sendable () -> Bool

    init(
        local: String,
        files: [String: Int64],
        manifest: String,
        place: String,
        flight: String,
        run: String?,
        isUnchanged: @escaping @Sendable () -> Bool
    ) {
        self.local = local
        self.files = files
        self.manifest = manifest
        self.place = place
        self.flight = flight
        self.run = run
        self.isUnchanged = isUnchanged
    }

    /// The folder there in which everything is on its way.
    static let flights = ".incoming"

    /// The folder there of a session that goes as it lies: its name, and where that does not tell its run, the run.
    ///
    /// Two boards may each have a `walk1`.
    private static func place(of session: OutgoingSession) -> String {
        SessionList.tells(session.name, ofRun: session.run)
            ? session.name : "\(session.name)_\(session.run.prefix(8))"
    }

    /// A session as it lies.
    init(_ session: OutgoingSession) {
        let (path, fingerprint) = (session.path, session.fingerprint)
        self.init(
            local: path,
            files: session.files,
            manifest: OutgoingSession.manifest,
            place: Self.place(of: session),
            flight: "\(Self.flights)/\(session.name).\(session.run)",
            run: session.run,
            isUnchanged: { FolderLook(at: path)?.fingerprint == fingerprint }
        )
    }
}
