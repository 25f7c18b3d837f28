// One session of a pass: what the ledger records of it under any name, what is sent, and what the ledger records before
// and after.

internal import SessionFolder
internal import SystemCalls
internal import Timebase

extension SendPass {
    /// Sends a session, and records it in the ledger.
    ///
    /// - Returns: Its files whose bytes differ from those at closing.
    func send(_ session: OutgoingSession) throws(SendError) -> [String] {
        let damaged = try session.altered(whileTrue: goesOn)
        let shipment = pack(session)
        let parcel = shipment.parcel
        let earlier = earlierNames(of: session)
        let known =
            // The copy of a replaced record is gone from the destination, unless the new name has the same folder
            // there.
            outbox.ledger.record(of: session.name).flatMap { $0.state == .replaced ? nil : $0 }
            ?? earlier.first { $0.place == parcel.place }
        tell(.begins(session: session.name, files: session.files.count, bytes: session.bytes))
        if let known, known.place != parcel.place {
            // The session changes between plain and encrypted. Only this record knows the old folder, and the ledger is
            // about to replace it with the new one; so withdraw the old copy first.
            try Withdrawal(of: known, manifest: known.manifest).run(at: end)
        }
        let remembered = known.flatMap { $0.place == parcel.place ? $0 : nil }
        var record = SendRecord(
            session: session.name,
            place: parcel.place,
            flight: parcel.flight,
            state: .begun,
            run: session.run,
            fingerprint: session.fingerprint,
            // Includes the files that were there before: those that no longer exist here are then deleted there.
            files: (remembered?.files ?? [:]).merging(shipment.filesThere()) { _, new in new },
            date: TimestampText.format(now())
        )
        let begun = record
        let transfer = SessionTransfer(
            end: shipment.end,
            parcel: parcel,
            record: shipment.namedHere(remembered ?? (parcel.run == nil ? begun : nil)),
            shownPlace: outbox.destination.shownPlace(parcel.place),
            onBegin: { () throws(SendError) in try noteOnce(begun) }
        )
        record.verifiedBy = try transfer.run()
        record.state = .sent
        record.files = shipment.filesThere()
        record.damaged = damaged.isEmpty ? nil : damaged
        record.date = TimestampText.format(now())
        try replace(earlier, by: record)
        try outbox.ledger.note(record)
        tell(
            .sent(
                session: session.name,
                files: session.files.count,
                bytes: session.bytes,
                verifiedBy: record.verifiedBy ?? Comparison.readBack
            )
        )
        return damaged
    }

    /// Records that sending has begun; writes no second line for a session that fails in each pass.
    private func noteOnce(_ record: SendRecord) throws(SendError) {
        var known = outbox.ledger.record(of: record.session)
        known?.date = record.date
        if known != record { try outbox.ledger.note(record) }
    }

    /// The ledger's records of the session under names that it had before an amendment.
    private func earlierNames(of session: OutgoingSession) -> [SendRecord] {
        outbox.ledger.sessions(startingAs: session.name).filter { name in
            name != session.name
                && SessionList.isOfTheSameFolder(name, session.name)
                && FileSystem.kind(of: "\(outbox.place)/\(name)") == .missing
        }.compactMap { outbox.ledger.record(of: $0) }
            .filter { $0.run == session.run && ($0.state == .sent || $0.state == .begun) }
    }

    /// Withdraws the copies under earlier names: such a name still shows what the amendment corrected.
    private func replace(_ earlier: [SendRecord], by record: SendRecord) throws(SendError) {
        for var old in earlier {
            // An encrypted session keeps its folder whatever its name.
            if old.place != record.place {
                try Withdrawal(of: old, manifest: old.manifest).run(at: end)
            }
            old.state = .replaced
            old.date = TimestampText.format(now())
            try outbox.ledger.note(old)
            tell(.replaced(session: record.session, earlier: old.session))
        }
    }
}
