// What a step needs to be allowed, and what the participant is told where it is not.

internal import Research
internal import ViewTree

extension RSDStepViewController {
    final func permissions(
        _ isWanted: (RSDStandardPermission) -> Bool
    ) -> [RSDStandardPermission]? {
        (stepViewModel?.step as? any RSDStandardPermissionsStep)?.standardPermissions?
            .filter(isWanted)
    }

    final func firstRefusal() -> (RSDAuthorizationStatus, RSDStandardPermission?) {
        for permission in requiredPermissions() ?? [] {
            let status = authorizationStatus(for: permission.permissionType)
            if status != .authorized { return (status, permission) }
        }
        return (.authorized, nil)
    }

    final func tellDenial(_ status: RSDAuthorizationStatus, _ permission: RSDStandardPermission) {
        let told = status == .restricted ? permission.restrictedMessage : permission.deniedMessage
        let type = permission.permissionType.rawValue
        let (table, language) = (words.table, words.language)
        let general =
            status == .restricted
            ? words(.permissionRestricted) : table.permissionMessage(type, in: language)
        let alert = UIAlertController(
            title: table.permissionTitle(type, in: language),
            message: told ?? permission.reason ?? general,
            preferredStyle: .alert
        )
        alert.addAction(
            UIAlertAction(title: words(.ok), style: .default) { [weak self] _ in
                self?.cancelTask(shouldSave: false)
            }
        )
        present(alert, animated: true)
    }
}
