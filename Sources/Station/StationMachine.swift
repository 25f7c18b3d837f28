// The state machine of a station: what to do about a button press, a signal, the end of a recording and a failure.
// It uses neither devices nor clocks: the driver, `StationService`, passes each event to it and performs the actions
// that it returns, in order.

/// Decides what a station does next.
public struct StationMachine: Sendable, Hashable {
    /// What a station is doing.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// Nothing is recorded, and nothing is wrong.
        case waiting
        /// Sensors are being opened.
        case starting
        case recording
        /// What was recorded is being closed.
        case ending
        /// Something failed.
        ///
        /// If a pause is running, the station tries again after it, and a press of the button cancels that. Without a
        /// pause, a press begins a recording.
        case fault
        /// The station has ended.
        case stopped
    }

    /// What can happen to a station.
    public enum Event: Sendable, Hashable {
        /// The station is ready; `isWanted` says whether it begins a recording at once.
        case ready(isWanted: Bool)
        /// The button was pressed and released.
        case pressed
        /// The button was held.
        case held
        /// The system asks the station to end.
        case terminated
        /// The recording has its session folder.
        case began
        /// The recording is over.
        case ended(Ending, ran: Duration)
        /// The pause after a failure is over.
        case due
    }

    /// How a recording ended.
    public enum Ending: Sendable, Hashable, CaseIterable {
        /// As intended: by itself or on request.
        case good
        case failed
    }

    /// What the driver has to do.
    public enum Action: Sendable, Hashable {
        /// Write to the disk, before anything else, whether a recording is wanted.
        case remember(isWanted: Bool)
        /// Delete what `remember` wrote, so that the station's next start follows its settings.
        case forget
        /// Begin a recording; if `takesUp`, continue the task run of a crashed session, if there is one.
        case begin(takesUp: Bool)
        /// Ask the recording to end.
        case end
        /// Send `due` after a pause.
        case tryAgain(after: Duration)
        /// Cancel the pause: do not send `due`.
        case tryNoMore
        /// End the program: `failed` only if a recording has failed and nothing would begin another one.
        case leave(Ending)
    }

    public private(set) var state = State.waiting
    private let again: StationSettings.Again
    private let hasButton: Bool
    private var pauses = RetryPauses()
    /// Whether the next recording continues a task run that an earlier start of the station left unfinished.
    private var takesUp = false
    /// Whether a pause is running.
    private var isTryingAgain = false
    /// Whether the program ends as soon as the recording has ended.
    private var isLeaving = false

    /// The shortest recording after which the next one begins without a pause.
    ///
    /// If recordings end at once, the pauses keep a station with `Again.always` from making session after session.
    static let shortest = Duration.seconds(10)

    /// Starts in the state `waiting`.
    ///
    /// - Parameters:
    ///   - again: What it does after an end without a request.
    ///   - hasButton: Whether a press can begin a recording. Without a button, the station leaves when nothing else
    ///     would begin another one.
    public init(again: StationSettings.Again, hasButton: Bool) {
        (self.again, self.hasButton) = (again, hasButton)
    }

    /// Processes an event and returns the actions for the driver.
    public mutating func receive(_ event: Event) -> [Action] {
        switch event {
        case .ready(let isWanted): isWanted && state == .waiting ? begin(takingUp: true) : []
        case .pressed: press()
        case .held: leave(forgetting: true)
        case .terminated: leave(forgetting: false)
        case .began: noteBeginning()
        case .ended(let ending, let ran): end(ending, ran)
        case .due: due()
        }
    }

    private mutating func begin(takingUp: Bool) -> [Action] {
        state = .starting
        takesUp = takingUp
        return [.remember(isWanted: true), .begin(takesUp: takesUp)]
    }

    private mutating func press() -> [Action] {
        switch state {
        case .starting, .recording:
            state = .ending
            return [.remember(isWanted: false), .end]
        case .waiting where isTryingAgain, .fault where isTryingAgain:
            state = .waiting
            isTryingAgain = false
            return [.remember(isWanted: false), .tryNoMore]
        case .waiting, .fault:
            return begin(takingUp: false)
        case .ending, .stopped:
            return []
        }
    }

    /// Ends the recording, if any, and then the program.
    ///
    /// - Parameter forgetting: Whether to delete the stored request, so that the next start follows the settings.
    /// - Returns: The actions for the driver.
    private mutating func leave(forgetting: Bool) -> [Action] {
        let first: [Action] = forgetting ? [.forget] : []
        switch state {
        case .starting, .recording, .ending:
            // If the recording is ending already, a signal ends it without waiting for samples that are still on their
            // way; a long press does not.
            let isAsked = state != .ending || !forgetting
            state = .ending
            isLeaving = true
            return first + (isAsked ? [.end] : [])
        case .waiting, .fault:
            let pausing = isTryingAgain
            state = .stopped
            isTryingAgain = false
            return first + (pausing ? [.tryNoMore] : []) + [.leave(.good)]
        case .stopped:
            return []
        }
    }

    private mutating func noteBeginning() -> [Action] {
        guard state == .starting else { return [] }
        state = .recording
        takesUp = false
        return []
    }

    private mutating func end(_ ending: Ending, _ ran: Duration) -> [Action] {
        switch state {
        case .ending where isLeaving:
            state = .stopped
            return [.leave(.good)]
        case .ending:
            state = ending == .good ? .waiting : .fault
            return []
        case .starting, .recording:
            pauses.note(ran: ran)
            switch (ending, again) {
            case (.good, .always) where ran >= Self.shortest:
                return begin(takingUp: false)
            case (.good, .always):
                state = .waiting
                return [tryAgain()]
            case (.good, .never), (.good, .onFailure):
                state = .waiting
                return rest(after: ending)
            case (.failed, .onFailure), (.failed, .always):
                state = .fault
                return [tryAgain()]
            case (.failed, .never):
                state = .fault
                return rest(after: ending)
            }
        case .waiting, .fault, .stopped:
            return []
        }
    }

    /// Waits for the button; without one, leaves, since nothing would ever begin a recording.
    private mutating func rest(after ending: Ending) -> [Action] {
        guard !hasButton else { return [.remember(isWanted: false)] }
        state = .stopped
        return [.remember(isWanted: false), .leave(ending)]
    }

    private mutating func tryAgain() -> Action {
        isTryingAgain = true
        return .tryAgain(after: pauses.next())
    }

    private mutating func due() -> [Action] {
        guard isTryingAgain, state == .fault || state == .waiting else { return [] }
        isTryingAgain = false
        return begin(takingUp: takesUp)
    }
}
