// What a step controller must know of the run: its step, the result, the buttons, and whether there is
// anything before and behind. Without a run it knows the step alone.

public import Research
public import Timebase

/// What a step controller presents, and where in the run it stands.
@MainActor
public protocol RSDStepViewPathComponent: RSDPathComponent {
    /// The step.
    var step: any RSDStep { get }
    /// The level of the run that it belongs to.
    var taskViewModel: RSDTaskViewModel? { get }
    /// Time, by which its timer runs and its result is dated.
    var timekeeper: any Timekeeper { get }
    /// Whether one may go on.
    var isForwardEnabled: Bool { get }
    /// Whether a step follows.
    var hasStepAfter: Bool { get }
    /// Whether nothing was shown before.
    var isFirstStep: Bool { get }
    /// Whether one can go back.
    var canNavigateBackward: Bool { get }
    /// How far the run is, if anybody knows.
    var progress: RSDTaskProgress? { get }
    /// The step's result so far; `nil` where there is none.
    func findStepResult() -> (any RSDResult)?
    /// Keeps the step's result.
    func updateStepResult(_ result: any RSDResult)
    /// What a button does.
    func action(for actionType: RSDUIActionType) -> (any RSDUIAction)?
    /// Whether a button is hidden.
    func shouldHideAction(for actionType: RSDUIActionType) -> Bool
}

/// The step of a run, or of a host without one.
@MainActor
open class RSDStepViewModel: RSDStepViewPathComponent {
    public let step: any RSDStep
    public private(set) weak var parent: (any RSDPathComponent)?
    /// Time where there is no run.
    private let ownTimekeeper: any Timekeeper
    /// The result where there is no run.
    private var ownResult: (any RSDResult)?
    /// What buttons do, once somebody has asked: a step's do not change while it is shown.
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

    /// Has the run do what a button does; without a run nothing does.
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

/// Which buttons a step has, and what stands on them, where nobody says.
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
