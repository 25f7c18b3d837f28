// A step that requests permissions. The participant cannot go on before they are decided: otherwise a forbidden
// recorder would be noticed only at the end of the task.

internal import Research
internal import ViewTree

/// Requests the step's permissions as soon as it is shown; the participant can go on when the required ones are given.
open class RSDPermissionStepViewController: RSDStepViewController {
    /// True if all permissions are decided, and no required one is missing.
    public private(set) final var isChecked = false

    open override var isForwardEnabled: Bool { super.isForwardEnabled && isChecked }

    open override func viewDidLoad() {
        super.viewDidLoad()
        addReasons()
    }

    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        if !isChecked { ask() }
    }

    override func permissionsWereGranted() {
        isChecked = true
        updateButtons()
    }
}

extension RSDPermissionStepViewController {
    private func addReasons() {
        let permissions = (step as? any RSDStandardPermissionsStep)?.standardPermissions ?? []
        for permission in permissions {
            let row = UIStackView(name: permission.permissionType.rawValue, role: .stack)
            let title = UILabel(name: "title", role: .text)
            title.text = permission.title ?? permission.permissionType.rawValue
            let reason = UILabel(name: "reason", role: .caption)
            reason.text = permission.reason
            row.addSubview(title)
            row.addSubview(reason)
            navigationBody?.addSubview(row)
        }
    }
}

extension RSDScreen {
    /// Shows steps that only request permissions.
    static let permission = RSDScreen(RSDPermissionStepViewController.init(step:parent:)) { step in
        let permissions = (step as? any RSDStandardPermissionsStep)?.standardPermissions
        return !(step is any RSDFormUIStep) && !(permissions ?? []).isEmpty
    }
}
