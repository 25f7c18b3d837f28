// A step that a task file can name and that a ResearchKit-style controller shows: in a task it is a step like
// any other.

import ResearchKitSteps

/// A step of an app that was written to ResearchKit, `legacy`.
final class NotingORKStep: ORKStep {
    override func makeViewController(with result: ORKResult?) -> ORKStepViewController {
        NotingORKStepViewController(step: self, result: result)
    }
}
