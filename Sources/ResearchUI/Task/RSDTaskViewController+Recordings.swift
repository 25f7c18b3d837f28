// Connects the screen with the run's recordings: marks from every host, and plots of recorded values.

public import Research
internal import TaskEngine
public import Timebase
public import ViewTree

extension RSDTaskViewController {
    // MARK: Marks

    /// Writes a mark into the files of all running recorders, at the same instant.
    public final func mark(_ name: String, at instant: BootInstant) {
        engine.mark(name, at: instant)
    }

    /// Makes the mark that a host requests; returns false if nothing records, or the name is invalid.
    final func takeMark(_ name: String, secondsAgo: Double) -> Bool {
        if let fault = MarkName.fault(of: name) {
            engine.note("a mark was not made: \(fault.what); \(fault.remedy)")
            return false
        }
        guard isRecording, ViewEvent.possibleSecondsAgo.contains(secondsAgo) else {
            let why = isRecording ? "it cannot be \(secondsAgo) s old" : "nothing records"
            engine.note("the mark '\(name)' was not made: \(why)")
            return false
        }
        mark(name, at: taskViewModel.timekeeper.now.advanced(by: .seconds(-secondsAgo)))
        return true
    }

    /// True if a mark would be written to a file.
    private var isRecording: Bool {
        !engine.isOver && engine.takesMarks
    }

    public final var holdsData: Bool { isRecording || taskViewModel.taskResult.holdsData }

    final func addMarkButton() {
        markButton.actionType = .mark
        markButton.isHidden = true
        markButton.onTap = { [weak self] in _ = self?.takeMark("button", secondsAgo: 0) }
        view.addSubview(noticeLabel)
        view.addSubview(markButton)
        showMarkButton()
    }

    /// Shows the mark button while something records, and the notices of the running recorders.
    final func showMarkButton() {
        guard isViewLoaded else { return }
        noticeLabel.text = notices.joined(separator: " ")
        markButton.title = words(.mark)
        if markButton.isHidden == isRecording { markButton.isHidden = !isRecording }
    }

    /// The notices of running recorders, each only once.
    private var notices: [String] {
        var told: Set<String> = []
        return engine.runningRecorders.compactMap(\.notice).filter { told.insert($0).inserted }
            .map { words(.recording($0)) }
    }

    // MARK: Readings

    /// The running recorders that can be plotted.
    private var plotted: [any RSDPlottedAsyncActionController] {
        engine.runningRecorders.compactMap { $0 as? any RSDPlottedAsyncActionController }
    }

    public final var plotsOfRecordings: [PlotContent] {
        var shown: Set<String> = []
        // If two recorders have a stream with the same name, plot the first one, which `latestReadings` finds.
        return plotted.flatMap(\.plots).filter { shown.insert($0.stream).inserted }
            .prefix(max(0, mostPlots)).map {
                PlotContent(stream: $0.stream, lines: $0.lines, unit: $0.unit)
            }
    }

    /// The latest readings of a plot, from the first recorder that has its stream.
    final func latestReadings(of plot: PlotContent, at id: ViewID) -> PlotReadings? {
        let window = Duration.seconds(min(max(0, plot.windowInSeconds), 3600))
        for recorder in plotted {
            guard let known = recorder.plots.first(where: { $0.stream == plot.stream }),
                let readings = recorder.readings(of: plot.stream, over: window)
            else { continue }
            return PlotReadings(readings, of: known, at: id)
        }
        return nil
    }
}

extension RSDUIActionType {
    /// Makes a mark in all recordings.
    public static let mark: RSDUIActionType = "mark"
}
