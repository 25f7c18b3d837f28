// A step that records, or has a timer. The participant may let the timer stand; recorders go on and have a
// mark at both ends. What is recorded may be drawn.

public import ViewTree

/// Shows a timer that the participant can let stand.
open class RSDActiveStepViewController: RSDStepViewController {
    /// Lets the timer stand, or run again.
    public final let pauseButton = UIButton(name: "pause")
    /// The sensor whose latest values are drawn; `nil` for none, unless the host has what is recorded drawn.
    open var plot: PlotContent? { didSet { showPlot() } }

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
        if plot == nil { plot = host?.plotOfRecordings }
    }
    open override func wordsDidChange() {
        super.wordsDidChange()
        showPauseButton()
    }

    override func timerDidStart(anew: Bool) {
        super.timerDidStart(anew: anew)
        showPauseButton()
    }

    private var plotView: RSDPlotView?
}

extension RSDActiveStepViewController {
    private func addPauseButton() {
        pauseButton.onTap = { [weak self] in
            guard let self else { return }
            if clock?.isPaused == true { resume() } else { pause() }
        }
        showPauseButton()
        navigationBody?.addSubview(pauseButton)
        showPlot()
    }

    private func showPauseButton() {
        let isPaused = clock?.isPaused == true
        pauseButton.title = isPaused ? words.own(.resume) : words.own(.pause)
        let isRunning = clock != nil && clock?.stoppedAt == nil && !timer.isOver
        if pauseButton.isHidden == isRunning { pauseButton.isHidden = !isRunning }
    }

    private func showPlot() {
        guard isViewLoaded else { return }
        guard let plot else {
            plotView?.removeFromSuperview()
            plotView = nil
            return
        }
        if let plotView {
            plotView.plot = plot
            return
        }
        let view = RSDPlotView(plot)
        plotView = view
        navigationBody?.addSubview(view)
    }
}
