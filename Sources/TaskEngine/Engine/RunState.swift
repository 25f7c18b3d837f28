// Where a run stands in its life. Calls of a host, moves, fetches and ends come in any order, and may come between
// any two lines that await: what may happen next is decided here alone.

/// The state of a run, but for its steps and its recorders.
struct RunState {
    /// What is going on.
    enum Phase: Equatable {
        /// It has not begun, or could not.
        case waiting
        /// What earlier runs have left is being read.
        case starting
        /// A step is shown, and nothing moves.
        case standing
        /// A move is under way.
        case moving
        /// The move waits for what is left.
        case leaving
        /// Nothing moves any more.
        case ending
        case over(TaskFinishReason)
    }

    /// What has gone wrong, and is told once, whoever has noticed it.
    enum Trouble: Equatable {
        case none
        /// An interruption has failed the run; its host may have it wait.
        case interrupted
        /// A failure that nobody waits after is about to end the run.
        case failing
    }

    private(set) var phase = Phase.waiting
    private(set) var isBegun = false
    private(set) var trouble = Trouble.none
    /// What ended the run, if an error did.
    private(set) var error: (any Error)?
    /// Whether speech and recording must go on while the screen is off.
    var needsBackgroundAudio = false
    /// Whether the participant is shown that something is awaited.
    var isLoading = false
    /// Whether the run goes on by itself with the task that was fetched.
    var goesOnAfterFetch = false

    /// Whether all have heard of the end.
    private(set) var isEndTold = false
    private var isResultTold = false

    // MARK: What may happen

    var isMoving: Bool { phase == .moving || phase == .leaving }
    var isLeavingStep: Bool { phase == .leaving }
    /// Whether the run is being ended, or over.
    var isEnding: Bool { phase == .ending || finishReason != nil }
    /// How the run has ended, once it has.
    var finishReason: TaskFinishReason? {
        if case .over(let reason) = phase { reason } else { nil }
    }

    private var isIdle: Bool { phase == .waiting || phase == .standing }

    // MARK: What happens

    /// Begins to read what earlier runs have left; `false` where that is no time for it.
    mutating func start() -> Bool {
        guard isIdle else { return false }
        phase = .starting
        return true
    }

    /// Takes note that it is read, or could not be; answers whether the run begins now.
    mutating func didStart(_ isRead: Bool) -> Bool {
        guard phase == .starting else { return false }
        isBegun = isBegun || isRead
        rest()
        return isRead
    }

    /// Begins a move; `false` where another is under way, or none can be any more.
    mutating func move() -> Bool {
        guard isIdle else { return false }
        phase = .moving
        return true
    }

    /// Waits for what is left, within a move, or does so no more.
    mutating func wait(forLeaving waits: Bool) {
        guard isMoving else { return }
        phase = waits ? .leaving : .moving
    }

    /// Ends the move.
    mutating func didMove() {
        guard isMoving else { return }
        rest()
    }

    /// Begins the end; `false` where that has been done.
    mutating func end() -> Bool {
        guard !isEnding else { return false }
        phase = .ending
        return true
    }

    /// Takes note that all is closed.
    mutating func didEnd(_ reason: TaskFinishReason, _ error: (any Error)?) {
        phase = .over(reason)
        self.error = error
    }

    /// Takes note that all have heard of the end.
    mutating func didTellEnd() { isEndTold = true }

    /// Takes note that the result is whole; `false` where that was told.
    mutating func tellResult() -> Bool {
        guard !isResultTold else { return false }
        isResultTold = true
        return true
    }

    /// Takes note that an interruption fails the run; `false` where that was told.
    mutating func interrupt() -> Bool {
        guard trouble == .none else { return false }
        trouble = .interrupted
        return true
    }

    /// Takes note that the interruption is over; `false` where the run fails all the same.
    mutating func didEndInterruption() -> Bool {
        guard !isEnding, trouble != .failing else { return false }
        trouble = .none
        return true
    }

    /// Takes note that a failure is about to end the run.
    mutating func fail() { trouble = .failing }

    private mutating func rest() { phase = isBegun ? .standing : .waiting }
}
