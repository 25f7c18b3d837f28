// Asking for what a step must be allowed: one question at a time, and none that has been answered.

internal import Research

extension RSDStepViewController {
    /// What the participant has not been asked for yet, and is asked for at this step.
    private var openQuestions: [RSDStandardPermission] {
        (requestedPermissions() ?? []).filter {
            authorizationStatus(for: $0.permissionType) == .notDetermined
        }
    }

    /// Whether something is to be asked for, or something that is required is refused.
    final var needsToAsk: Bool {
        !openQuestions.isEmpty || checkAuthorizationStatus().status != .authorized
    }

    /// Asks for what was not asked for yet; answers what is required, and missing all the same.
    final func askForPermissions() async -> (
        status: RSDAuthorizationStatus, permission: RSDStandardPermission
    )? {
        for permission in openQuestions {
            _ = await services.requestAuthorization(permission)
        }
        let check = checkAuthorizationStatus()
        guard check.status != .authorized, let permission = check.permission else { return nil }
        return (check.status, permission)
    }
}
