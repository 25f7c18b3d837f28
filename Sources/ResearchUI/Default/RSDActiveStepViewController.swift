// A step that records, or has a timer. The participant may let the timer stand; recorders go on and have a
// mark at both ends. What is recorded may be drawn.

internal import Research
public import ViewTree

/// Shows a timer that the participant can let stand.
open class RSDActiveStepViewController: RSDStepViewController {
    /// Lets the timer stand, or run again.
    public final let pauseButton = UIButton(name: "pause")
    /// The sensors whose latest values are drawn; with none, those that the host has drawn of what is recorded.
    open var plots: [PlotContent] = [] { didSet { showPlots() } }

    open override func viewDidLoad() {
        super.viewDidLoad()
        addPauseButton()
    }

    open override func pause() {
        super.pause()
        showPauseButton()
    }
    open override func resume() {
        super.resume()
        showPauseButton()
    }
    open override func stop() {
        super.stop()
        showPauseButton()
    }
    open override func timerFired() {
        super.timerFired()
        showPauseButton()
    }
    open override func stepMayBegin() {
        super.stepMayBegin()
        // Not sooner: now what records meanwhile runs.
        if plots.isEmpty { plots = host?.plotsOfRecordings ?? [] }
    }
    open override func wordsDidChange() {
        super.wordsDidChange()
        showPauseButton()
    }

    override func timerDidStart(anew: Bool) {
        super.timerDidStart(anew: anew)
        showPauseButton()
    }

    private var plotViews: [RSDPlotView] = []
}

extension RSDActiveStepViewController {
    private func addPauseButton() {
        pauseButton.onTap = { [weak self] in
            guard let self else { return }
            if clock?.isPaused == true { resume() } else { pause() }
        }
        showPauseButton()
        navigationBody?.addSubview(pauseButton)
        showPlots()
    }

    private func showPauseButton() {
        let isPaused = clock?.isPaused == true
        pauseButton.title = isPaused ? words.own(.resume) : words.own(.pause)
        let isRunning = clock != nil && clock?.stoppedAt == nil && !timer.isOver
        if pauseButton.isHidden == isRunning { pauseButton.isHidden = !isRunning }
    }

    private func showPlots() {
        guard isViewLoaded else { return }
        for view in plotViews.dropFirst(plots.count) { view.removeFromSuperview() }
        plotViews = Array(plotViews.prefix(plots.count))
        for (view, plot) in zip(plotViews, plots) { view.plot = plot }
        for plot in plots.dropFirst(plotViews.count) {
            let view = RSDPlotView(plot)
            plotViews.append(view)
            navigationBody?.addSubview(view)
        }
    }
}

extension RSDScreen {
    /// Shows steps whose timer leads on; one that the participant ends has its timer on the screen of its kind.
    static let active = RSDScreen(RSDActiveStepViewController.init(step:parent:)) { step in
        guard let step = step as? any RSDActiveUIStep else { return false }
        return step.duration > 0 && step.commands.contains(.transitionAutomatically)
    }
}
