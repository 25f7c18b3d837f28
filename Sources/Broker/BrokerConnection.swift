// Publishes a board's messages at its broker. Publishing never blocks: a thread passes each message to a sandboxed
// child process, which alone uses the network. The newest message of each topic is stored here until the broker has
// acknowledged it.

public import SystemCalls

/// A connection to a broker that reconnects by itself.
///
/// When the object is released, the connection closes; the broker then publishes this board's last will.
public final class BrokerConnection: Sendable {
    private let line: BrokerLine

    /// Creates a connection, which calls the broker only after `start`.
    ///
    /// - Parameters:
    ///   - address: Where the broker is.
    ///   - identifier: This board's client identifier; a broker disconnects a client when another one with the same
    ///     identifier connects.
    ///   - will: The message that the broker publishes if this board vanishes without disconnecting.
    ///   - limits: The time limits.
    ///   - program: The program to run as the child, instead of the one for all children.
    /// - Throws: `BrokerAddressError` if a file cannot be used, `SystemError` if no descriptor is left.
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

    /// Starts calling the broker, until the connection is closed; call it once.
    ///
    /// - Parameter onState: Called by the connection's own thread at each change; it must not block.
    /// - Throws: If the system cannot create a thread.
    public func start(
        _ onState: @escaping @Sendable (BrokerState) -> Void = { _ in }
    ) throws(SystemError) {
        try line.start { event in
            if case .state(let state) = event { onState(state) }
        }
    }

    deinit { line.post(.close) }

    /// The present state.
    public var state: BrokerState { line.state }

    /// Publishes a message, replacing an unsent one of the same topic; never blocks.
    ///
    /// - Returns: `false` if there are too many topics: the message is dropped.
    @discardableResult
    public func publish(_ message: BrokerMessage) -> Bool { line.publish(message) }

    /// Waits until the broker has acknowledged all messages, a call fails or the limit is over; then stops calling.
    ///
    /// Returns at most a second after the limit, even if the connection's thread hangs: it may be reading a file on a
    /// network share that is gone.
    ///
    /// - Parameter limit: How long the broker has to acknowledge the remaining messages.
    /// - Returns: True if the broker has acknowledged all messages.
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
