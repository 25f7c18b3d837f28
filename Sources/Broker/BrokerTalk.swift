// The state of the conversation with one child; used only by the line's thread. Each method receives the present time,
// so that its decisions can be tested without a clock.

internal import SystemCalls

/// One call of a broker, from the parent's side.
struct BrokerTalk {
    /// The meaning of a message from the child.
    enum Step: Sendable, Hashable {
        case event(BrokerSubscription.Event)
        case connected
        case taken(UInt64)
        case left
    }

    /// Why the conversation ends.
    enum Ending: Error, Sendable, Hashable {
        case failed(CallFailure)
        case crashed(String)
    }

    private let limits: BrokerLimits
    private var hail: ChildHail
    private var unsaid: [[UInt8]]
    private let start: Int64
    /// True if this call subscribes to messages; if not, a well-behaved child reports none.
    private let isToHear: Bool
    private(set) var connectedSince: Int64?
    private var lastHeard: Int64?

    /// After this much silence, in nanoseconds, all retained messages count as received.
    static let silence: Int64 = 1_000_000_000
    /// The most orders that may wait for the child; if more wait, the child counts as crashed.
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

    /// Sends waiting orders, as far as the child accepts them.
    mutating func speak(_ send: ([UInt8]) throws(SystemError) -> Void) throws(Ending) {
        guard unsaid.count <= Self.mostUnsaid else { throw .crashed("it takes no more orders") }
        while let next = unsaid.first {
            do throws(SystemError) {
                try send(next)
            } catch {
                // If the child is gone, the next `receive` reports its exit status, which says more than this error.
                guard [.again, .brokenPipe, .connectionReset].contains(error.errno) else {
                    throw .crashed("\(error)")
                }
                return
            }
            unsaid.removeFirst()
        }
    }

    /// True if all orders have been sent.
    var isSaid: Bool { unsaid.isEmpty }

    /// Interprets a message from the child.
    mutating func hear(_ bytes: [UInt8], at now: Int64) throws(Ending) -> Step? {
        hail.hear(at: now)
        guard let report = try? BrokerReport(bytes) else {
            throw .crashed("it sends an unknown message")
        }
        switch report {
        case .hears where !isToHear, .heard where !isToHear, .tooLong where !isToHear:
            throw .crashed("it sends messages without a subscription")
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
        case .resolved: throw .crashed("it sends an answer without a question")
        }
    }

    /// Returns the event that is due at this time, if any.
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

    /// How long until `look` may have something to report.
    func patience(at now: Int64) -> Duration {
        var patience = min(hail.patience(at: now), .seconds(1))
        if !isSaid { patience = min(patience, .milliseconds(5)) }
        if let last = lastHeard {
            patience = min(patience, .nanoseconds(max(1_000_000, last + Self.silence - now)))
        }
        return patience
    }
}
