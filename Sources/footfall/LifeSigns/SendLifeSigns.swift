// What sending tells of itself in life signs. A look may take a night: how many sessions wait is told ahead of it, as
// the ledger knows them, and goes down with each that is there.

internal import LifeSigns
internal import Outbox
internal import SessionFolder

/// Tells what becomes of one look for sessions to send; the thread that sends alone has it.
final class SendLifeSigns {
    private let teller: LifeSignTeller
    /// Those that nobody knows to be there, the oldest first.
    private var waiting: [String]

    /// Tells how many sessions are not known to be there, some of which may still be recorded.
    init(_ teller: LifeSignTeller, of outbox: Outbox) {
        self.teller = teller
        waiting = outbox.waitingSessions()
        tell()
    }

    /// Tells what has become of a session.
    func note(_ event: SendEvent) {
        switch event {
        case .begins: teller.become(.sending)
        case .sent(let session, _, _, _):
            waiting.removeAll { $0 == session }
            tell()
        case .failed, .replaced: break
        }
    }

    /// Tells which sessions are over and not there, now that this is known.
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
