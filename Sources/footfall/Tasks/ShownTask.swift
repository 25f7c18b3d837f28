// How and in which language a task is shown to a participant, according to the command line and the environment.

internal import Research
internal import ResearchUI
internal import SessionFolder
internal import SessionRuns
internal import SystemCalls
internal import TaskEngine
internal import TaskSession
internal import ViewTree

/// How a task is shown to a participant.
struct ShownTask: Sendable, Equatable {
    /// Where it is shown.
    enum Place: Sendable, Equatable {
        /// At the terminal; line by line if `isPlain`.
        case terminal(isPlain: Bool)
        case browser(BrowserPlace)
    }

    var place: Place
    /// How long a step may wait without any input before the task is ended.
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

    /// Shows the run of a session until it is over; returns how it ended and, if it ended early, the cause.
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

    /// Asks the participant whether to resume an unfinished run of the task; returns `nil` if nobody answers.
    ///
    /// If `participant` is given, only a run of that participant is offered. If there is no run to offer, or the screen
    /// cannot ask, this returns `SavedRunChoice.none`: a new run begins.
    @MainActor
    static func choice(
        ofTask identifier: String,
        of participant: Participant?,
        in folder: String,
        on screen: any TaskScreen
    ) async throws -> SavedRunChoice? {
        let found = await SavedRunQuestion.find(
            ofTask: identifier,
            of: participant,
            in: folder,
            words: words
        )
        guard let question = found, try screen.asksBeforeRuns else { return SavedRunChoice.none }
        _ = try await screen.show(question, isLast: false)
        return question.choice
    }

    private static var words: StepWords { StepWords(language: language) }

    /// The participant's language, from the environment.
    static var language: Language {
        var found: [String: String] = [:]
        for name in ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"] {
            found[name] = Environment.variable(name)
        }
        return Language(environment: found)
    }
}

extension RunCommand.Doer {
    /// How the participant writes numbers: as is usual in their language.
    var answerLocale: AnswerLocale {
        switch self {
        case .nobody: AnswerLocale()
        case .person: AnswerLocale(ShownTask.language)
        }
    }
}
