// Who shows steps in ResearchKit's manner, and hears of them.

public import Research

/// Where a step is left to.
public enum ORKStepViewControllerNavigationDirection: Int, Sendable, Hashable, CaseIterable {
    case reverse = -1
    case forward = 1
}

/// Shows steps, and hears of them.
@MainActor
public protocol ORKStepViewControllerDelegate: AnyObject {
    /// The participant has left the step.
    func stepViewController(
        _ stepViewController: ORKStepViewController,
        didFinishWith direction: ORKStepViewControllerNavigationDirection
    )
    /// The result has changed, as by an answer.
    func stepViewControllerResultDidChange(_ stepViewController: ORKStepViewController)
    /// The step cannot go on; where the participant has left the task, and there is no task controller,
    /// the error is `ORKStepViewControllerError.cancelled`.
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
    /// Whether a step is before this one.
    func stepViewControllerHasPreviousStep(_ stepViewController: ORKStepViewController) -> Bool
    /// Whether a step follows this one.
    func stepViewControllerHasNextStep(_ stepViewController: ORKStepViewController) -> Bool
    /// Whether it takes the step away when the participant leaves the task, of which it hears as of a
    /// failure; a step that nobody takes away has no button for that.
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

/// Why a step cannot be shown, not be changed, or not go on.
public enum ORKStepViewControllerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// It was to be shown, and has no step.
    case noStep
    /// It has been shown already, and was given another step.
    case stepIsShown(String)
    /// Its controller says that it has failed, and not why.
    case failed(String)
    /// The participant has left the task, and wants what there is to be kept or not.
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
            "the participant has left the task, and what there is is \(shouldSave ? "" : "not ")to be "
                + "kept; take the step off the screen"
        }
    }
}

/// A button of a bar: what stands on it, and what it does.
@MainActor
public final class UIBarButtonItem {
    public var title: String?
    /// What it does; with `nil`, what the button is for.
    public var action: (@MainActor () -> Void)?

    public init(title: String?, action: (@MainActor () -> Void)? = nil) {
        self.title = title
        self.action = action
    }
}
