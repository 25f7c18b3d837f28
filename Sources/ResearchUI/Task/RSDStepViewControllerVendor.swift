// Lets a step of an app's own type make its own controller, so that no other code has to know the type.

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

extension RSDScreen {
    /// The screen of a step that makes its own view controller.
    static let vended = RSDScreen { step, parent in
        (step as? any RSDStepViewControllerVendor)?.instantiateViewController(with: parent)
    }

    /// The screen of a step that makes a controller for any host, if that is a view controller.
    static let stepController = RSDScreen { step, parent in
        guard let vendor = step as? any RSDStepControllerVendor,
            let level = parent as? RSDTaskViewModel
        else { return nil }
        return vendor.instantiateStepController(with: level)
            as? any UIViewController & RSDStepController
    }
}
