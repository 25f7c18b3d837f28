// Asks a capture thread to end, at once or after a given instant, and wakes the thread from any wait.

public import SystemCalls
internal import Synchronization

/// Asks one capture thread to end.
///
/// A request only grows more urgent: to drain, then to abandon. It is never taken back.
public final class StopSignal: Sendable {
    /// What is asked.
    public enum Request: Sendable, Equatable {
        case goOn
        /// Deliver what is timestamped no later than the instant, then end.
        case drain(until: BootInstant)
        /// End now.
        case abandon
    }

    /// Signalled at each request; the capture thread includes it in every wait.
    public let wakeEvent = WakeEvent()

    private let listeners = Mutex(Listeners())

    private struct Listeners {
        var known: [Int: @Sendable () -> Void] = [:]
        var made = 0
    }

    private static let none = Int64.max
    private static let now = Int64.min
    private let limit = Atomic<Int64>(none)

    /// A signal without a request.
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

    /// Whether anything is asked: the quick check for a capture loop.
    public var isRaised: Bool { limit.load(ordering: .relaxed) != Self.none }

    /// Asks for everything timestamped no later than the instant; an earlier request stays in force.
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

    /// Registers a closure for threads that block in a system call, where `wakeEvent` cannot wake them.
    ///
    /// - Parameter listener: Called at each request, on the thread that makes it; called at once if one was already
    ///   made.
    /// - Returns: A handle that ends the listening; without it, listening lasts as long as the signal.
    @discardableResult
    public func onRequest(_ listener: @escaping @Sendable () -> Void) -> StopListening {
        let number = listeners.withLock { listeners in
            listeners.made += 1
            listeners.known[listeners.made] = listener
            return listeners.made
        }
        if isRaised { listener() }
        return StopListening(to: self, number)
    }

    fileprivate func forget(_ number: Int) {
        // The listener is released after the lock is open: releasing it may run any code.
        _ = listeners.withLock { $0.known.removeValue(forKey: number) }
    }

    private func wake() {
        wakeEvent.signal()
        let known = listeners.withLock { $0.known }
        for number in known.keys.sorted() { known[number]?() }
    }
}

/// A registration with a stop signal.
public final class StopListening: Sendable {
    private let number: Int
    // Weak, so that the owner of a listener does not keep the signal alive.
    private weak let signal: StopSignal?

    fileprivate init(to signal: StopSignal, _ number: Int) {
        self.signal = signal
        self.number = number
    }

    /// Stops listening and releases the listener.
    ///
    /// A request that is being made at this moment may still call the listener once.
    public func cancel() { signal?.forget(number) }
}
