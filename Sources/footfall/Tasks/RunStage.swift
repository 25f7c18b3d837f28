// Where a run is shown to the participant. `footfall serve` shows one run after the other on a screen that outlasts
// them; `footfall run` opens a screen for one run and closes it afterwards.

internal import PlainWords
internal import SessionRuns

/// Where a run is shown.
enum RunStage {
    /// Nowhere: the run has no participant.
    case empty
    /// On a screen that is opened for this run alone.
    case own(any TaskScreen)
    /// On the screen of a server, which stays open.
    case served(any TaskScreen)

    /// The screen; `nil` if the run has no participant.
    var screen: (any TaskScreen)? {
        switch self {
        case .empty: nil
        case .own(let screen), .served(let screen): screen
        }
    }

    /// Whether the screen stays open for further runs.
    var isServed: Bool { if case .served = self { true } else { false } }

    /// Closes a screen that was opened for this run alone.
    func close() async { if case .own(let screen) = self { await screen.close() } }

    /// The message about a run that can be resumed.
    func invitation(to session: String) -> String {
        isServed
            ? "\(session.printable): the next participant is asked whether to continue this run"
            : ContinuedRun.invitation(to: session)
    }
}
