// One session of a look: what is known of it by whatever name, what goes, and what the ledger is told before and after.

internal import SessionFolder
internal import SystemCalls
internal import Timebase

extension SendPass {
    /// Sends one, and notes it.
    ///
    /// - Returns: Its files that have other bytes than when they were closed.
    func send(_ session: OutgoingSession) throws(SendError) -> [String] {
        let damaged = try session.altered(whileTrue: goesOn)
        let shipment = pack(session)
        let parcel = shipment.parcel
        let earlier = earlierNames(of: session)
        let known =
            // What was replaced is there no more, unless what has replaced it has its place.
            outbox.ledger.record(of: session.name).flatMap { $0.state == .replaced ? nil : $0 }
            ?? earlier.first { $0.place == parcel.place }
        tell(.begins(session: session.name, files: session.files.count, bytes: session.bytes))
        if let known, known.place != parcel.place {
            // It goes encrypted now, or does no more. Until the ledger has the new place, it alone knows the old one.
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
            // Also what it had there: that goes when it is here no more.
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

    /// Notes that it begins; a session that is refused at each look has one line all the same.
    private func noteOnce(_ record: SendRecord) throws(SendError) {
        var known = outbox.ledger.record(of: record.session)
        known?.date = record.date
        if known != record { try outbox.ledger.note(record) }
    }

    /// What the ledger has of the session under names that an amendment has changed since.
    private func earlierNames(of session: OutgoingSession) -> [SendRecord] {
        outbox.ledger.sessions(startingAs: session.name).filter { name in
            name != session.name
                && SessionList.isOfTheSameFolder(name, session.name)
                && FileSystem.kind(of: "\(outbox.place)/\(name)") == .missing
        }.compactMap { outbox.ledger.record(of: $0) }
            .filter { $0.run == session.run && ($0.state == .sent || $0.state == .begun) }
    }

    /// What is there under an earlier name tells what was wrong.
    private func replace(_ earlier: [SendRecord], by record: SendRecord) throws(SendError) {
        for var old in earlier {
            // An encrypted session has one place, whatever its name.
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
