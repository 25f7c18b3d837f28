// Which of the controllers that come with the framework shows a step. The order is a part of it: the first
// that fits is taken, and the one that fits any step is the last.

internal import Research

/// A controller that comes with the framework.
@MainActor
enum DefaultScreen: Hashable, CaseIterable {
    case taskInfo, countdown, active, overview, completion, resultSummary, permission, imagePicker
    case web, instruction, table, debug

    /// The controller of a step that nobody else makes one for.
    init(for step: any RSDStep) {
        self = Self.allCases.first { $0.fits(step) } ?? .debug
    }

    private func fits(_ step: any RSDStep) -> Bool {
        switch self {
        case .taskInfo: step is any RSDTaskInfoStep
        case .countdown: step.stepType == .countdown
        case .active: Self.hasTimerThatLeadsOn(step)
        case .overview: step.stepType == .overview
        case .completion: step.stepType == .completion
        case .resultSummary: step is any RSDResultSummaryStep
        case .permission: Self.asksForPermission(step)
        case .imagePicker: step.stepType == .imagePicker
        case .web: RSDWebStepViewController.address(of: step) != nil
        case .instruction: step.stepType == .instruction || step.stepType == .active
        case .table: RSDTableStepViewController.doesSupport(step)
        case .debug: true
        }
    }

    /// One that the participant ends has its timer on the screen of its kind.
    private static func hasTimerThatLeadsOn(_ step: any RSDStep) -> Bool {
        guard let step = step as? any RSDActiveUIStep else { return false }
        return step.duration > 0 && step.commands.contains(.transitionAutomatically)
    }

    private static func asksForPermission(_ step: any RSDStep) -> Bool {
        let permissions = (step as? any RSDStandardPermissionsStep)?.standardPermissions
        return !(step is any RSDFormUIStep) && !(permissions ?? []).isEmpty
    }
}
