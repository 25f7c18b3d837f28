// The last step of a task, from which nothing leads back. The class exists so that a host can give it a layout of its
// own.

internal import Research

/// Shows that the task is done.
open class RSDCompletionStepViewController: RSDResultSummaryStepViewController {}

extension RSDScreen {
    /// Shows completion steps.
    static let completion = RSDScreen(RSDCompletionStepViewController.init(step:parent:)) {
        $0.stepType == .completion
    }
}
