// What life signs report of `footfall send`. A round may take a night, so the number of waiting sessions is reported
// before it, according to the ledger, and decreases with each session sent.

internal import LifeSigns
internal import Outbox
internal import SessionFolder

/// Reports one round of sending; used on the sending thread only.
final class SendLifeSigns {
    private let teller: LifeSignTeller
    /// The sessions not known to be at the destination, the oldest first.
    private var waiting: [String]

    /// Reports how many sessions are not known to be at the destination; some of them may not be finished yet.
    init(_ teller: LifeSignTeller, of outbox: Outbox) {
        self.teller = teller
        waiting = outbox.waitingSessions()
        tell()
    }

    /// Reports an event of a session.
    func note(_ event: SendEvent) {
        switch event {
        case .begins: teller.become(.sending)
        case .sent(let session, _, _, _):
            waiting.removeAll { $0 == session }
            tell()
        case .failed, .replaced: break
        }
    }

    /// Reports how many finished sessions are not at the destination after the round.
    func end(with unsent: [String]) {
        waiting = unsent
        tell()
        teller.become(.waiting)
    }

    private func tell() {
        let outbox = LifeSign.Outbox(
            waiting: waiting.count,
            oldest: waiting.first.flatMap(SessionList.start(inName:))
        )
        teller.tell { $0.outbox = outbox }
    }
}
