// What a step controller needs to know about the run: its step, the result, the buttons, and whether there are steps
// before and after it. Without a run, only the step is known.

public import Research
public import Timebase

/// The step that a controller presents, and its place in the run.
@MainActor
public protocol RSDStepViewPathComponent: RSDPathComponent {
    /// The step.
    var step: any RSDStep { get }
    /// The level of the run that it belongs to.
    var taskViewModel: RSDTaskViewModel? { get }
    /// The clock that drives its timer and dates its result.
    var timekeeper: any Timekeeper { get }
    /// Whether the participant may go on.
    var isForwardEnabled: Bool { get }
    /// Whether a step follows.
    var hasStepAfter: Bool { get }
    /// Whether no step was shown before this one.
    var isFirstStep: Bool { get }
    /// Whether the participant can go back.
    var canNavigateBackward: Bool { get }
    /// The progress of the run; `nil` if unknown.
    var progress: RSDTaskProgress? { get }
    /// The step's result so far; `nil` if there is none.
    func findStepResult() -> (any RSDResult)?
    /// Stores the step's result.
    func updateStepResult(_ result: any RSDResult)
    /// The action of a button.
    func action(for actionType: RSDUIActionType) -> (any RSDUIAction)?
    /// Whether a button is hidden.
    func shouldHideAction(for actionType: RSDUIActionType) -> Bool
}

/// The step of a run, or of a host without one.
@MainActor
open class RSDStepViewModel: RSDStepViewPathComponent {
    public let step: any RSDStep
    public private(set) weak var parent: (any RSDPathComponent)?
    /// The clock, used without a run.
    private let ownTimekeeper: any Timekeeper
    /// The result, used without a run.
    private var ownResult: (any RSDResult)?
    /// Cached actions of buttons, which do not change while the step is shown.
    private var knownActions: [RSDUIActionType: (any RSDUIAction)?] = [:]

    public init(
        step: any RSDStep,
        parent: (any RSDPathComponent)?,
        timekeeper: any Timekeeper = LiveTimekeeper()
    ) {
        self.step = step
        self.parent = parent
        ownTimekeeper = timekeeper
    }

    open var identifier: String { step.identifier }
    open var currentStepIdentifier: String? { nil }
    open var taskViewModel: RSDTaskViewModel? { parent as? RSDTaskViewModel }
    open var timekeeper: any Timekeeper { taskViewModel?.timekeeper ?? ownTimekeeper }

    open var isForwardEnabled: Bool {
        (parent as? any RSDHistoryPathComponent)?.isForwardEnabled ?? true
    }

    open var hasStepAfter: Bool { taskViewModel?.hasStepAfter ?? false }

    open var isFirstStep: Bool { taskViewModel?.isFirstStep ?? true }

    open var canNavigateBackward: Bool {
        step.stepType != .completion && taskViewModel?.hasStepBefore ?? false
    }

    open var progress: RSDTaskProgress? { taskViewModel?.progress }

    open func findStepResult() -> (any RSDResult)? {
        guard let taskViewModel else { return ownResult }
        return taskViewModel.findResult(for: step.identifier)
    }

    open func updateStepResult(_ result: any RSDResult) {
        guard let taskViewModel else {
            ownResult = result
            return
        }
        taskViewModel.updateResult(result)
    }

    /// Makes the run perform the action of a button; does nothing without a run.
    open func perform(actionType: RSDUIActionType) {
        taskViewModel?.perform(actionType: actionType)
    }

    open func action(for actionType: RSDUIActionType) -> (any RSDUIAction)? {
        if let known = knownActions[actionType] { return known }
        let found =
            taskViewModel?.action(for: actionType, of: step)
            ?? (step as? any RSDUIActionHandler)?.action(for: actionType, on: step)
        knownActions[actionType] = found
        return found
    }

    open func shouldHideAction(for actionType: RSDUIActionType) -> Bool {
        let told =
            taskViewModel.map { $0.shouldHideAction(for: actionType, of: step) }
            ?? (step as? any RSDUIActionHandler)?.shouldHideAction(for: actionType, on: step)
        let transition = (step as? any RSDActiveUIStep)?.commands.contains(.transitionAutomatically)
        return ButtonRules.isHidden(
            actionType,
            told: told,
            hasAction: action(for: actionType) != nil,
            goesOnByItself: transition ?? false,
            canGoBack: canNavigateBackward
        )
    }
}

/// Decides which buttons are hidden if neither the step nor the task says so.
enum ButtonRules {
    static func isHidden(
        _ button: RSDUIActionType,
        told: Bool?,
        hasAction: Bool,
        goesOnByItself: Bool,
        canGoBack: Bool
    ) -> Bool {
        if told == true { return true }
        return switch button {
        case .cancel: false
        case .goForward: goesOnByItself
        case .goBackward: goesOnByItself || !canGoBack
        default: !hasAction
        }
    }
}
