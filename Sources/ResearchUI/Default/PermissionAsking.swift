// Requests the permissions of a step: one at a time, and none that was decided before.

internal import Research

extension RSDStepViewController {
    /// The permissions of this step that the participant has not decided on yet.
    private var openQuestions: [RSDStandardPermission] {
        (requestedPermissions() ?? []).filter {
            authorizationStatus(for: $0.permissionType) == .notDetermined
        }
    }

    /// Requests the step's permissions; then reports what is missing, or lets the step go on.
    ///
    /// - Parameter again: Whether to request refused permissions again, because the participant has changed their mind
    ///   or fixed the machine.
    final func ask(again: Bool = false) {
        guard !isAskingPermissions else { return }
        isAskingPermissions = true
        underway = Task {
            let refusal = await askForPermissions(again: again)
            isAskingPermissions = false
            // If the participant has left the step meanwhile, do not move on from where they are now.
            guard isVisible else { return }
            guard let refusal else { return permissionsWereGranted() }
            handleAuthorizationFailed(status: refusal.status, permission: refusal.permission)
        }
    }

    /// True if a permission is undecided, or a required one is refused.
    final var needsToAsk: Bool {
        !openQuestions.isEmpty || checkAuthorizationStatus().status != .authorized
    }

    /// Requests undecided permissions; returns the first required one that is still missing.
    private func askForPermissions(again: Bool) async -> (
        status: RSDAuthorizationStatus, permission: RSDStandardPermission
    )? {
        let refused = (requestedPermissions() ?? []).filter {
            authorizationStatus(for: $0.permissionType) != .authorized
        }
        // The services of the run that shows this step: the host may set another run between two questions.
        let services = services
        for permission in again ? refused : openQuestions {
            _ = await services.requestAuthorization(permission)
        }
        let check = checkAuthorizationStatus()
        guard check.status != .authorized, let permission = check.permission else { return nil }
        return (check.status, permission)
    }
}
