// A task file may name view layouts that an app brings. The command has none of them, so it ignores the names and does
// not report the layouts as missing.

internal import Research
internal import ResearchUI
internal import TaskEngine

/// Shows every step by the controller of its kind, whatever layout its theme names.
final class CommandTaskController: RSDTaskViewController {
    override func instantiateViewController(
        with viewTheme: any RSDViewThemeElement
    ) -> (any UIViewController & RSDStepController)? { nil }
}
