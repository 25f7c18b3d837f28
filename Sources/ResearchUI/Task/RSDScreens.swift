// The list of all screens. The order is a part of it: a step that brings its own controller is asked first,
// and of the others, the first that shows the step is taken.

internal import Research
internal import TaskEngine

/// The screens of a task controller: those that a host has registered, then those that are built in.
public struct RSDScreens: Sendable {
    private var registered: [RSDScreen] = []

    /// The built-in screens.
    public init() {}

    /// Has a screen show its steps in place of the built-in ones; of two, the one that was registered first
    /// is taken.
    ///
    /// - Parameter screen: The screen.
    public mutating func register(_ screen: RSDScreen) { registered.append(screen) }

    /// The screens of steps that bring their own controller.
    private static let brought: [RSDScreen] = [.vended, .stepController]

    private static let builtIn: [RSDScreen] = [
        .taskInfo, .countdown, .active, .overview, .completion, .resultSummary, .permission,
        .imagePicker, .web, .instruction, .table,
    ]

    /// The controller that a step brings; `nil` where it brings none.
    @MainActor
    static func brought(
        by step: any RSDStep,
        _ parent: (any RSDPathComponent)?
    ) -> (any UIViewController & RSDStepController)? {
        first(of: brought, step, parent)
    }

    /// The controller of a step that brings none.
    @MainActor
    func controller(
        for step: any RSDStep,
        _ parent: (any RSDPathComponent)?
    ) -> any UIViewController & RSDStepController {
        Self.first(of: registered + Self.builtIn, step, parent)
            ?? DebugStepViewController(step: step, parent: parent)
    }

    @MainActor
    private static func first(
        of screens: [RSDScreen],
        _ step: any RSDStep,
        _ parent: (any RSDPathComponent)?
    ) -> (any UIViewController & RSDStepController)? {
        screens.lazy.compactMap { $0.make(step, parent) }.first
    }
}
