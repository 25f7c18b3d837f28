// Defines what a screen is: a rule for which steps it shows, and a maker of their controllers. Each built-in screen is
// declared next to its controller class; a host adds its own screens in the same way.

public import Research
public import TaskEngine

/// A screen: the steps that it shows, and the maker of their controllers.
public struct RSDScreen: Sendable {
    /// Makes the controller of a step at a level of a run; returns `nil` for a step that it does not show.
    public typealias Maker =
        @MainActor (any RSDStep, (any RSDPathComponent)?) -> (
            any UIViewController & RSDStepController
        )?

    let make: Maker

    /// A screen that shows those steps for which it makes a controller.
    ///
    /// - Parameter make: Makes the controller of a step.
    init(_ make: @escaping Maker) { self.make = make }

    /// A screen that shows some steps.
    ///
    /// - Parameters:
    ///   - make: Makes the controller of a step, such as `TremorStepViewController.init(step:parent:)`.
    ///   - shows: Whether it shows a step.
    public init(
        _ make: @escaping Maker,
        shows: @escaping @MainActor (any RSDStep) -> Bool
    ) {
        self.init { step, parent in shows(step) ? make(step, parent) : nil }
    }
}
