// Sends life signs to an MQTT broker over a connection that reconnects by itself and has a last will. A missing broker
// is reported once, and again at the end; recordings do not wait for it.

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

    /// The state of the connection.
    private final class News: Sendable {
        struct State {
            var wasConnected = false
            var hasAll = false
            var told: BrokerProblem.Kind?
            var problem: BrokerProblem?
        }

        let state = Mutex(State())
    }

    /// Prepares the connection without opening it.
    ///
    /// - Parameters:
    ///   - options: The broker, and the name of this board.
    ///   - part: The command.
    ///   - process: The identifier of this process.
    /// - Throws: If the address or a file that it names is wrong, or no descriptor is left.
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
            // A broker ends a connection when another one comes with its identifier, so each process has its own,
            // even two commands of one board or two boards of one name.
            identifier: "footfall-\(process)",
            will: BrokerMessage(topics.state, [UInt8](LifeSignTopic.will(of: process).utf8))
        )
    }

    /// Opens the connection.
    ///
    /// - Parameters:
    ///   - onConnected: Called each time that the broker has accepted the connection; must not block.
    ///   - onTrouble: Called once with the reason if the connection fails; must not block.
    /// - Throws: If the system cannot start a thread.
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
                onTrouble("life signs: \(problem); the command continues")
            }
        }
    }

    func post(_ sign: LifeSign) {
        // Encoding does not fail, since a life sign never contains NaN or infinity.
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

    /// The message at the end if the broker has not received all life signs; otherwise `nil`.
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
                ?? "the broker \(broker) has not said that it has them; check whether it hangs"
            return "life signs: the last ones have not reached the broker: \(why)"
        }
    }
}
