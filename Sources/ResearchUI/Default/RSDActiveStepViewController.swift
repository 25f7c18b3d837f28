// A step that records, or has a timer. The participant may pause the timer: recorders go on, and their files get a mark
// at the start and the end of the pause. Recorded values may be plotted.

internal import Research
public import ViewTree

/// Shows a timer that the participant can pause.
open class RSDActiveStepViewController: RSDStepViewController {
    /// Pauses or resumes the timer.
    public final let pauseButton = UIButton(name: "pause")
    /// The sensors to plot; if empty, those that the host plots of the running recordings.
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
        // The recorders run only from now on; before, there was nothing to plot.
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
    /// Shows steps whose timer ends them; other steps with a timer have the screen of their own kind.
    static let active = RSDScreen(RSDActiveStepViewController.init(step:parent:)) { step in
        guard let step = step as? any RSDActiveUIStep else { return false }
        return step.duration > 0 && step.commands.contains(.transitionAutomatically)
    }
}
