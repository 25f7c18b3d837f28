// The list of all screens, in order. A step that makes its own controller comes first; for other steps, the first
// screen that shows the step is used.

internal import Research
internal import TaskEngine

/// The screens of a task controller: those that a host has registered, then the built-in ones.
public struct RSDScreens: Sendable {
    private var registered: [RSDScreen] = []

    /// The built-in screens.
    public init() {}

    /// Registers a screen, which shows its steps instead of the built-in ones; of two for a step, the one registered
    /// first is used.
    ///
    /// - Parameter screen: The screen.
    public mutating func register(_ screen: RSDScreen) { registered.append(screen) }

    /// The screens of steps that make their own controller.
    private static let brought: [RSDScreen] = [.vended, .stepController]

    private static let builtIn: [RSDScreen] = [
        .taskInfo, .countdown, .active, .overview, .completion, .resultSummary, .permission,
        .imagePicker, .web, .instruction, .table,
    ]

    /// The controller that a step makes itself; `nil` if it makes none.
    @MainActor
    static func brought(
        by step: any RSDStep,
        _ parent: (any RSDPathComponent)?
    ) -> (any UIViewController & RSDStepController)? {
        first(of: brought, step, parent)
    }

    /// The controller of a step that makes none itself.
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
