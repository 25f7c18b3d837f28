// A step that is read. All that it shows is shown by every step; it has a class of its own so that a host
// can give instructions another layout than the rest.

internal import Research

/// Shows texts and a picture.
open class RSDInstructionStepViewController: RSDStepViewController {}

extension RSDScreen {
    /// Shows steps that are read, and active ones without a timer that leads on.
    static let instruction = RSDScreen(RSDInstructionStepViewController.init(step:parent:)) {
        $0.stepType == .instruction || $0.stepType == .active
    }
}
