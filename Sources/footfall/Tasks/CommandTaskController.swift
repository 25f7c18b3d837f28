// A program with a terminal has no layouts of an app's own: what a task file says of them is for others, and nobody is
// told that they are missing.

internal import Research
internal import ResearchUI
internal import TaskEngine

/// Shows every step by the controller of its kind, whatever layout its theme names.
final class CommandTaskController: RSDTaskViewController {
    override func instantiateViewController(
        with viewTheme: any RSDViewThemeElement
    ) -> (any UIViewController & RSDStepController)? { nil }
}
