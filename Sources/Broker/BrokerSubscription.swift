// Receives what others publish at a broker. All of it is untrusted: it is passed on as bytes, of bounded size.

public import SystemCalls

/// Receives retained and newly published messages.
public final class BrokerSubscription: Sendable {
    /// What can be received.
    public enum Event: Sendable, Hashable {
        case state(BrokerState)
        case message(ReceivedMessage)
        /// A message or its topic was too long, and is left out.
        case tooLong
        /// All retained messages have arrived, judging by a second without one; reported after each connection.
        case settled
    }

    private let line: BrokerLine

    /// Creates a subscription, which calls the broker only after `start`.
    ///
    /// - Parameters:
    ///   - address: Where the broker is.
    ///   - filter: Which topics, as made by `BrokerAddress.filter`.
    ///   - limits: The time limits.
    ///   - program: The program to run as the child, instead of the one for all children.
    /// - Throws: `BrokerAddressError` if a file cannot be used, `SystemError` if no descriptor is left.
    public init(
        _ address: BrokerAddress,
        filter: String,
        limits: BrokerLimits = BrokerLimits(),
        program: String? = nil
    ) throws {
        line = try BrokerLine(address, BrokerRole.hearing(filter: filter), limits, program)
    }

    /// Starts to listen, until the subscription is closed; call it once.
    ///
    /// - Parameter onEvent: Called by the subscription's own thread, one event after the other; it must not block.
    /// - Throws: If the system cannot create a thread.
    public func start(_ onEvent: @escaping @Sendable (Event) -> Void) throws(SystemError) {
        try line.start(onEvent)
    }

    deinit { line.post(.close) }

    /// Stops listening.
    public func close() { line.post(.close) }
}

extension BrokerSubscription {
    /// The messages that a broker retains, up to a limit.
    public struct Kept: Sendable, Hashable {
        public var messages: [ReceivedMessage] = []
        /// How many messages are left out, because of their size or number.
        public var left = 0
        /// Why messages may be missing; `nil` if all are here.
        public var gap: BrokerProblem?
    }

    /// Fetches the retained messages below a filter from a broker, and disconnects.
    ///
    /// - Parameters:
    ///   - address: Where the broker is.
    ///   - filter: Which topics, as made by `BrokerAddress.filter`.
    ///   - mostMessages: The largest number of messages.
    ///   - mostBytes: The largest total size in bytes, topics included.
    ///   - limit: The time limit; what has arrived by then is returned with a `gap`.
    ///   - program: The program to run as the child, instead of the one for all children.
    /// - Returns: The retained messages in the order of arrival.
    /// - Throws: `BrokerProblem` if nothing arrived within the limit, or the broker refuses.
    public static func kept(
        at address: BrokerAddress,
        filter: String,
        mostMessages: Int = 100_000,
        mostBytes: Int = 64 << 20,
        within limit: Duration = .seconds(15),
        program: String? = nil
    ) async throws -> Kept {
        let limits = BrokerLimits()
        let subscription = try BrokerSubscription(
            address,
            filter: filter,
            limits: limits,
            program: program
        )
        return try await KeptCollector(mostMessages, mostBytes).collect(
            from: subscription,
            limit,
            at: address
        )
    }
}
