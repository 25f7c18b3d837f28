// Whether a run that was left is gone on with is asked before the session of a run is opened. The question is a
// task of one step, so that a host shows it as it shows every other, in whatever way it shows them.

internal import FoundationEssentials
public import Research
public import ResearchUI
internal import SessionFolder
public import TaskEngine
internal import Timebase
internal import ViewTree

/// Asks whether the run of a task that was left last is gone on with.
///
/// Show it until it has ended, and open the `TaskSession` with its `choice`.
public final class SavedRunQuestion: RSDTaskViewController {
    /// What was chosen; `nil` before that, and where the question was left without an answer.
    public private(set) var choice: SavedRunChoice?
    private var session = ""

    /// The question about a task's sessions in a folder; `nil` where no run of it can be gone on with.
    public static func find(
        ofTask identifier: String,
        in directory: String,
        words: StepWords
    ) async -> SavedRunQuestion? {
        let found = await LeftSessions.find(ofTask: identifier, in: directory)
        // One that another machine may still be at is for somebody who knows that machine.
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

/// Takes note of which of its two buttons is pressed.
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
