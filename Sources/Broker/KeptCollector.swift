// Collects the messages that a broker retains, up to a limit, for one request.

internal import Synchronization
internal import SystemCalls

/// The messages collected so far; independent of any clock.
struct KeptGathering: Sendable {
    private var kept = BrokerSubscription.Kept()
    private var bytes = 0
    private var problem: BrokerProblem?
    /// True after a new connection, over which the broker repeats all messages.
    private var isAnew = false
    private var isDone = false
    private let mostMessages: Int
    private let mostBytes: Int

    init(mostMessages: Int, mostBytes: Int) {
        self.mostMessages = mostMessages
        self.mostBytes = mostBytes
    }

    mutating func take(_ event: BrokerSubscription.Event) {
        guard !isDone else { return }
        switch event {
        case .state(.connected): isAnew = true
        case .state(let state):
            problem = state.problem ?? problem
            // A retry cannot fix a refusal while the caller waits.
            if case .refused = state { isDone = true }
        case .message(let message): add(message)
        case .tooLong:
            forgetIfAnew()
            kept.left += 1
        case .settled:
            forgetIfAnew()
            (isDone, problem) = (true, nil)
        }
    }

    /// Ends at the time limit; `problem` is the reason for missing messages if no other reason is known.
    mutating func end(_ problem: BrokerProblem) {
        guard !isDone else { return }
        isDone = true
        self.problem = self.problem ?? problem
    }

    /// The result, once collecting is over.
    var answer: Result<BrokerSubscription.Kept, BrokerProblem>? {
        guard isDone else { return nil }
        guard let problem else { return .success(kept) }
        // An empty list would mean that the broker retains nothing, so the problem is returned instead.
        guard !kept.messages.isEmpty, !problem.isRefusal else { return .failure(problem) }
        var partly = kept
        partly.gap = problem
        return .success(partly)
    }

    private mutating func forgetIfAnew() {
        guard isAnew else { return }
        (kept, bytes, isAnew) = (BrokerSubscription.Kept(), 0, false)
    }

    private mutating func add(_ message: ReceivedMessage) {
        // Skips newly published messages, and those with an empty payload, which delete a retained message.
        guard message.isKept, !message.payload.isEmpty else { return }
        forgetIfAnew()
        let bytes = bytes + message.topic.count + message.payload.count
        guard kept.messages.count < mostMessages, bytes <= mostBytes else {
            kept.left += 1
            return
        }
        self.bytes = bytes
        kept.messages.append(message)
    }
}

/// The messages being collected, and the caller that waits for them.
final class KeptCollector: Sendable {
    private struct State: Sendable {
        var gathering: KeptGathering
        var waiting: CheckedContinuation<BrokerSubscription.Kept, any Error>?
    }

    private let state: Mutex<State>

    init(_ mostMessages: Int, _ mostBytes: Int) {
        let gathering = KeptGathering(mostMessages: mostMessages, mostBytes: mostBytes)
        state = Mutex(State(gathering: gathering))
    }

    /// Listens until all retained messages have arrived or the time limit is over.
    func collect(
        from subscription: BrokerSubscription,
        _ limit: Duration,
        at address: BrokerAddress
    ) async throws -> BrokerSubscription.Kept {
        try subscription.start { [self] event in change { $0.take(event) } }
        let silence = BrokerProblem(.silent, at: "\(address)")
        let timer = Task { [self] in
            try await Task.sleep(for: limit)
            change { $0.end(silence) }
        }
        defer {
            timer.cancel()
            subscription.close()
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { $0.waiting = continuation }
                change { _ in }
            }
        } onCancel: {
            change { $0.end(silence) }
        }
    }

    /// Changes what is collected, and resumes the waiting caller once collecting is over.
    private func change(_ deed: (inout KeptGathering) -> Void) {
        let over = state.withLock { state in
            deed(&state.gathering)
            return state.gathering.answer.flatMap { answer in
                state.waiting.take().map { (waiting: $0, answer: answer) }
            }
        }
        guard let over else { return }
        switch over.answer {
        case .success(let kept): over.waiting.resume(returning: kept)
        case .failure(let problem): over.waiting.resume(throwing: problem)
        }
    }
}
