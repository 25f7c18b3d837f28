// Who shows a run to a participant. A server shows one run after the other on a screen that outlasts them; whoever runs
// one task waits for its end and gets the terminal back.

internal import PlainWords
internal import SessionRuns

/// Where a run is done.
enum RunStage {
    /// Nobody does it.
    case empty
    /// On a screen that is opened for it alone.
    case own(any TaskScreen)
    /// On the screen of a server, which goes on.
    case served(any TaskScreen)

    /// The screen.
    var screen: (any TaskScreen)? {
        switch self {
        case .empty: nil
        case .own(let screen), .served(let screen): screen
        }
    }

    /// Whether something else is shown behind it.
    var isServed: Bool { if case .served = self { true } else { false } }

    /// Shows nothing any more on a screen of its own.
    func close() async { if case .own(let screen) = self { await screen.close() } }

    /// What is said of a run that can be gone on with.
    func invitation(to session: String) -> String {
        isServed
            ? "\(session.printable): whoever does the task next is asked whether to go on with this run"
            : ContinuedRun.invitation(to: session)
    }
}
