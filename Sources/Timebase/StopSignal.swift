// How a thread that blocks is told to end: what it was asked, by which instant, and a bell that
// wakes it from whatever it sleeps beside.

public import SystemCalls
internal import Synchronization

/// Asks one capture thread to end.
///
/// A request only grows more urgent: to drain, then to abandon. It is never taken back.
public final class StopSignal: Sendable {
    /// What is asked.
    public enum Request: Sendable, Equatable {
        case goOn
        /// Deliver what is stamped no later than the instant, then end.
        case drain(until: BootInstant)
        /// End now.
        case abandon
    }

    /// Rings when a request is made; what sleeps on behalf of the thread sleeps beside it.
    public let bell = Doorbell()

    private let listeners = Mutex<[@Sendable () -> Void]>([])

    private static let none = Int64.max
    private static let now = Int64.min
    private let limit = Atomic<Int64>(none)

    /// A signal by which nothing is asked yet.
    public init() {}

    /// What is asked at present.
    public var request: Request {
        // Acquires what the asking thread did before it asked; pairs with `lower(to:)`.
        switch limit.load(ordering: .acquiring) {
        case Self.none: .goOn
        case Self.now: .abandon
        case let nanoseconds: .drain(until: BootInstant(nanoseconds: nanoseconds))
        }
    }

    /// Whether anything is asked: the quick look for a capture loop.
    public var isRaised: Bool { limit.load(ordering: .relaxed) != Self.none }

    /// Asks for everything stamped no later than the instant; the first such request stands.
    public func drain(until instant: BootInstant) {
        let clamped = min(max(instant.nanoseconds, Self.now + 1), Self.none - 1)
        // Releases to `request`; fails, and so changes nothing, when something was asked before.
        _ = limit.compareExchange(
            expected: Self.none,
            desired: clamped,
            ordering: .releasing
        )
        wake()
    }

    /// Asks to end at once.
    public func abandon() {
        // Releases to `request`.
        limit.store(Self.now, ordering: .releasing)
        wake()
    }

    /// Wakes by other means than the bell what sleeps in a call of the system's.
    ///
    /// - Parameter listener: Is called at each request, by whoever makes it; at once, if one was made.
    public func onRequest(_ listener: @escaping @Sendable () -> Void) {
        listeners.withLock { $0.append(listener) }
        if isRaised { listener() }
    }

    private func wake() {
        bell.ring()
        for listener in listeners.withLock({ $0 }) { listener() }
    }
}
