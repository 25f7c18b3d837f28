// A task in the terminal: who sits there does it, in the language that their surroundings say. What is to be
// said beside it waits until the terminal is theirs again.

internal import Research
internal import ResearchUI
internal import SystemCalls
internal import TaskEngine
internal import TaskSession
internal import TerminalHost
internal import ViewTree

/// How a task is shown to a person.
struct ShownTask: Sendable, Equatable {
    var isPlain: Bool
    /// How long a step may stand without a key.
    var idleLimit: Duration?

    /// Shows the run of a session until it is over; answers how that was, and what ended it before its end.
    @MainActor
    func run(
        _ session: TaskSession,
        _ console: Console
    ) async throws -> (TaskFinishReason, EarlyEnd?) {
        let controller = session.controller
        controller.words = Self.words
        controller.services.pictures = RSDResourceLocator(folders: [session.path])
        let outcome = try await show(controller, console)
        if let note = Self.note(on: outcome.ending, limit) { session.engine.note(note) }
        return (outcome.reason, EarlyEnd(outcome.ending))
    }

    /// Asks which run is meant, where one of the task was left; answers `nil` where nobody has said so.
    ///
    /// A file of answers has none to that: whoever wrote it is told of the run, and asked nothing.
    @MainActor
    func choice(ofTask identifier: String, in folder: String, _ console: Console) async throws
        -> SavedRunChoice?
    {
        let found = await SavedRunQuestion.find(
            ofTask: identifier,
            in: folder,
            words: Self.words
        )
        guard let question = found, try TerminalDevice.ofThisProcess().isTerminal else {
            return SavedRunChoice.none
        }
        _ = try await show(question, console)
        return question.choice
    }

    @MainActor
    private var limit: Duration { idleLimit ?? TerminalHost.usualIdleLimit }

    @MainActor
    private func show(
        _ controller: RSDTaskViewController,
        _ console: Console
    ) async throws -> TerminalHost.Outcome {
        let host = try TerminalHost(
            showing: controller,
            style: isPlain ? .plain : nil,
            idleLimit: limit
        )
        // Nothing here has a voice: what a step says is read.
        host.showsSpeech = true
        // Line by line, a picture that moves is nothing to read.
        controller.plotsRecordings = host.style == .full
        if host.style == .full { console.hold() }
        defer { console.release() }
        return try await host.run()
    }

    private static var words: StepWords { StepWords(language: language) }

    /// What is noted of an end that was not the task's own.
    private static func note(on ending: TerminalHost.Ending, _ limit: Duration) -> String? {
        switch ending {
        case .over, .signal: nil
        case .left: "the participant ended the task before its end"
        case .idle: "nobody pressed a key for \(limit): the task was ended"
        case .terminalGone: "the terminal or its input ended, and the task with it"
        case .terminalStuck: "the terminal took nothing any more: the task was ended"
        }
    }

    /// The language of whoever sits at the terminal.
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
