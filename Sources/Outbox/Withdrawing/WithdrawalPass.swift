// Withdraws sessions from one destination: deletes the copies there of all sessions that were just requested, or whose
// withdrawal failed before. Until all of a session's copy is deleted, the ledger lists the session as to be withdrawn,
// and no sender sends it.

internal import SessionFolder
internal import SystemCalls
public import Timebase

/// The result of withdrawing.
public struct WithdrawalReport: Hashable, Sendable {
    /// Sessions whose copies are deleted.
    public var done: [String] = []
    /// Sessions that could not be withdrawn yet, with the error.
    public var failed: [String: SendError] = [:]
    /// Names unknown to the ledger and to the destination, with folders of the destination that the user may have
    /// meant.
    public var notFound: [String: [String]] = [:]
    /// The error that prevented reading the requests, if any.
    public var obstacle: SendError?

    /// A report without requests.
    public init() {}

    /// True if nothing is left to withdraw, and every request was found.
    public var isDone: Bool { failed.isEmpty && notFound.isEmpty && obstacle == nil }
}

/// Deletes the copies of sessions at one destination.
public struct WithdrawalPass {
    private let outbox: Outbox
    private let farEnd: any FarEnd
    private let now: () -> WallInstant

    /// Prepares to delete the copies of an outbox's sessions with rclone; the caller holds the outbox's lock.
    ///
    /// - Throws: When rclone is not installed, or does not know the destination.
    public init(
        _ outbox: Outbox,
        by settings: RcloneSettings,
        now: @escaping () -> WallInstant
    ) throws(SendError) {
        let end = try RcloneEnd(of: outbox, settings, whileTrue: { true })
        try end.open()
        self.init(outbox, by: end, now: now)
    }

    /// Prepares to delete the copies of an outbox's sessions at `farEnd`; the caller holds the outbox's lock.
    init(_ outbox: Outbox, by farEnd: any FarEnd, now: @escaping () -> WallInstant) {
        (self.outbox, self.farEnd, self.now) = (outbox, farEnd, now)
    }

    /// Withdraws all sessions that are to be withdrawn.
    ///
    /// - Parameter mayContinue: Called before each session; once it returns false, no further session is tried.
    /// - Returns: The result.
    public func run(whileTrue mayContinue: () -> Bool) -> WithdrawalReport {
        var report = WithdrawalReport()
        do throws(SendError) {
            try takeRequests()
        } catch {
            report.obstacle = error
        }
        // A conflict concerns one session. After any other failure, such as a lost network, the rest is not tried.
        var reasonToStop: SendError?
        for session in outbox.ledger.sessions(in: .toWithdraw) {
            if reasonToStop == nil, !mayContinue() { reasonToStop = .stopped(session) }
            if let reasonToStop {
                report.failed[session] = reasonToStop
                continue
            }
            guard var record = outbox.ledger.record(of: session) else { continue }
            do throws(SendError) {
                let likely = try withdraw(record)
                record.state = .withdrawn
                record.date = TimestampText.format(now())
                try outbox.ledger.note(record)
                if let likely {
                    report.notFound[session] = likely
                } else {
                    report.done.append(session)
                }
            } catch {
                report.failed[session] = error
                if error.kind != .conflict { reasonToStop = error }
            }
        }
        return report
    }

    /// Copies the requests into the ledger.
    private func takeRequests() throws(SendError) {
        let requests = try WithdrawalRequests(of: outbox.place, at: outbox.destination)
        for session in try requests.sessions {
            var records = records(ofTheRunOf: session)
            if records.allSatisfy({ $0.state == .replaced }) {
                let unsent = makeRecord(of: session, place: session, flight: "", files: [:])
                records = [unsent] + records.filter { $0.session != session }
            }
            for var record in records {
                // A session that is withdrawn already is withdrawn again: somebody may have copied it there again. A
                // replaced record has nothing to delete: its copy was deleted when it was replaced, or the record of
                // the session's new name has the same folder.
                record.state = record.state == .replaced ? .withdrawn : .toWithdraw
                record.date = TimestampText.format(now())
                try outbox.ledger.note(record)
            }
            requests.remove(session)
        }
    }

    /// The ledger's records of a session under all its names; those that may still have a copy come first.
    private func records(ofTheRunOf session: String) -> [SendRecord] {
        let ledger = outbox.ledger
        let own = ledger.record(of: session)
        // Names that begin at the same second, and names that a user chose.
        let names = ledger.sessions(startingAs: session) + ledger.sessions(startingAs: "")
        let others = Set(names).subtracting([session]).sorted().compactMap { name -> SendRecord? in
            guard let record = ledger.record(of: name) else { return nil }
            if SessionList.isOfTheSameFolder(name, session) { return record }
            guard let own, !own.run.isEmpty, own.run == record.run else { return nil }
            // A session of the same run that still has a folder and another copy is one of its own.
            let hasFolder = FileSystem.kind(of: "\(outbox.place)/\(name)") != .missing
            return own.place == record.place || !hasFolder ? record : nil
        }
        let all = (own.map { [$0] } ?? []) + others
        return all.filter { $0.state != .replaced } + all.filter { $0.state == .replaced }
    }

