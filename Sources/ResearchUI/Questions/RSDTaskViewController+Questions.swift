// Asks the participant for permissions, and what to do about problems. A simulated participant is asked in the same way
// as a person. If there is neither, a question for a permission waits until a person sees it or the run ends; a problem
// is then handled without a question.

package import Research
package import TaskEngine

extension RSDTaskViewController {
    /// True if a person can see questions.
    final var isAsked: Bool { participant == nil && broadcast?.isFollowed == true }

    // MARK: Permissions

    package final func refusal(
        of configuration: any RSDAsyncActionConfiguration
    ) async -> (any Error)? {
        guard let type = configuration.asyncActionType.permission else { return nil }
        var status = consent(to: type)
        if status == .notDetermined {
            status = await authorize(RSDStandardPermission(permissionType: type), for: engine)
        }
        // If the machine forbids it, the recorder itself reports that, with a remedy.
        guard consents[type] == .denied || status == .notDetermined else { return nil }
        return RecorderError.permissionDenied(
            identifier: configuration.identifier,
            permission: type.rawValue
        )
    }

    /// The state of a permission: the machine's, or the participant's answer if the machine leaves the decision to
    /// them.
    final func consent(to type: RSDStandardPermissionType) -> RSDAuthorizationStatus {
        let status = services.authorization(type)
        return status == .notDetermined ? consents[type] ?? status : status
    }

    /// Requests a permission for a run, also if it was refused before; returns its new state.
    ///
    /// The host may set another run at any time, even while the answer is awaited. That run asks for itself, so this
    /// answer is then not stored.
    final func authorize(
        _ permission: RSDStandardPermission,
        for run: TaskEngine?
    ) async -> RSDAuthorizationStatus {
        guard run === engine else { return .notDetermined }
        let type = permission.permissionType
        let known = consent(to: type)
        guard known == .notDetermined || consents[type] == .denied else { return known }
        var status = await services.requestAuthorization(permission)
        if status == .notDetermined, run === engine, let mayUse = await permits(permission) {
            status = mayUse ? .authorized : .denied
        }
        if run === engine, status == .authorized || status == .denied { consents[type] = status }
        return status
    }

    private func permits(_ permission: RSDStandardPermission) async -> Bool? {
        if let participant { return await participant.permits(permission) }
        return await questions.ask(.permission(permission))
    }

    // MARK: Trouble

    package final func answer(to trouble: RunTrouble) async -> TroubleAnswer? {
        let answer = await answerOfSomebody(trouble)
        // Trying a recorder again that the participant refused means asking them again: forget the refusal.
        if answer == .tryAgain, case .notStarted(_, let error) = trouble,
            case .permissionDenied(_, let type)? = error as? RecorderError
        {
            consents[RSDStandardPermissionType(rawValue: type)] = nil
        }
        return answer
    }

    private func answerOfSomebody(_ trouble: RunTrouble) async -> TroubleAnswer? {
        if let participant {
            // A simulated participant waits as long as it takes.
            switch trouble {
            case .waitsFor, .keepsSlowly: return nil
            case .notStarted, .failed, .notKept, .taskFailed: break
            }
            return await participant.answer(to: trouble)
        }
        return isAsked ? await questions.ask(.trouble(trouble)) : nil
    }

    package final func runWillEnd() { questions.withdrawAll() }

    /// Asks whether to try again after a task could not be fetched, or could not begin.
    final func askAboutFailure(_ error: any Error) {
        Task { [engine] in
            let answer = await self.answer(to: .taskFailed(error))
            // The host may have set another run while the question was open.
            guard engine === self.engine else { return }
            switch answer {
            case .tryAgain: goForward()
            case .leave: engine.leaveInTrouble()
            case .goOn, nil: engine.handleTaskFailure(with: error)
            }
        }
    }

    /// True if the participant is asked before this error ends the run.
    final func isAskedAbout(_ error: any Error) -> Bool {
        (participant != nil || isAsked) && !(error is RSDInterruptionError)
            && !(error is RecorderError) && !engine.isEnding
    }
}

extension RSDAsyncActionType {
    /// The permission that an action of a standard type requires.
    fileprivate var permission: RSDStandardPermissionType? {
        switch self {
        case .motion: .motion
        case .distance: .locationWhenInUse
        case .microphone: .microphone
        default: nil
        }
    }
}

/// A controller that asks a question; its texts may change while the question is open.
@MainActor
package protocol QuestionAsker: AnyObject {
    var words: StepWords { get }
}

extension RSDTaskViewController: QuestionAsker {}
extension RSDStepViewController: QuestionAsker {}
