// What the run asks whoever stands before it: whether something is allowed, and what is done about what does
// not go well. A participant in the place of a person is asked like one; where nobody is, nothing is granted.

package import Research
package import TaskEngine

extension RSDTaskViewController {
    /// Whether a person sees what is asked.
    final var isAsked: Bool { participant == nil && broadcast?.isFollowed == true }

    // MARK: Permissions

    package final func refusal(
        of configuration: any RSDAsyncActionConfiguration
    ) async -> (any Error)? {
        guard let type = configuration.asyncActionType.permission else { return nil }
        var status = consent(to: type)
        if status == .notDetermined {
            status = await authorize(RSDStandardPermission(permissionType: type))
        }
        // What the machine does not allow, the recorder tells by itself, with the way out.
        guard consents[type] == .denied || status == .notDetermined else { return nil }
        return RecorderError.permissionDenied(
            identifier: configuration.identifier,
            permission: type.rawValue
        )
    }

    /// What is allowed: by the machine, and by the participant as far as they were asked.
    final func consent(to type: RSDStandardPermissionType) -> RSDAuthorizationStatus {
        let status = services.authorization(type)
        return status == .notDetermined ? consents[type] ?? status : status
    }

    /// Asks for something, again where it was refused; answers how it stands then.
    final func authorize(_ permission: RSDStandardPermission) async -> RSDAuthorizationStatus {
        let type = permission.permissionType
        let known = consent(to: type)
        guard known == .notDetermined || consents[type] == .denied else { return known }
        var status = await services.requestAuthorization(permission)
        if status == .notDetermined, let mayUse = await permits(permission) {
            status = mayUse ? .authorized : .denied
        }
        if status == .authorized || status == .denied { consents[type] = status }
        return status
    }

    private func permits(_ permission: RSDStandardPermission) async -> Bool? {
        if let participant { return await participant.permits(permission) }
        return await questions.ask(.permission(permission))
    }

    // MARK: Trouble

    package final func answer(to trouble: RunTrouble) async -> TroubleAnswer? {
        let answer = await answerOfSomebody(trouble)
        // Whoever has a recorder tried again that they had refused is asked again.
        if answer == .tryAgain, case .notStarted(_, let error) = trouble,
            case .permissionDenied(_, let type)? = error as? RecorderError
        {
            consents[RSDStandardPermissionType(rawValue: type)] = nil
        }
        return answer
    }

    private func answerOfSomebody(_ trouble: RunTrouble) async -> TroubleAnswer? {
        if let participant {
            // Who has no hurry waits as long as that may take.
            switch trouble {
            case .waitsFor, .keepsSlowly: return nil
            case .notStarted, .failed, .notKept, .taskFailed: break
            }
            return await participant.answer(to: trouble)
        }
        return isAsked ? await questions.ask(.trouble(trouble)) : nil
    }

    package final func runWillEnd() { questions.withdrawAll() }

    /// Asks whether a task that could not be fetched, or not be begun, is tried again.
    final func askAboutFailure(_ error: any Error) {
        Task {
            switch await answer(to: .taskFailed(error)) {
            case .tryAgain: goForward()
            case .leave: engine.leaveInTrouble()
            case .goOn, nil: engine.handleTaskFailure(with: error)
            }
        }
    }

    /// Whether somebody is asked before an error ends the run.
    final func isAskedAbout(_ error: any Error) -> Bool {
        (participant != nil || isAsked) && !(error is RSDInterruptionError)
            && !(error is RecorderError) && !engine.isEnding
    }
}

extension RSDAsyncActionType {
    /// What a participant must allow before an action of a standard type may run.
    fileprivate var permission: RSDStandardPermissionType? {
        switch self {
        case .motion: .motion
        case .distance: .locationWhenInUse
        case .microphone: .microphone
        default: nil
        }
    }
}

/// Whoever asks a question, in words that may change while it is open.
@MainActor
package protocol QuestionAsker: AnyObject {
    var words: StepWords { get }
}

extension RSDTaskViewController: QuestionAsker {}
extension RSDStepViewController: QuestionAsker {}
