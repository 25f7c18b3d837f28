// Asks the user whether to resume an unfinished run, before the session of a new run is opened. The question is a
// task of one step, so that a host shows it in the same way as every other step.

internal import FoundationEssentials
public import Research
public import ResearchUI
internal import SessionFolder
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

    /// Creates the question for a task's sessions in a folder; returns `nil` if no run can be resumed.
    public static func find(
        ofTask identifier: String,
        in directory: String,
        words: StepWords
    ) async -> SavedRunQuestion? {
        let found = await LeftSessions.find(ofTask: identifier, in: directory)
        // Skip a run that another machine may still be recording: this user may not know that machine.
        guard let left = found.filter({ !$0.mayGoOnElsewhere }).max(by: { $0.begun < $1.begun })
        else { return nil }
        let step = RSDUIStepObject(identifier: "savedRun", type: .instruction)
        step.title = words(.savedRunTitle)
        let name = left.path.split(separator: "/").last.map(String.init) ?? left.path
        step.text = words(.savedRunMessage, words.dayAndTime(of: Date(left.begun)), name)
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
