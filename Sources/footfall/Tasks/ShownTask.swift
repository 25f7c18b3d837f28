// How a task is shown to a person, as the command line says it, and in which language.

internal import Research
internal import ResearchUI
internal import SessionRuns
internal import SystemCalls
internal import TaskEngine
internal import TaskSession
internal import ViewTree

/// How a task is shown to a person.
struct ShownTask: Sendable, Equatable {
    /// Where.
    enum Place: Sendable, Equatable {
        /// At the terminal; line by line, if it is to be plain.
        case terminal(isPlain: Bool)
        case browser(BrowserPlace)
    }

    var place: Place
    /// How long a step may stand without anything being done.
    var idleLimit: Duration?

    /// Opens the screen.
    @MainActor
    func screen(_ console: Console) throws -> any TaskScreen {
        switch place {
        case .terminal(let isPlain):
            TerminalTaskScreen(
                isPlain: isPlain,
                idleLimit: idleLimit ?? IdleWatch.usualLimit,
                console
            )
        case .browser(let place):
            try WebTaskScreen(
                place,
                idleLimit: idleLimit ?? IdleWatch.usualLimit,
                console
            )
        }
    }

    /// Shows the run of a session until it is over; answers how that was, and what ended it before its end.
    @MainActor
    static func run(
        _ session: TaskSession,
        on screen: any TaskScreen,
        isLast: Bool
    ) async throws -> (reason: TaskFinishReason, early: EarlyEnd?) {
        let controller = session.controller
        controller.words = words
        controller.services.pictures = RSDResourceLocator(folders: [session.path])
        let shown = try await screen.show(controller, isLast: isLast)
        if let note = shown.note { session.engine.note(note) }
        return (shown.reason, shown.early)
    }

    /// Asks which run is meant, where one of the task was left; answers `nil` where nobody has said so.
    @MainActor
    static func choice(
        ofTask identifier: String,
        in folder: String,
        on screen: any TaskScreen
    ) async throws -> SavedRunChoice? {
        let found = await SavedRunQuestion.find(ofTask: identifier, in: folder, words: words)
        guard let question = found, try screen.asksBeforeRuns else { return SavedRunChoice.none }
        _ = try await screen.show(question, isLast: false)
        return question.choice
    }

    private static var words: StepWords { StepWords(language: language) }

    /// The language of whoever does the task.
    static var language: Language {
        var found: [String: String] = [:]
        for name in ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"] {
            found[name] = Environment.variable(name)
        }
        return Language(environment: found)
    }
}

extension RunCommand.Doer {
    /// How whoever does the task writes numbers: as their language does, unasked.
    var answerLocale: AnswerLocale {
        switch self {
        case .nobody: AnswerLocale()
        case .person: AnswerLocale(ShownTask.language)
        }
    }
}
