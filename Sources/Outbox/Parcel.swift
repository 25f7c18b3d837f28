// The set of files that is sent as a unit: a plain session, or an encrypted one.

internal import SessionFolder

/// The files of a session, and where they go at the destination.
struct Parcel: Sendable {
    /// The local folder with the files.
    var local: String
    /// Their names, with their sizes.
    var files: [String: Int64]
    /// The name of the file that is sent last.
    var manifest: String
    /// The session's folder at the destination.
    var place: String
    /// The folder at the destination that holds the files in transit; used by this session alone.
    var flight: String
    /// The UUID of the run, to compare with the manifest at the destination; `nil` if that manifest is encrypted.
    var run: String?
    /// Returns true if the files have not changed.
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

    /// The folder at the destination that holds everything in transit.
    static let flights = ".incoming"

    /// The folder of a plain session at the destination: its name, followed by the run's UUID if the name does not
    /// identify the run.
    ///
    /// Two boards may each have a `walk1`.
    private static func place(of session: OutgoingSession) -> String {
        SessionList.isName(session.name, ofRun: session.run)
            ? session.name : "\(session.name)_\(session.run.prefix(8))"
    }

    /// A plain session.
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
