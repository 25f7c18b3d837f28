// The life cycle of a run. Calls of a host, moves, fetches and the end of the run come in any order, and each may come
// while another is suspended at an `await`. This type alone decides which of them may happen next.

/// The state of a run, except for its steps and recorders.
struct RunState {
    /// What the run is doing.
    enum Phase: Equatable {
        /// It has not begun, or its start failed.
        case waiting
        /// It reads the data that earlier runs have left.
        case starting
        /// The run has begun, and no move is under way.
        case standing
        /// A move is under way.
        case moving
        /// A move waits for the recorders of the step that is left.
        case leaving
        /// The run is being ended; no further move is made.
        case ending
        case over(TaskFinishReason)
    }

    /// A failure; it is reported only once, whichever part of the code notices it.
    enum Trouble: Equatable {
        case none
        /// An interruption has failed the run; the host may choose to wait.
        case interrupted
        /// A failure is about to end the run.
        case failing
    }

    private(set) var phase = Phase.waiting
    private(set) var isBegun = false
    private(set) var trouble = Trouble.none
    /// The error that ended the run, if any.
    private(set) var error: (any Error)?
    /// Whether speech and recording must go on while the screen is off.
    var needsBackgroundAudio = false
    /// Whether the participant sees a loading indicator.
    var isLoading = false
    /// Whether the run goes on by itself after a task is fetched.
    var goesOnAfterFetch = false

    /// Whether the end of the run is reported to all.
    private(set) var isEndTold = false
    private var isResultTold = false

    // MARK: What may happen

    var isMoving: Bool { phase == .moving || phase == .leaving }
    var isLeavingStep: Bool { phase == .leaving }
    /// Whether the run is being ended, or over.
    var isEnding: Bool { phase == .ending || finishReason != nil }
    /// How the run has ended; `nil` until then.
    var finishReason: TaskFinishReason? {
        if case .over(let reason) = phase { reason } else { nil }
    }

    private var isIdle: Bool { phase == .waiting || phase == .standing }

    // MARK: What happens

    /// Notes that the data of earlier runs is being read; returns false if the run has begun, is busy, or is over.
    mutating func start() -> Bool {
        guard phase == .waiting else { return false }
        phase = .starting
        return true
    }

    /// Notes that the data of earlier runs was read, or that this failed; returns true if the run begins now.
    mutating func didStart(_ isRead: Bool) -> Bool {
        guard phase == .starting else { return false }
        isBegun = isBegun || isRead
        rest()
        return isRead
    }

    /// Begins a move; returns false if another is under way, or the run is ending or over.
    mutating func move() -> Bool {
        guard isIdle else { return false }
        phase = .moving
        return true
    }

    /// Begins or ends the wait for the recorders of the step that is left, within a move.
    mutating func wait(forLeaving waits: Bool) {
        guard isMoving else { return }
        phase = waits ? .leaving : .moving
    }

    /// Ends the move.
    mutating func didMove() {
        guard isMoving else { return }
        rest()
    }

    /// Begins to end the run; returns false if the run is ending or over already.
    mutating func end() -> Bool {
        guard !isEnding else { return false }
        phase = .ending
        return true
    }

    /// Notes that the run is over; call this after all its levels are closed.
    mutating func didEnd(_ reason: TaskFinishReason, _ error: (any Error)?) {
        phase = .over(reason)
        self.error = error
    }

    /// Notes that the end of the run is reported to all.
    mutating func didTellEnd() { isEndTold = true }

    /// Notes that the result is complete; returns false if that was reported before.
    mutating func tellResult() -> Bool {
        guard !isResultTold else { return false }
        isResultTold = true
        return true
    }

    /// Notes that an interruption fails the run; returns false if a failure was reported before.
    mutating func interrupt() -> Bool {
        guard trouble == .none else { return false }
        trouble = .interrupted
        return true
    }

    /// Notes the end of an interruption; returns false if the run fails or ends nevertheless.
    mutating func didEndInterruption() -> Bool {
        guard !isEnding, trouble != .failing else { return false }
        trouble = .none
        return true
    }

    /// Notes that a failure is about to end the run.
    mutating func fail() { trouble = .failing }

    private mutating func rest() { phase = isBegun ? .standing : .waiting }
}
