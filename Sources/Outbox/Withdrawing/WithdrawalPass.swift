// Withdraws sessions from one destination: those just asked for, and those that failed before. Until all of a session
// is gone there, the ledger lists it as to be withdrawn, and no sender sends it meanwhile.

internal import SessionFolder
internal import SystemCalls
public import Timebase

/// The result of withdrawing.
public struct WithdrawalReport: Hashable, Sendable {
    /// Sessions of which nothing is left at the destination.
    public var done: [String] = []
    /// Sessions that could not be withdrawn yet, with the error.
    public var failed: [String: SendError] = [:]
    /// Names unknown to the ledger and to the destination, with folders there that the user may have meant.
    public var notFound: [String: [String]] = [:]
    /// The error that prevented reading the requests, if any.
    public var obstacle: SendError?

    /// A report without requests.
    public init() {}

    /// True if nothing is left to withdraw, and every request was found.
    public var isDone: Bool { failed.isEmpty && notFound.isEmpty && obstacle == nil }
}

/// Withdraws sessions from one destination.
public struct WithdrawalPass {
    private let outbox: Outbox
    private let end: any FarEnd
    private let now: () -> WallInstant

    /// For an outbox, whose lock the caller holds, by rclone.
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

    /// For an outbox, whose lock the caller holds, and its destination.
    init(_ outbox: Outbox, by end: any FarEnd, now: @escaping () -> WallInstant) {
        (self.outbox, self.end, self.now) = (outbox, end, now)
    }

    /// Withdraws all sessions that are to be withdrawn.
    ///
    /// - Parameter goesOn: Checked before each session.
    /// - Returns: The result.
    public func run(whileTrue goesOn: () -> Bool) -> WithdrawalReport {
        var report = WithdrawalReport()
        do throws(SendError) {
            try takeRequests()
        } catch {
            report.obstacle = error
        }
        // After a failure that is no conflict, such as a lost network, the remaining sessions are not tried.
        var obstacle: SendError?
        for session in outbox.ledger.sessions(in: .toWithdraw) {
            if obstacle == nil, !goesOn() { obstacle = .stopped(session) }
            if let obstacle {
                report.failed[session] = obstacle
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
                if error.kind != .conflict { obstacle = error }
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
                let nothing = named(session, place: session, flight: "", files: [:])
                records = [nothing] + records.filter { $0.session != session }
            }
            for var record in records {
                // Also applies to a session withdrawn before: it may have been put there again. A replaced record needs
                // no withdrawal: its copy was deleted then, and if its folder is still in use, another record has it.
                record.state = record.state == .replaced ? .withdrawn : .toWithdraw
                record.date = TimestampText.format(now())
                try outbox.ledger.note(record)
            }
            requests.remove(session)
        }
    }

    /// The ledger's records of a session under all its names; those still at the destination come first.
    private func records(ofTheRunOf session: String) -> [SendRecord] {
        let ledger = outbox.ledger
        let own = ledger.record(of: session)
        let near = ledger.sessions(startingAs: session) + ledger.sessions(startingAs: "")
        let others = Set(near).subtracting([session]).sorted().compactMap { name -> SendRecord? in
            guard let record = ledger.record(of: name) else { return nil }
            if SessionList.isOfTheSameFolder(name, session) { return record }
            guard let own, !own.run.isEmpty, own.run == record.run else { return nil }
            let isHere = FileSystem.kind(of: "\(outbox.place)/\(name)") != .missing
            return own.place == record.place || !isHere ? record : nil
        }
        let all = (own.map { [$0] } ?? []) + others
        return all.filter { $0.state != .replaced } + all.filter { $0.state == .replaced }
    }

    /// Withdraws one session.
    ///
    /// - Returns: `nil` if that is done. If neither ledger nor destination knows the session: folders there that the
    ///   user may have meant.
    private func withdraw(_ record: SendRecord) throws(SendError) -> [String]? {
        guard !record.flight.isEmpty else {
            if try withdrawByName(record.session) { return nil }
            guard let folders = try end.topFolders() else { throw destinationIsGone }
            return Self.likely(record.session, among: folders)
        }
        if try Withdrawal(of: record, manifest: record.manifest).run(at: end) { return nil }
        try requireDestination(besides: record)
        return nil
    }

    /// Throws if the session is not there, and nothing else shows that this is the right destination.
    private func requireDestination(besides record: SendRecord) throws(SendError) {
        let ledger = outbox.ledger
        let others = (ledger.sessions(in: .sent) + ledger.sessions(in: .kept)).suffix(
            Self.witnesses
        )
        .compactMap { ledger.record(of: $0) }.filter { $0.place != record.place }
        for other in others {
            if try !end.list(other.place).isEmpty { return }
        }
        guard others.isEmpty else { throw destinationIsGone }
        guard try end.topFolders() != nil else { throw destinationIsGone }
    }

    /// How many other sessions are looked up for that.
    private static let witnesses = 3

    private var destinationIsGone: SendError {
        SendError(
            .conflict,
            "it is not found there, nor is anything else that was sent: the destination is away, or another",
            where: outbox.destination.shown,
            remedy: "see that the storage is there; it is tried again"
        )
    }

    /// Folders there with the same start, or of the same run.
    static func likely(_ session: String, among folders: [String]) -> [String] {
        guard SessionList.start(inName: session) != nil else { return [] }
        let run = session.split(separator: "_").last { $0.utf8.count == 8 } ?? "-"
        return Array(
            folders.filter { $0.hasPrefix(session.prefix(18)) || $0.contains(run) }.prefix(3)
        )
    }

    /// Withdraws a session of which only the name is known, as the user gave it.
    ///
    /// - Returns: True if anything of it was there.
    private func withdrawByName(_ session: String) throws(SendError) -> Bool {
        let plain = OutgoingSession.manifest
        let there = try end.list(session)
        var wasThere = false
        if there[plain] != nil {
            guard let run = SessionTransfer.run(in: try end.read(plain, in: session)),
                SessionList.tells(session, ofRun: run)
            else {
                throw SendError(
                    .conflict,
                    "its manifest there is not that of a run which this name tells of",
                    where: outbox.destination.shownPlace(session),
                    remedy: "see what it is; delete it there yourself"
                )
            }
            let flight = "\(Parcel.flights)/\(session).\(run)"
            let record = named(session, place: session, flight: flight, files: there)
            wasThere = try Withdrawal(of: record, manifest: plain).run(at: end)
        } else if !there.isEmpty {
            throw SendError(
                .conflict,
                "it has files there but no manifest, and nothing here tells that they are the session's",
                where: outbox.destination.shownPlace(session),
                remedy: "see what they are; delete them there yourself"
            )
        }
        // An encrypted session's folder name follows from its own name, unless a user has renamed it.
        guard let place = EncryptedName.name(for: session) else { return wasThere }
        let flight = "\(Parcel.flights)/\(place)"
        let files = try end.list(place).filter { $0.key.hasSuffix(AgeProgram.suffix) }
        let record = named(session, place: place, flight: flight, files: files)
        let manifest = plain + AgeProgram.suffix
        return try Withdrawal(of: record, manifest: manifest).run(at: end) || wasThere
    }

    private func named(
        _ session: String,
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
