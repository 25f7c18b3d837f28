// What is said between a connection and one child, as far as it has not been said yet; the thread of the line alone
// has it. Each look takes the time that it is, so that what it decides does not depend on when it is asked.

internal import SystemCalls

/// One call of a broker, from the parent's side.
struct BrokerTalk {
    /// What a message of the child's has come to.
    enum Step: Sendable, Hashable {
        case event(BrokerSubscription.Event)
        case connected
        case taken(UInt64)
        case left
    }

    /// Why a talk ends.
    enum Ending: Error, Sendable, Hashable {
        case failed(CallFailure)
        case crashed(String)
    }

    private let limits: BrokerLimits
    private var hail: ChildHail
    private var unsaid: [[UInt8]]
    private let start: Int64
    /// Whether anything was asked for; of what was not, a child that is well tells nothing.
    private let isToHear: Bool
    private(set) var connectedSince: Int64?
    private var lastHeard: Int64?

    /// As much silence after the last message that a broker keeps means that there is none left.
    static let silence: Int64 = 1_000_000_000
    /// A child that hears nothing any more is none.
    static let mostUnsaid = 256

    init(_ call: BrokerCall, _ limits: BrokerLimits, _ hail: ChildHail, at now: Int64) {
        self.limits = limits
        self.hail = hail
        unsaid = call.orders.map(\.bytes)
        start = now
        isToHear = call.filter != nil
        self.hail.begin(at: now)
    }

    var isConnected: Bool { connectedSince != nil }

    mutating func say(_ order: BrokerOrder) { unsaid.append(order.bytes) }

    /// Has what is unsaid go, as far as it is taken.
    mutating func speak(_ send: ([UInt8]) throws(SystemError) -> Void) throws(Ending) {
        guard unsaid.count <= Self.mostUnsaid else { throw .crashed("it hears nothing any more") }
        while let next = unsaid.first {
            do throws(SystemError) {
                try send(next)
            } catch {
                // Of one that is gone, its end says more.
                guard [.again, .brokenPipe, .connectionReset].contains(error.errno) else {
                    throw .crashed("\(error)")
                }
                return
            }
            unsaid.removeFirst()
        }
    }

    /// Whether all has been said.
    var isSaid: Bool { unsaid.isEmpty }

    /// What a message of the child's means.
    mutating func hear(_ bytes: [UInt8], at now: Int64) throws(Ending) -> Step? {
        hail.hear(at: now)
        guard let report = try? BrokerReport(bytes) else {
            throw .crashed("it says what means nothing")
        }
        switch report {
        case .hears where !isToHear, .heard where !isToHear, .tooLong where !isToHear:
            throw .crashed("it tells what nobody has asked for")
        case .connected:
            guard connectedSince == nil else { throw .crashed("it connects twice") }
            connectedSince = now
            return .connected
        case .taken(let id): return .taken(id)
        case .hears:
            lastHeard = now
            return nil
        case .heard(let message):
            if lastHeard != nil, message.isKept { lastHeard = now }
            return .event(.message(message))
        case .tooLong: return .event(.tooLong)
        case .failed(let failure): throw .failed(failure)
        case .left: return .left
        case .present: return nil
        case .resolved: throw .crashed("it answers what nobody asked")
        }
    }

    /// Looks what the time has brought.
    mutating func look(at now: Int64) throws(Ending) -> BrokerSubscription.Event? {
        switch hail.look(at: now) {
        case nil: break
        case .hail: say(.hail)
        case .giveUp: throw .crashed("it hangs: it has not answered for \(hail.limit)")
        }
        if connectedSince == nil, now - start >= limits.answer.wholeNanoseconds {
            throw .failed(.silent)
        }
        guard let last = lastHeard, now - last >= Self.silence else { return nil }
        lastHeard = nil
        return .settled
    }

    /// After how long there is something to look at again.
    func patience(at now: Int64) -> Duration {
        var patience = min(hail.patience(at: now), .seconds(1))
        if !isSaid { patience = min(patience, .milliseconds(5)) }
        if let last = lastHeard {
            patience = min(patience, .nanoseconds(max(1_000_000, last + Self.silence - now)))
        }
        return patience
    }
}
