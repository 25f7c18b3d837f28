// The delegate of ResearchKit-style step controllers, and their errors.

public import Research

/// The direction in which a step is left.
public enum ORKStepViewControllerNavigationDirection: Int, Sendable, Hashable, CaseIterable {
    case reverse = -1
    case forward = 1
}

/// Presents step controllers, and receives their reports.
@MainActor
public protocol ORKStepViewControllerDelegate: AnyObject {
    /// The participant has left the step.
    func stepViewController(
        _ stepViewController: ORKStepViewController,
        didFinishWith direction: ORKStepViewControllerNavigationDirection
    )
    /// The result has changed, for example by an answer.
    func stepViewControllerResultDidChange(_ stepViewController: ORKStepViewController)
    /// The step cannot go on.
    ///
    /// The error is `ORKStepViewControllerError.cancelled` if the participant has left the task and there is no
    /// task controller.
    func stepViewControllerDidFail(
        _ stepViewController: ORKStepViewController,
        withError error: (any Error)?
    )
    /// A recorder of the step has failed; the step goes on.
    func stepViewController(
        _ stepViewController: ORKStepViewController,
        recorder: any RSDAsyncActionController,
        didFailWithError error: any Error
    )
    /// The step is about to be shown: its titles may be set now.
    func stepViewControllerWillAppear(_ stepViewController: ORKStepViewController)
    /// Whether there is a step before this one.
    func stepViewControllerHasPreviousStep(_ stepViewController: ORKStepViewController) -> Bool
    /// Whether a step follows this one.
    func stepViewControllerHasNextStep(_ stepViewController: ORKStepViewController) -> Bool
    /// Whether the delegate removes the step when the participant leaves the task.
    ///
    /// Leaving is reported by `stepViewControllerDidFail`. If this is false, and neither a task controller nor the
    /// cancel button's own action handles it, the step has no cancel button.
    func stepViewControllerTakesCancel(_ stepViewController: ORKStepViewController) -> Bool
}

extension ORKStepViewControllerDelegate {
    public func stepViewControllerResultDidChange(_ stepViewController: ORKStepViewController) {}

    public func stepViewControllerDidFail(
        _ stepViewController: ORKStepViewController,
        withError error: (any Error)?
    ) {}

    public func stepViewController(
        _ stepViewController: ORKStepViewController,
        recorder: any RSDAsyncActionController,
        didFailWithError error: any Error
    ) {}

    public func stepViewControllerWillAppear(_ stepViewController: ORKStepViewController) {}

    public func stepViewControllerHasPreviousStep(
        _ stepViewController: ORKStepViewController
    ) -> Bool { false }

    public func stepViewControllerHasNextStep(
        _ stepViewController: ORKStepViewController
    ) -> Bool { false }

    public func stepViewControllerTakesCancel(
        _ stepViewController: ORKStepViewController
    ) -> Bool { false }
}

/// Why a step cannot be shown, be changed, or go on.
public enum ORKStepViewControllerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The controller is shown without a step.
    case noStep
    /// The controller was given another step after it was shown.
    case stepIsShown(String)
    /// The step's controller has failed without giving a reason.
    case failed(String)
    /// The participant has left the task, and chose whether to keep the results.
    case cancelled(shouldSave: Bool)

    public var description: String {
        switch self {
        case .noStep:
            "the step view controller has no step; set its 'step' before it is shown"
        case .stepIsShown(let identifier):
            "the step '\(identifier)' has been shown and stays; make another step view controller for "
                + "another step"
        case .failed(let identifier):
            "the step '\(identifier)' has failed, and its controller does not say why; give "
                + "'stepViewControllerDidFail' an error that does"
        case .cancelled(let shouldSave):
            "the participant has left the task, and its results are \(shouldSave ? "" : "not ")to be "
                + "kept; take the step off the screen"
        }
    }
}

/// A button of a navigation bar, with its title and its action.
@MainActor
public final class UIBarButtonItem {
    public var title: String?
    /// The action; `nil` for the button's usual action.
    public var action: (@MainActor () -> Void)?

    public init(title: String?, action: (@MainActor () -> Void)? = nil) {
        self.title = title
        self.action = action
    }
}
