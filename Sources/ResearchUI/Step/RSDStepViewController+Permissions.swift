// The permissions of a step, and the message to the participant if one is missing.

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
        let alert = UIAlertController(.alert, askedBy: self) { words in
            let (table, language) = (words.table, words.language)
            let general =
                status == .restricted
                ? words(.permissionRestricted) : table.permissionMessage(type, in: language)
            return (
                table.permissionTitle(type, in: language), told ?? permission.reason ?? general
            )
        }
        alert.addAction(
            UIAlertAction(.tryAgain, of: words) { [weak self] _ in self?.ask(again: true) }
        )
        alert.addAction(
            UIAlertAction(.endTask, of: words, style: .cancel) { [weak self] _ in
                self?.cancelTask(shouldSave: false)
            }
        )
        present(alert, animated: true)
    }
}
