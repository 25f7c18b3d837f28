// What a run has to do with its recordings on a screen: marks in them, from whichever host, and what is drawn of them.

public import Research
internal import TaskEngine
public import Timebase
public import ViewTree

extension RSDTaskViewController {
    // MARK: Marks

    /// Puts a mark with a name into the files of all recorders that run, at one instant.
    public final func mark(_ name: String, at instant: BootInstant) {
        engine.mark(name, at: instant)
    }

    /// Makes the mark that a host wants; `false` where nothing records, or no mark can be called so.
    final func takeMark(_ name: String, secondsAgo: Double) -> Bool {
        if let fault = MarkName.fault(of: name) {
            engine.note("a mark was not made: \(fault.what); \(fault.remedy)")
            return false
        }
        guard isRecording, ViewEvent.possibleSecondsAgo.contains(secondsAgo) else {
            let why = isRecording ? "nobody remembers \(secondsAgo) s ago" : "nothing records"
            engine.note("the mark '\(name)' was not made: \(why)")
            return false
        }
        mark(name, at: taskViewModel.timekeeper.now.advanced(by: .seconds(-secondsAgo)))
        return true
    }

    /// Whether a mark would be in a file.
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

    /// Shows the button while something records, and what the participant is to know of it.
    final func showMarkButton() {
        guard isViewLoaded else { return }
        noticeLabel.text = notices.joined(separator: " ")
        markButton.title = words(.mark)
        if markButton.isHidden == isRecording { markButton.isHidden = !isRecording }
    }

    /// What is to be known of what records, each sentence once.
    private var notices: [String] {
        var told: Set<String> = []
        return engine.runningRecorders.compactMap(\.notice).filter { told.insert($0).inserted }
            .map { words(.recording($0)) }
    }

    // MARK: Readings

    /// The recorders that run and can be drawn.
    private var plotted: [any RSDPlottedAsyncActionController] {
        engine.runningRecorders.compactMap { $0 as? any RSDPlottedAsyncActionController }
    }

    public final var plotsOfRecordings: [PlotContent] {
        var shown: Set<String> = []
        // Of two recorders with a stream of one name, the first is drawn: `latestReadings` finds it by the name.
        return plotted.flatMap(\.plots).filter { shown.insert($0.stream).inserted }
            .prefix(max(0, mostPlots)).map {
                PlotContent(stream: $0.stream, lines: $0.lines, unit: $0.unit)
            }
    }

    /// What a plot shows now: of the first recorder that has its stream.
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
