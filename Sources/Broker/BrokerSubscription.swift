// What others have said to a broker. All of it is strangers' words: it is handed on as bytes, and bounded.

public import SystemCalls

/// Hears what a broker keeps and what is being said.
public final class BrokerSubscription: Sendable {
    /// What is heard.
    public enum Event: Sendable, Hashable {
        case state(BrokerState)
        case message(ReceivedMessage)
        /// A message was longer than any of ours, or had such a topic; it is not here.
        case tooLong
        /// All that the broker keeps has been heard, as far as a second without a word can tell; after each connecting.
        case settled
    }

    private let line: BrokerLine

    /// A subscription that calls nobody before it is started.
    ///
    /// - Parameters:
    ///   - address: Where the broker is.
    ///   - filter: Which topics, as `BrokerAddress.filter` makes it.
    ///   - limits: How patient it is.
    ///   - program: The program that serves as a child, in place of the one for all children.
    /// - Throws: `BrokerAddressError` for a file that cannot be used, `SystemError` where no descriptor is left.
    public init(
        _ address: BrokerAddress,
        filter: String,
        limits: BrokerLimits = BrokerLimits(),
        program: String? = nil
    ) throws {
        line = try BrokerLine(address, BrokerRole.hearing(filter: filter), limits, program)
    }

    /// Listens from now on, until it is closed; a subscription is started once.
    ///
    /// - Parameter onEvent: Is called by the subscription's own thread, one event after the other; it must not wait.
    /// - Throws: Where the system has no room for a thread.
    public func start(_ onEvent: @escaping @Sendable (Event) -> Void) throws(SystemError) {
        try line.start(onEvent)
    }

    deinit { line.post(.close) }

    /// Listens no more.
    public func close() { line.post(.close) }
}

extension BrokerSubscription {
    /// What a broker keeps, as far as it fits.
    public struct Kept: Sendable, Hashable {
        public var messages: [ReceivedMessage] = []
        /// How many there were besides that are not here: too long, or too many.
        public var left = 0
        /// Why this may not be all that the broker keeps; `nil` where it is.
        public var gap: BrokerProblem?
    }

    /// Asks a broker for what it keeps below a filter, and hangs up.
    ///
    /// - Parameters:
    ///   - address: Where the broker is.
    ///   - filter: Which topics, as `BrokerAddress.filter` makes it.
    ///   - mostMessages: How many messages are kept here.
    ///   - mostBytes: How many bytes they may have together, topics included.
    ///   - limit: How long it may take in all; what has come until then is given, and said not to be whole.
    ///   - program: The program that serves as a child, in place of the one for all children.
    /// - Returns: The messages that the broker had kept, in the order in which they came.
    /// - Throws: `BrokerProblem` where the broker has told nothing in that time, or refuses.
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
