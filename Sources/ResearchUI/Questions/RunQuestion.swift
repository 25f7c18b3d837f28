// A question of a run outside its steps, as a value with texts and buttons. All such questions look alike, and are
// answered alike by a person and by a test.

internal import Research
internal import TaskEngine
internal import ViewTree

/// A question of the run, and the answer that each of its buttons gives.
struct RunQuestion<Answer: Sendable>: Sendable {
    /// A button: the key of its title, and the answer that it gives.
    struct Choice: Sendable {
        var key: StringKey
        var answer: Answer
        var style: UIAlertAction.Style
    }

    var title: @MainActor @Sendable (StepWords) -> String
    var message: @MainActor @Sendable (StepWords) -> String?
    var choices: [Choice]

    /// Makes the alert for a screen; calls `take` with the answer of the pressed button.
    @MainActor
    func alert(
        askedBy asker: any QuestionAsker,
        _ take: @escaping @MainActor (Answer) -> Void
    ) -> UIAlertController {
        let alert = UIAlertController(.alert, askedBy: asker) { (title($0), message($0)) }
        for choice in choices {
            alert.addAction(
                UIAlertAction(choice.key, of: asker.words, style: choice.style) { _ in
                    take(choice.answer)
                }
            )
        }
        return alert
    }
}

extension RunQuestion<Bool> {
    /// Asks whether the task may use something, with the reason from the task file or the string table.
    static func permission(_ permission: RSDStandardPermission) -> RunQuestion {
        let type = permission.permissionType.rawValue
        return RunQuestion(
            title: { $0.table.permissionQuestion(type, in: $0.language) },
            message: { permission.reason ?? $0.table.permissionReason(type, in: $0.language) },
            choices: [
                Choice(key: .allow, answer: true, style: .default),
                Choice(key: .refuse, answer: false, style: .cancel),
            ]
        )
    }
}

extension RunQuestion<TroubleAnswer> {
    /// Asks what to do about a problem of the run.
    static func trouble(_ trouble: RunTrouble) -> RunQuestion {
        switch trouble {
        case .notStarted(let recorder, let error):
            RunQuestion(
                title: { $0(.notStartedTitle, recorder) },
                message: { _ in "\(error)" },
                choices: [.tryAgain, .goOn, .leave]
            )
        case .failed(let recorder, let error):
            RunQuestion(
                title: { $0(.failedTitle, recorder) },
                message: { "\($0(.failedMessage))\n\(error)" },
                choices: [.tryAgain, .goOn, .leave]
            )
        case .waitsFor(let recorder, let phase):
            RunQuestion(
                title: { $0(.waitingTitle, recorder) },
                message: { $0(phase == .stopping ? .waitingForStop : .waitingForStart) },
                choices: [.goOn, .leave]
            )
        case .notKept(let error):
            RunQuestion(
                title: { $0(.notKeptTitle) },
                message: { _ in "\(error)" },
                choices: [.tryAgain, .goOn, .leave]
            )
        case .keepsSlowly:
            RunQuestion(
                title: { $0(.slowKeepingTitle) },
                message: { $0(.slowKeepingMessage) },
                choices: [.goOn, .leave]
            )
        case .taskFailed(let error):
            RunQuestion(
                title: { $0(.taskFailedTitle) },
                message: { _ in "\(error)" },
                choices: [.tryAgain, .leave]
            )
        }
    }
}

extension RunQuestion<Void> {
    /// Shows a text that the voice did not speak.
    static func unspoken(_ text: String) -> RunQuestion {
        RunQuestion(
            title: { $0(.unspokenTitle) },
            message: { _ in text },
            choices: [Choice(key: .ok, answer: (), style: .default)]
        )
    }
}

extension RunQuestion<TroubleAnswer>.Choice {
    fileprivate static var tryAgain: Self {
        .init(key: .tryAgain, answer: .tryAgain, style: .default)
    }
    fileprivate static var goOn: Self { .init(key: .goOnWithout, answer: .goOn, style: .cancel) }
    fileprivate static var leave: Self { .init(key: .endTask, answer: .leave, style: .destructive) }
}
