// A step that is there to ask. Nobody goes on before the answer is known: a recorder that must not record
// would be missed only at the end of the task.

internal import Research
internal import ViewTree

/// Asks for what the task must be allowed as soon as it is shown; one goes on when that is known.
open class RSDPermissionStepViewController: RSDStepViewController {
    /// Whether it is known what is allowed, and nothing that is required is missing.
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
    /// Shows steps that are there to ask for permissions.
    static let permission = RSDScreen(RSDPermissionStepViewController.init(step:parent:)) { step in
        let permissions = (step as? any RSDStandardPermissionsStep)?.standardPermissions
        return !(step is any RSDFormUIStep) && !(permissions ?? []).isEmpty
    }
}