    /// Withdraws one session.
    ///
    /// - Returns: `nil` if its copy is deleted. If neither the ledger nor the destination knows the session: folders
    ///   of the destination that the user may have meant.
    private func withdraw(_ record: SendRecord) throws(SendError) -> [String]? {
        // A record without a transit folder was made for a request to withdraw a session that the ledger does not
        // contain.
        guard !record.flight.isEmpty else {
            if try withdrawByName(record.session) { return nil }
            guard let folders = try farEnd.topFolders() else { throw destinationIsGone }
            return Self.likely(record.session, among: folders)
        }
        if try Withdrawal(of: record, manifest: record.manifest).run(at: farEnd) { return nil }
        try requireDestination(besides: record)
        return nil
    }

    /// Throws if this may be the wrong destination: no copy of the session was found, nor one of other sent sessions.
    private func requireDestination(besides record: SendRecord) throws(SendError) {
        let ledger = outbox.ledger
        let sent = ledger.sessions(in: .sent) + ledger.sessions(in: .kept)
        let others = sent.suffix(Self.otherSessions)
            .compactMap { ledger.record(of: $0) }.filter { $0.place != record.place }
        for other in others {
            if try !farEnd.list(other.place).isEmpty { return }
        }
        guard others.isEmpty else { throw destinationIsGone }
        guard try farEnd.topFolders() != nil else { throw destinationIsGone }
    }

    /// How many other sessions are looked up to recognise the destination.
    private static let otherSessions = 3

    private var destinationIsGone: SendError {
        SendError(
            .conflict,
            "no copy of the session is found there, nor of others that were sent: "
                + "the storage is not connected, or is another one",
            where: outbox.destination.shown,
            remedy: "connect the storage that the sessions were sent to; the withdrawal is then "
                + "tried again"
        )
    }

    /// Folders of the destination with the same start, or of the same run.
    static func likely(_ session: String, among folders: [String]) -> [String] {
        guard let run = SessionList.run(inName: session) else { return [] }
        // The start is what a name has before its first underscore.
        let start = session.prefix { $0 != "_" }
        return Array(folders.filter { $0.hasPrefix(start) || $0.contains(run) }.prefix(3))
    }

    /// Withdraws a session of which only the name is known, as the user gave it.
    ///
    /// - Returns: True if anything of it was at the destination.
    private func withdrawByName(_ session: String) throws(SendError) -> Bool {
        let plain = OutgoingSession.manifest
        let found = try farEnd.list(session)
        var wasFound = false
        if found[plain] != nil {
            guard let run = SessionTransfer.run(in: try farEnd.read(plain, in: session)),
                SessionList.isName(session, ofRun: run)
            else {
                throw SendError(
                    .conflict,
                    "the manifest in this folder is not of the session that the folder's name belongs to",
                    where: outbox.destination.shownPlace(session),
                    remedy: "look at the folder, and delete it yourself if it is the session's"
                )
            }
            let flight = "\(Parcel.flights)/\(session).\(run)"
            let record = makeRecord(of: session, place: session, flight: flight, files: found)
            wasFound = try Withdrawal(of: record, manifest: plain).run(at: farEnd)
        } else if !found.isEmpty {
            throw SendError(
                .conflict,
                "the folder has files but no manifest, and no record here shows that they are the session's",
                where: outbox.destination.shownPlace(session),
                remedy: "look at the files, and delete them yourself if they are the session's"
            )
        }
        // An encrypted session's folder name follows from its own name, unless a user has renamed it.
        guard let place = EncryptedName.name(for: session) else { return wasFound }
        let flight = "\(Parcel.flights)/\(place)"
        let files = try farEnd.list(place).filter { $0.key.hasSuffix(AgeProgram.suffix) }
        let record = makeRecord(of: session, place: place, flight: flight, files: files)
        let manifest = plain + AgeProgram.suffix
        return try Withdrawal(of: record, manifest: manifest).run(at: farEnd) || wasFound
    }

    /// Makes a record of a session that the ledger does not know.
    ///
    /// - Parameters:
    ///   - session: The session's name.
    ///   - place: The session's folder at the destination.
    ///   - flight: The destination's folder for files in transit.
    ///   - files: The files to delete, with their sizes.
    /// - Returns: A record of a copy that is to be withdrawn.
    private func makeRecord(
        of session: String,
        place: String,
        flight: String,
        files: [String: Int64]
    ) -> SendRecord {
        SendRecord(
            session: session,
            place: place,
            flight: flight,
            state: .toWithdraw,
            run: "",
            fingerprint: "",
            files: files,
            date: ""
        )
    }
}
