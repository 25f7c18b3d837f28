// A step of an app's own type may bring its own controller, so that nobody else has to know the type.

public import Research
public import TaskEngine

/// A step that makes its own controller.
public protocol RSDStepViewControllerVendor: RSDStep {
    /// The controller; `nil` to leave that to the task controller.
    @MainActor
    func instantiateViewController(
        with parent: (any RSDPathComponent)?
    ) -> (any UIViewController & RSDStepController)?
}
