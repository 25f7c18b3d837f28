// The step that ends a task. It thanks, and nothing leads back from it; its class is there so that a host
// can give the end another layout than the rest.

internal import Research

/// Shows that the task is done.
open class RSDCompletionStepViewController: RSDResultSummaryStepViewController {}

extension RSDScreen {
    /// Shows the ends of tasks.
    static let completion = RSDScreen(RSDCompletionStepViewController.init(step:parent:)) {
        $0.stepType == .completion
    }
}
