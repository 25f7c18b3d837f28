// A session that goes encrypted: where it lies there, and under which names.

/// What encrypts sessions on their way.
public final class SessionEncryption {
    private let age: AgeProgram
    private let store: EncryptedFilesStore
    private let isStopped: () -> Bool

    /// Encryption for these readers, noted in an outbox.
    public init(
        to recipients: AgeRecipients,
        in outbox: Outbox,
        unless isStopped: @escaping () -> Bool
    ) throws(SendError) {
        age = AgeProgram(to: recipients)
        store = try EncryptedFilesStore(inOutbox: outbox.path)
        self.isStopped = isStopped
    }

    /// Who can read what is sent.
    var readers: [String] { age.recipients.keys }

    /// Looks whether there is age, and whether it takes the keys.
    public func open() throws(SendError) { try age.tryOut(unless: isStopped) }

    /// What goes, and the end by which it goes.
    func shipment(_ session: OutgoingSession, by end: any SummingEnd) -> Shipment {
        var parcel = Parcel(session)
        parcel.place = EncryptedName.name(for: session.name, run: session.run)
        parcel.flight = "\(Parcel.flights)/\(parcel.place)"
        // Whose manifest is there nobody here can read: its place is of this run alone.
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

    /// Forgets a session that is there no more, or is not to be sent again.
    func forget(_ place: String) { store.forget(place) }
}

extension SendRecord {
    /// Whether its files are there encrypted: their names there say so.
    var isEncrypted: Bool { files[OutgoingSession.manifest + AgeProgram.suffix] != nil }

    /// What comes last of it there, and goes first.
    var manifest: String {
        isEncrypted ? OutgoingSession.manifest + AgeProgram.suffix : OutgoingSession.manifest
    }
}
