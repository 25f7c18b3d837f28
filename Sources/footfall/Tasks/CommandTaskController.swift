// The command has no layouts of an app's own. It ignores the layouts that a task file names for apps, and does not
// report them as missing.

internal import Research
internal import ResearchUI
internal import TaskEngine

/// Shows every step by the controller of its kind, whatever layout its theme names.
final class CommandTaskController: RSDTaskViewController {
    override func instantiateViewController(
        with viewTheme: any RSDViewThemeElement
    ) -> (any UIViewController & RSDStepController)? { nil }
}
