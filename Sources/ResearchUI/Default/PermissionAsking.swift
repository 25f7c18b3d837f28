// Asking for what a step must be allowed: one question at a time, and none that has been answered.

internal import Research

extension RSDStepViewController {
    /// What the participant has not been asked for yet, and is asked for at this step.
    private var openQuestions: [RSDStandardPermission] {
        (requestedPermissions() ?? []).filter {
            authorizationStatus(for: $0.permissionType) == .notDetermined
        }
    }

    /// Asks for what the step wants; then it is told what is missing, or the step goes on.
    ///
    /// - Parameter again: Whether what was refused is asked for once more, as a person wants who has changed their
    ///   mind, or mended the machine.
    final func ask(again: Bool = false) {
        guard !isAskingPermissions else { return }
        isAskingPermissions = true
        underway = Task {
            let refusal = await askForPermissions(again: again)
            isAskingPermissions = false
            // Whoever has left meanwhile is not led on from where they are now.
            guard isVisible else { return }
            guard let refusal else { return permissionsWereGranted() }
            handleAuthorizationFailed(status: refusal.status, permission: refusal.permission)
        }
    }

    /// Whether something is to be asked for, or something that is required is refused.
    final var needsToAsk: Bool {
        !openQuestions.isEmpty || checkAuthorizationStatus().status != .authorized
    }

    /// Asks for what was not asked for yet; answers what is required, and missing all the same.
    private func askForPermissions(again: Bool) async -> (
        status: RSDAuthorizationStatus, permission: RSDStandardPermission
    )? {
        let refused = (requestedPermissions() ?? []).filter {
            authorizationStatus(for: $0.permissionType) != .authorized
        }
        for permission in again ? refused : openQuestions {
            _ = await services.requestAuthorization(permission)
        }
        let check = checkAuthorizationStatus()
        guard check.status != .authorized, let permission = check.permission else { return nil }
        return (check.status, permission)
    }
}
