// What a board says to its broker. Whoever says something never waits: a thread of its own hands it to a child without
// rights, which alone speaks to the network. What the broker has not taken yet stays here, the newest of each topic.

public import SystemCalls

/// A connection to a broker that keeps itself up.
///
/// Letting go of it closes it; the broker then tells the others this board's last will.
public final class BrokerConnection: Sendable {
    private let line: BrokerLine

    /// A connection that calls nobody before it is started.
    ///
    /// - Parameters:
    ///   - address: Where the broker is.
    ///   - identifier: Who this board is among the broker's clients: two of the same name throw each other out.
    ///   - will: What the broker tells the others when this board is gone without a farewell.
    ///   - limits: How patient it is.
    ///   - program: The program that serves as a child, in place of the one for all children.
    /// - Throws: `BrokerAddressError` for a file that cannot be used, `SystemError` where no descriptor is left.
    public convenience init(
        _ address: BrokerAddress,
        identifier: String,
        will: BrokerMessage?,
        limits: BrokerLimits = BrokerLimits(),
        program: String? = nil
    ) throws {
        let role = BrokerRole.publishing(identifier: identifier, will: will)
        self.init(try BrokerLine(address, role, limits, program))
    }

    init(_ line: BrokerLine) { self.line = line }

    /// Calls the broker from now on, until it is closed; a connection is started once.
    ///
    /// - Parameter onState: Is called by the connection's own thread at each change; it must not wait.
    /// - Throws: Where the system has no room for a thread.
    public func start(
        _ onState: @escaping @Sendable (BrokerState) -> Void = { _ in }
    ) throws(SystemError) {
        try line.start { event in
            if case .state(let state) = event { onState(state) }
        }
    }

    deinit { line.post(.close) }

    /// How it stands now.
    public var state: BrokerState { line.state }

    /// Says something, which replaces what was said under the same topic; it never waits.
    ///
    /// - Returns: `false` where there are too many topics: the message is dropped.
    @discardableResult
    public func publish(_ message: BrokerMessage) -> Bool { line.publish(message) }

    /// Lets what was said go, as far as the broker takes it within a time, takes leave, and calls nobody any more.
    ///
    /// It always ends, a second after the limit at the latest, whatever the connection's thread waits for: it may read
    /// a file of a network that is gone.
    ///
    /// - Parameter limit: How long the broker has for what it does not know yet.
    /// - Returns: Whether the broker has taken all that was said.
    @discardableResult
    public func close(within limit: Duration) async -> Bool {
        let timer = Task { [line] in
            try await Task.sleep(for: max(.zero, limit) + .seconds(1), clock: .continuous)
            line.post(.close)
            line.stop()
        }
        defer { timer.cancel() }
        return await withCheckedContinuation { continuation in
            line.post(.finish(limit) { continuation.resume(returning: $0) })
        }
    }
}
