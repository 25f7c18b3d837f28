// The first step of a task: what it is, what the participant needs for it, and what must be allowed before
// it can begin.

public import Research
internal import ViewTree

/// Shows what a task is; asks for what it must be allowed when one goes on.
open class RSDOverviewStepViewController: RSDStepViewController {
    /// What the participant needs.
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
    /// Shows what comes in a task.
    static let overview = RSDScreen(RSDOverviewStepViewController.init(step:parent:)) {
        $0.stepType == .overview
    }
}
