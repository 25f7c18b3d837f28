// Describes a task while it is being fetched or before it begins. The step has no texts of its own: it shows those of
// the task.

public import Research
internal import ViewTree

/// Shows the description of a task; the participant can go on when the task is fetched.
open class RSDTaskInfoStepViewController: RSDStepViewController {
    /// The description of the task.
    public final var taskInfo: (any RSDTaskInfo)? {
        (stepViewModel?.step as? any RSDTaskInfoStep)?.taskInfo
    }

    /// Whether the task is still being fetched.
    public internal(set) final var isFetching = false { didSet { showFetching() } }

    open override var isForwardEnabled: Bool { super.isForwardEnabled && !isFetching }

    open override func setupHeader(_ header: RSDStepNavigationView) {
        super.setupHeader(header)
        showInfo(in: header)
    }

    open override func didFinishLoading() {
        isFetching = false
        super.didFinishLoading()
    }

    open override func wordsDidChange() {
        super.wordsDidChange()
        if !isFirstAppearance, let navigationHeader { showInfo(in: navigationHeader) }
    }
}

extension RSDTaskInfoStepViewController {
    private func showInfo(in header: RSDStepNavigationView) {
        guard let taskInfo else { return }
        stepTitleLabel?.text = taskInfo.title ?? taskInfo.identifier
        stepTextLabel?.text = taskInfo.subtitle
        let minutes =
            taskInfo.estimatedMinutes > 0
            ? words.own(.minutesNeeded, "\(taskInfo.estimatedMinutes)") : nil
        let detail = [taskInfo.detail, minutes].compactMap { $0 }.joined(separator: "\n")
        stepDetailLabel?.text = detail
        if let icon = taskInfo.icon {
            header.imageView?.image = RSDFetchableImageThemeElementObject(
                imageName: icon,
                placementType: .iconBefore
            )
        }
        showFetching()
    }

    private func showFetching() {
        guard isViewLoaded else { return }
        if isFetching {
            let loading = ProgressContent(done: nil, total: nil, text: words.own(.loading))
            navigationHeader?.progressView?.progress = loading
        } else {
            navigationHeader?.progressView?.progress = nil
        }
        updateButtons()
    }
}

extension RSDScreen {
    /// Shows steps that describe a task.
    static let taskInfo = RSDScreen(RSDTaskInfoStepViewController.init(step:parent:)) {
        $0 is any RSDTaskInfoStep
    }
}
