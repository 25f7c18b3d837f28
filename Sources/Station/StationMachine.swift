// What a station does about a button, a signal, the end of a recording and a failure. It knows neither devices nor
// clocks: one driver tells it what happened, and does what it answers, in that order.

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
        /// Something failed: it is tried again, or a press begins anew.
        case fault
        /// The station is over.
        case stopped
    }

    /// What happened.
    public enum Event: Sendable, Hashable {
        /// The station is ready; a recording may be wanted already.
        case ready(isWanted: Bool)
        /// The button was pressed and let go.
        case pressed
        /// The button was held.
        case held
        /// The system asks the station to end.
        case terminated
        /// The recording has a session.
        case began
        /// The recording is over.
        case ended(Ending, ran: Duration)
        /// The pause after a failure is over.
        case due
    }

    /// How a recording ended.
    public enum Ending: Sendable, Hashable, CaseIterable {
        /// As it should: by itself, or because it was asked to.
        case good
        case failed
    }

    /// What the driver does.
    public enum Action: Sendable, Hashable {
        /// Keeps on the disk, before anything else, whether a recording is wanted.
        case remember(isWanted: Bool)
        /// Forgets it: the next start of the station decides by its settings.
        case forget
        /// Begins; a run that died is gone on with where that is so.
        case begin(takesUp: Bool)
        /// Asks the recording to end.
        case end
        /// Calls with `due` after a pause.
        case tryAgain(after: Duration)
        /// Does not call with `due` any more.
        case tryNoMore
        /// Ends the program.
        case leave
    }

    public private(set) var state = State.waiting
    private let again: StationSettings.Again
    private var pauses = RetryPauses()
    /// Whether the next beginning goes on with what an earlier start of the station has left.
    private var takesUp = false
    /// Whether a pause is running.
    private var isTryingAgain = false
    /// Whether the program ends once the recording has.
    private var isLeaving = false

    /// A recording that ends by itself sooner than this is not begun again at once: it would be made without end.
    static let shortest = Duration.seconds(10)

    /// A station that waits.
    public init(again: StationSettings.Again) { self.again = again }

    /// Takes what happened, and answers what is done about it.
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

    /// Ends everything; a second wish does not wait for what is on its way.
    private mutating func leave(forgetting: Bool) -> [Action] {
        let first: [Action] = forgetting ? [.forget] : []
        switch state {
        case .starting, .recording, .ending:
            // It is ending already: only the system hurries it, a finger does not.
            let isAsked = state != .ending || !forgetting
            state = .ending
            isLeaving = true
            return first + (isAsked ? [.end] : [])
        case .waiting, .fault:
            let pausing = isTryingAgain
            state = .stopped
            isTryingAgain = false
            return first + (pausing ? [.tryNoMore] : []) + [.leave]
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
            return [.leave]
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
                return [.remember(isWanted: false)]
            case (.failed, .onFailure), (.failed, .always):
                state = .fault
                return [tryAgain()]
            case (.failed, .never):
                state = .fault
                return [.remember(isWanted: false)]
            }
        case .waiting, .fault, .stopped:
            return []
        }
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
