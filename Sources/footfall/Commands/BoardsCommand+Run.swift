// Carries out `footfall boards`: asks the broker once, or listens until Ctrl-C. The messages are untrusted:
// `BoardRoster` limits their amount, and `BoardLine` removes control characters.

internal import Broker
internal import LifeSigns
internal import SessionRuns
internal import Synchronization
internal import TerminalHost
internal import Timebase

extension BoardsCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        if isWatching {
            try await watch(in: surroundings)
            return .good
        }
        let broker = broker
        let kept = try await surroundings.stopRequests.whileNothingIsKept("interrupted") {
            try await BrokerSubscription.kept(at: broker, filter: Self.filter(of: broker))
        }
        var roster = BoardRoster(below: broker.prefix)
        let now = ClockReading.now()
        for message in kept.messages {
            roster.take(topic: message.topic, message.payload, isKept: true, at: now.boottime)
        }
        roster.leaveOut(kept.left)
        roster.gap = kept.gap.map { "\($0)" }
        if kept.gap == nil || isJSON || roster.count > 0 {
            surroundings.console.print(try text(of: roster, now))
        }
        guard let gap = kept.gap else { return .good }
        throw RunFailure("the list of boards is incomplete: \(gap)")
    }

    private static func filter(of broker: BrokerAddress) -> String { broker.filter("+", "+", "+") }

    private func text(of roster: BoardRoster, _ now: ClockReading) throws -> String {
        guard !isJSON else {
            return try JSONText.line(
                of: BoardReport(roster, at: "\(broker)", now.boottime, date: now.realtime)
            )
        }
        return BoardTable.lines(of: roster, at: "\(broker)", now.boottime, date: now.realtime)
            .map { $0.rendered(width: .max, inColour: false) }
            .joined(separator: "\n")
    }

    // MARK: Watching

    /// What the subscription's thread has received.
    private final class Heard: Sendable {
        struct State {
            var roster: BoardRoster
            var hasNews = false
            var isSettled = false
            var broker = BrokerState.connecting
            var wasConnected = false
        }

        let state: Mutex<State>

        init(_ roster: BoardRoster) { state = Mutex(State(roster: roster)) }

        func take(_ event: BrokerSubscription.Event) {
            let now = LiveTimekeeper().now
            state.withLock { state in
                switch event {
                case .state(let broker):
                    state.broker = broker
                    if broker == .connected { state.wasConnected = true }
                case .message(let message):
                    state.roster.take(
                        topic: message.topic,
                        message.payload,
                        isKept: message.isKept,
                        at: now
                    )
                    state.hasNews = true
                case .tooLong:
                    state.roster.leaveOut(1)
                case .settled:
                    (state.isSettled, state.hasNews) = (true, true)
                }
            }
        }
    }

    /// How long the first connection may fail before the command gives up.
    private static let patience = Duration.seconds(15)

    @MainActor
    private func watch(in surroundings: Surroundings) async throws {
        let heard = Heard(BoardRoster(below: broker.prefix))
        let subscription = try BrokerSubscription(broker, filter: Self.filter(of: broker))
        try subscription.start { heard.take($0) }
        defer { subscription.close() }
        let shown = Shown(self, surroundings.console)
        let signals = surroundings.stopRequests.handedOn()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in signals { return } }
            group.addTask { try await Self.show(heard, on: shown) }
            // Ends both tasks on a signal, or if the broker cannot be reached.
            try await group.next()
            group.cancelAll()
        }
    }

    @MainActor
    private static func show(_ heard: Heard, on shown: Shown) async throws {
        let began = LiveTimekeeper().now
        while !Task.isCancelled {
            let (state, hasNews) = heard.state.withLock { state in
                defer { state.hasNews = false }
                return (state, state.hasNews)
            }
            if !state.wasConnected, let problem = state.broker.problem,
                problem.isRefusal || began.duration(to: LiveTimekeeper().now) >= patience
            {
                throw RunFailure("\(problem)")
            }
            if state.isSettled { try shown.show(state.roster, hasNews) }
            if state.wasConnected { shown.tell(state.broker) }
            do {
                try await Task.sleep(for: .seconds(1), clock: .continuous)
            } catch {
                return
            }
        }
    }

    /// Redraws the table in place on a terminal; otherwise prints it again after each change.
    @MainActor
    private final class Shown: Sendable {
        private let command: BoardsCommand
        private let console: Console
        private var picture = LivePicture()
        private var told: BrokerProblem?

        init(_ command: BoardsCommand, _ console: Console) {
            (self.command, self.console) = (command, console)
        }

        func show(_ roster: BoardRoster, _ hasNews: Bool) throws {
            let now = ClockReading.now()
            guard console.abilities.redraws, !command.isJSON else {
                if hasNews { console.print(try command.text(of: roster, now)) }
                return
            }
            let (columns, rows) = console.size
            let lines = BoardTable.lines(
                of: roster,
                at: "\(command.broker)",
                now.boottime,
                date: now.realtime
            )
            // Keeps the last line, with the number of boards, even if lines above it have no room.
            let room = max(1, rows - 2)
            let visible = lines.count <= room ? lines : lines.prefix(room - 1) + lines.suffix(1)
            console.write(
                picture.redraw(visible, columns: columns, inColour: console.abilities.colours)
            )
        }

        /// Reports once why the broker cannot be reached any more.
        func tell(_ state: BrokerState) {
            guard state != .connected else { return told = nil }
            guard told == nil, let problem = state.problem else { return }
            told = problem
            if console.abilities.redraws { console.write(picture.clear()) }
            console.complain("\(problem)")
        }
    }
}
