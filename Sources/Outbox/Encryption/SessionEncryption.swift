// Encrypts sessions while they are sent: determines their folder and file names at the destination.

/// Encrypts sessions while they are sent.
public final class SessionEncryption {
    private let age: AgeProgram
    private let store: EncryptedFilesStore
    private let isStopped: () -> Bool

    /// Encrypts to these recipients, and keeps its notes in an outbox.
    public init(
        to recipients: AgeRecipients,
        in outbox: Outbox,
        unless isStopped: @escaping () -> Bool
    ) throws(SendError) {
        age = AgeProgram(to: recipients)
        store = try EncryptedFilesStore(inOutbox: outbox.path)
        self.isStopped = isStopped
    }

    /// The recipients, who can decrypt what is sent.
    var readers: [String] { age.recipients.keys }

    /// Checks that age is installed and accepts the keys.
    public func open() throws(SendError) { try age.tryOut(unless: isStopped) }

    /// Returns the files of a session under their folder name at the destination, and the adapter that encrypts them.
    func shipment(_ session: OutgoingSession, by end: any SummingEnd) -> Shipment {
        var parcel = Parcel(session)
        parcel.place = EncryptedName.name(for: session.name, run: session.run)
        parcel.flight = "\(Parcel.flights)/\(parcel.place)"
        // Nobody here can decrypt the manifest there, but the folder's name is unique to this run.
        parcel.run = nil
        let encrypting = EncryptingEnd(
            end,
            by: age,
            noting: store,
            place: parcel.place,
            unless: isStopped
        )
        return Shipment(
            parcel,
            by: encrypting,
            suffix: AgeProgram.suffix,
            sizeThere: { encrypting.encryptedSize(of: $0) }
        )
    }

    /// Deletes the note on a session whose copy is gone from the destination, or that is not to be sent again.
    func forget(_ place: String) { store.forget(place) }
}

extension SendRecord {
    /// True if the record's files are encrypted, which their names show.
    var isEncrypted: Bool { files[OutgoingSession.manifest + AgeProgram.suffix] != nil }

    /// The name of the manifest at the destination: sent last, withdrawn first.
    var manifest: String {
        isEncrypted ? OutgoingSession.manifest + AgeProgram.suffix : OutgoingSession.manifest
    }
}
