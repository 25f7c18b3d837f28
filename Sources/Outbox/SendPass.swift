// One pass over all sessions of a folder: sends what can be sent, oldest first, and reports why each other session
// stays. If the network is lost, the pass ends early: otherwise each of a hundred sessions would wait for its own
// timeout.

internal import SessionFolder
internal import SystemCalls
internal import Timebase

/// Sends the sessions that can be sent.
struct SendPass {
    let outbox: Outbox
    let end: any FarEnd
    let now: () -> WallInstant
    let goesOn: () -> Bool
    let tell: (SendEvent) -> Void
    /// Determines which files of a session are sent, and how.
    let pack: (OutgoingSession) -> Shipment

    /// After how many failed sessions in a row the pass checks whether the destination answers, and after how many it
    /// ends even if the destination does answer.
    private static let patience = (toAsk: 2, toEnd: 8)

    init(
        _ outbox: Outbox,
        by end: any FarEnd,
        now: @escaping () -> WallInstant,
        whileTrue goesOn: @escaping () -> Bool,
        telling tell: @escaping (SendEvent) -> Void,
        packing pack: ((OutgoingSession) -> Shipment)? = nil
    ) {
        self.outbox = outbox
        self.end = end
        self.now = now
        self.goesOn = goesOn
        self.tell = tell
        self.pack = pack ?? { Shipment(Parcel($0), by: end) }
    }

    /// Goes through all sessions.
    ///
    /// - Parameter chosen: The names to consider; all if `nil`.
    /// - Returns: The result.
    /// - Throws: When the folder of sessions cannot be read; failures of single sessions are in the report.
    func run(of chosen: Set<String>? = nil) throws(SendError) -> SendPassReport {
        var report = SendPassReport()
        var inVain = 0
        let names: [String]
        do throws(SessionError) {
            let all = try SessionList.names(in: outbox.place)
                .filter { chosen?.contains($0) ?? true }
            let tried = outbox.triedInVain
            names = all.filter { !tried.contains($0) } + all.filter { tried.contains($0) }
        } catch {
            throw SendError(error)
        }
        for name in linkedSessions() where chosen?.contains(name) ?? true {
            report.unreadable[name] =
                "\(outbox.place)/\(name): it is a link to a session; bring the session here, or send the folder that it lies in, too"
        }
        for name in names {
            guard let session = session(name, &report) else { continue }
            guard report.obstacle == nil, goesOn() else {
                report.waiting.append(name)
                continue
            }
            do throws(SendError) {
                let damaged = try send(session)
                report.sent.append(name)
                report.files += session.files.count
                report.bytes = report.bytes.addingClamped(session.bytes)
                inVain = 0
                if !session.lacks.isEmpty { report.incomplete[name] = session.lacks }
                if !damaged.isEmpty { report.damaged[name] = damaged }
                if !session.strays.isEmpty { report.strays[name] = session.strays }
            } catch {
                if error.kind == .stopped {
                    report.waiting.append(name)
                    report.obstacle = error
                    continue
                }
                report.failed[name] = error
                tell(.failed(session: name, error))
                inVain = error.kind == .passing ? inVain + 1 : 0
                if error.kind == .setUp || isHopeless(after: inVain) { report.obstacle = error }
            }
        }
        noteFailures(of: report)
        return report
    }

    /// True if the destination, rather than the sessions, is the cause of the failures.
    private func isHopeless(after inVain: Int) -> Bool {
        guard inVain >= Self.patience.toAsk else { return false }
        return inVain >= Self.patience.toEnd || (try? end.list(Parcel.flights)) == nil
    }

    /// Makes the next pass try the failed sessions last: otherwise they would keep all others from being sent.
    private func noteFailures(of report: SendPassReport) {
        let failed = Set(report.failed.keys)
        let all = outbox.triedInVain.union(failed)
        let hasUntried = report.waiting.contains { !all.contains($0) }
        outbox.triedInVain = report.obstacle == nil ? [] : hasUntried ? all : failed
    }

    /// Links to sessions that were moved elsewhere.
    private func linkedSessions() -> [String] {
        let names = (try? FileSystem.list(outbox.place)) ?? []
        return names.filter { name in
            let path = "\(outbox.place)/\(name)"
            return !name.hasPrefix(".") && FileSystem.kind(of: path) == .link
                && FileSystem.kind(of: "\(path)/\(OutgoingSession.manifest)") == .file
        }
    }

    /// The session of this name if it is to be sent now; otherwise `nil`, and the reason is added to the report.
    private func session(_ name: String, _ report: inout SendPassReport) -> OutgoingSession? {
        let state = outbox.ledger.state(of: name)
        if state.map(Self.isWithdrawn) ?? isWithdrawn(name) {
            report.withdrawn.append(name)
            return nil
        }
        if state == .sent, let look = FolderLook(at: "\(outbox.place)/\(name)"),
            outbox.ledger.isSent(name, as: look.fingerprint)
        {
            report.already += 1
            return nil
        }
        switch OutgoingSession.readiness(of: name, in: outbox.place) {
        case .ready(let session): return session
        case .live: report.live.append(name)
        case .left: report.left.append(name)
        case .unreadable(let why): report.unreadable[name] = why
        case .foreign: break
        }
        return nil
    }

    private static func isWithdrawn(_ state: SendRecord.State) -> Bool {
        state == .withdrawn || state == .toWithdraw
    }

    /// True if a session that the ledger does not know was withdrawn under another name.
    private func isWithdrawn(_ name: String) -> Bool {
        outbox.ledger.sessions(startingAs: name).contains {
            SessionList.isOfTheSameFolder($0, name)
                && outbox.ledger.state(of: $0).map(Self.isWithdrawn) == true
        }
    }
}
