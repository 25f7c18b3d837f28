// The outcome of a mark. The run reports only whether it made the mark; the reason of a refusal follows from the run's
// own rules.

internal import Research
internal import ViewTree

/// The outcome of a mark that the user asked for.
enum MarkOutcome: Sendable, Equatable {
    case made
    case invalidName
    /// The name was entered too long after the mark's time.
    case tooOld
    case nothingRecords

    init(of name: String, secondsAgo: Double = 0, isMade: Bool) {
        if isMade {
            self = .made
        } else if MarkName.fault(of: name) != nil {
            self = .invalidName
        } else if !ViewEvent.possibleSecondsAgo.contains(secondsAgo) {
            self = .tooOld
        } else {
            self = .nothingRecords
        }
    }

    /// What the user reads about the mark.
    func text(about name: String, in words: HostWords) -> String {
        switch self {
        case .made: words(.marked, name)
        case .invalidName: words(.markNameInvalid)
        case .tooOld: words(.markTooOld)
        case .nothingRecords: words(.notMarked)
        }
    }
}
