// The first step of a task: it describes the task, what the participant needs for it, and the permissions it requires.

public import Research
internal import ViewTree

/// Shows the overview of a task, and requests its permissions when the participant goes on.
open class RSDOverviewStepViewController: RSDStepViewController {
    /// The icons of what the participant needs.
    open var icons: [RSDIconInfo] { (stepViewModel?.step as? RSDOverviewStepObject)?.icons ?? [] }

    open override func viewDidLoad() {
        super.viewDidLoad()
        addIcons()
    }

    open override func goForward() { if !isAskingPermissions { askThenGoOn() } }

    override func permissionsWereGranted() { goOn() }
}

extension RSDOverviewStepViewController {
    private func addIcons() {
        for (index, icon) in icons.enumerated() {
            let row = UIStackView(name: "icon-\(index)", role: .stack)
            let picture = UIImageView(name: "picture")
            picture.image = RSDFetchableImageThemeElementObject(
                imageName: icon.icon,
                placementType: .iconBefore
            )
            row.addSubview(picture)
            let title = UILabel(name: "title", role: .text)
            title.text = icon.title
            row.addSubview(title)
            let subtitle = UILabel(name: "subtitle", role: .caption)
            subtitle.text = icon.subtitle
            row.addSubview(subtitle)
            navigationBody?.addSubview(row)
        }
    }

    private func askThenGoOn() {
        if needsToAsk { ask() } else { goOn() }
    }

    private func goOn() { super.goForward() }
}

extension RSDScreen {
    /// Shows overview steps.
    static let overview = RSDScreen(RSDOverviewStepViewController.init(step:parent:)) {
        $0.stepType == .overview
    }
}
