// The way of life signs to a broker: a connection that keeps itself up, with a will. A broker that is not there is told
// of once, and at the end: nothing that is recorded waits for it.

internal import Broker
internal import LifeSigns
internal import SessionRuns
internal import Synchronization

/// Sends the life signs of one command.
final class BrokerPost: LifeSignPost {
    private let connection: BrokerConnection
    private let broker: String
    private let topics: (sign: BrokerTopic, state: BrokerTopic)
    private let news = News()

    /// What became of the connection.
    private final class News: Sendable {
        struct State {
            var wasConnected = false
            var hasAll = false
            var told: BrokerProblem.Kind?
            var problem: BrokerProblem?
        }

        let state = Mutex(State())
    }

    /// A post that has called nobody yet.
    ///
    /// - Parameters:
    ///   - options: Who is told, and by which name.
    ///   - part: The command.
    ///   - process: The number of this start of it.
    /// - Throws: What is wrong with the address or a file that it names, or that no descriptor is left.
    init(_ options: LifeSignOptions, part: String, _ process: SaidIdentifier) throws {
        let (board, part) = (options.board, BoardName(part))
        func topic(_ kind: LifeSignTopic.Kind) throws -> BrokerTopic {
            let levels = LifeSignTopic(board: board, part: part, kind: kind).levels
            guard let topic = options.broker.topic(levels[0], levels[1], levels[2]) else {
                throw RunFailure(
                    "\(options.broker): its prefix leaves no room for the name of the board; give a shorter one"
                )
            }
            return topic
        }
        topics = (try topic(.sign), try topic(.state))
        broker = "\(options.broker)"
        connection = try BrokerConnection(
            options.broker,
            // Two commands of one board, and two boards of one name, do not throw each other out.
            identifier: "footfall-\(process)",
            will: BrokerMessage(topics.state, [UInt8](LifeSignTopic.will(of: process).utf8))
        )
    }

    /// Calls the broker from now on.
    ///
    /// - Parameters:
    ///   - onConnected: Is called each time that the broker has taken this board in.
    ///   - onTrouble: Is told once why it has not; neither may wait.
    /// - Throws: Where the system has no room for a thread.
    func start(
        onConnected: @escaping @Sendable () -> Void,
        onTrouble: @escaping @Sendable (String) -> Void
    ) throws {
        try connection.start { [news] state in
            let isNew = news.state.withLock { news in
                if state == .connected { (news.wasConnected, news.problem) = (true, nil) }
                if let problem = state.problem { news.problem = problem }
                guard news.told == nil, let problem = state.problem else { return false }
                news.told = problem.kind
                return true
            }
            if state == .connected { onConnected() }
            if isNew, let problem = state.problem {
                onTrouble("life signs: \(problem); what is recorded goes on")
            }
        }
    }

    func post(_ sign: LifeSign) {
        // Within its bounds it can be written: numbers that are none never get into one.
        guard let bytes = try? sign.json() else { return }
        let messages = [
            BrokerMessage(topics.sign, bytes),
            BrokerMessage(topics.state, [UInt8](sign.state.rawValue.utf8)),
        ]
        for case let message? in messages { connection.publish(message) }
    }

    func close(within limit: Duration) async {
        let hasAll = await connection.close(within: limit)
        news.state.withLock { $0.hasAll = hasAll }
    }

    /// What is said at the end of a broker that has not heard all; `nil` where it has.
    var summary: String? {
        news.state.withLock { news in
            if !news.wasConnected {
                let why =
                    news.problem.map { "\($0)" } ?? "the broker \(broker) has not answered yet"
                return "life signs: none has reached the broker: \(why)"
            }
            guard !news.hasAll else { return nil }
            let why =
                news.problem.map { "\($0)" }
                ?? "the broker \(broker) has not said that it has them; see whether it hangs"
            return "life signs: the last ones have not reached the broker: \(why)"
        }
    }
}
