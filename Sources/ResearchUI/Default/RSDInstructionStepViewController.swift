// A step to read. Every step can show texts and a picture; this class exists so that a host can give instructions a
// layout of their own.

internal import Research

/// Shows texts and a picture.
open class RSDInstructionStepViewController: RSDStepViewController {}

extension RSDScreen {
    /// Shows instructions, and active steps without a timer that ends them.
    static let instruction = RSDScreen(RSDInstructionStepViewController.init(step:parent:)) {
        $0.stepType == .instruction || $0.stepType == .active
    }
}
