// Asks the user whether to resume an unfinished run, before the session of a new run is opened. The question is a
// task of one step, so that a host shows it in the same way as every other step.

internal import FoundationEssentials
public import Research
public import ResearchUI
public import SessionFolder
public import TaskEngine
internal import Timebase
internal import ViewTree

/// Asks whether to resume the unfinished run of a task that began last.
///
/// Show it until it has ended, then open the `TaskSession` with its `choice`.
public final class SavedRunQuestion: RSDTaskViewController {
    /// What the user chose; `nil` before that, or if they left the question unanswered.
    public private(set) var choice: SavedRunChoice?
    private var session = ""

    /// Creates the question for a task's sessions in a folder.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the task.
    ///   - participant: The participant of the next run; `nil` to offer a run of any participant. A resumed run keeps
    ///     its own participant, so a run of another subject, visit or group is not offered.
    ///   - directory: The folder in which sessions are collected.
    ///   - words: The words of the question.
    /// - Returns: The question; `nil` if no run can be resumed.
    public static func find(
        ofTask identifier: String,
        of participant: Participant? = nil,
        in directory: String,
        words: StepWords
    ) async -> SavedRunQuestion? {
        let found = await LeftSessions.find(ofTask: identifier, in: directory)
        // Skip a run that another machine may still be recording: the user cannot see from here whether it is.
        let offered = found.filter { left in
            !left.mayGoOnElsewhere && left.obstacle == nil
                && (participant == nil || left.belongs(to: participant))
        }
        guard let left = offered.max(by: { $0.begun < $1.begun }) else { return nil }
        let step = RSDUIStepObject(identifier: "savedRun", type: .instruction)
        step.title = words(.savedRunTitle)
        let name = left.path.split(separator: "/").last.map(String.init) ?? left.path
        // The user must see whose run it is, because new data go to that participant.
        let codes = Participant.Part.allCases.compactMap { left.participant?[$0] }
        step.text = words(
            .savedRunMessage,
            words.dayAndTime(of: Date(left.begun)),
            (codes + [name]).joined(separator: ", ")
        )
        step.actions = [
            .goForward: RSDUIActionObject(buttonTitle: words(.goOnWithSaved)),
            .skip: RSDUIActionObject(buttonTitle: words(.beginAnew)),
        ]
        let task = RSDTaskObject(identifier: "savedRun", steps: [step])
        let question = SavedRunQuestion(
            taskViewModel: RSDTaskViewModel(task: task, timekeeper: LiveTimekeeper())
        )
        question.words = words
        question.session = left.path
        return question
    }

    public override func vendDefaultViewController(
        for step: any RSDStep
    ) -> (any UIViewController & RSDStepController) {
        let controller = ChoosingController(step: step, parent: taskViewModel)
        controller.choose = { [weak self] goesOn in
            guard let self else { return }
            choice = goesOn ? .session(session) : SavedRunChoice.none
        }
        return controller
    }
}

/// Records which of its two buttons is pressed.
private final class ChoosingController: RSDStepViewController {
    var choose: (Bool) -> Void = { _ in }

    override func goForward() {
        choose(true)
        super.goForward()
    }

    override func skipForward() {
        choose(false)
        jumpForward()
    }
}
