// Shows a running recording from its own thread: a terminal stopped with Ctrl-S blocks this thread and nothing else.

internal import RecorderKinds
internal import Recording
internal import SessionRuns
internal import Synchronization
internal import SystemCalls
internal import TerminalHost
internal import Timebase

/// The thread that shows progress.
final class ProgressWatch: RecordingWatch {
    private let signal: StopSignal
    private let totals: FinalTotals
    private let console: Console
    private var thread: SystemThread?

    /// Starts the thread.
    init(_ recording: WatchedRecording, on console: Console) throws {
        let (signal, totals) = (StopSignal(), FinalTotals())
        self.signal = signal
        self.totals = totals
        self.console = console
        // Before the thread draws: a message between its first picture and the holding would get into the picture.
        if console.drawsOverComplaints { console.hold() }
        do {
            thread = try ProgressWatch.spawn(recording, console, signal, totals)
        } catch {
            console.release()
            throw error
        }
    }

    private static func spawn(
        _ recording: WatchedRecording,
        _ console: Console,
        _ signal: StopSignal,
        _ totals: FinalTotals
    ) throws -> SystemThread {
        try SystemThread.spawn(name: "progress") {
            var look = Look(recording, console)
            while !signal.isRaised {
                look.atRecording()
                LiveTimekeeper().wait(
                    until: LiveTimekeeper().now.advanced(by: .milliseconds(40)),
                    or: signal
                )
            }
            look.finish(totals.value.withLock { $0 })
        }
    }

    /// Shows the final counts, which are known only when the files are closed, and ends.
    func finish(samples: Int, losses: Int) {
        totals.value.withLock { $0 = (samples, losses) }
        signal.abandon()
        thread.take()?.join()
        console.release()
    }
}

/// The final counts, which are known only when the files are closed.
private final class FinalTotals: Sendable {
    let value = Mutex<(samples: Int, losses: Int)?>(nil)
}

/// The thread's state between two updates.
private struct Look {
    private let recording: WatchedRecording
    private let console: Console
    private let began = LiveTimekeeper().now
    private var history: ProgressHistory
    private var losses: [Int]
    private var picture = LivePicture()
    private var plain = PlainProgress()
    private var nextShow: Duration

    init(_ recording: WatchedRecording, _ console: Console) {
        self.recording = recording
        self.console = console
        history = ProgressHistory(
            sensors: recording.streams.flatMap { $0.sensors.map(\.shown) }
        )
        losses = Array(repeating: 0, count: recording.streams.count)
        // A log gets its first line after three seconds, when there is something to show.
        nextShow = console.abilities.redraws ? .zero : .seconds(3)
    }

    mutating func atRecording() {
        lookAtSensors()
        let real = began.duration(to: LiveTimekeeper().now)
        guard real >= nextShow else { return }
        show(at: real)
        nextShow = real + (console.abilities.redraws ? .milliseconds(100) : .seconds(3))
    }

    mutating func finish(_ totals: (samples: Int, losses: Int)?) {
        lookAtSensors()
        show(at: began.duration(to: LiveTimekeeper().now), totals)
    }

    private mutating func lookAtSensors() {
        var sensor = 0
        for (index, watched) in recording.streams.enumerated() {
            let lost = watched.stream.progress.lost
            for shown in watched.sensors {
                if lost > losses[index] { history.noteLoss(sensor) }
                if let latest = shown.latestValue() {
                    history.note(
                        sensor,
                        count: latest.count,
                        values: latest.values,
                        words: latest.words
                    )
                }
                sensor += 1
            }
            losses[index] = lost
        }
    }

    private mutating func show(at real: Duration, _ totals: (samples: Int, losses: Int)? = nil) {
        let progress = recording.streams.map(\.stream.progress)
        let last = progress.compactMap(\.last).max() ?? recording.start
        let frame = history.frame(
            at: real,
            elapsed: max(.zero, recording.start.duration(to: last)),
            planned: recording.planned,
            samples: totals?.samples ?? progress.reduce(0) { $0 + $1.samples },
            losses: totals?.losses ?? progress.reduce(0) { $0.addingClamped($1.lost) },
            isLast: totals != nil
        )
        guard console.abilities.redraws else {
            if let line = plain.line(of: frame, isLast: totals != nil) { console.print(line) }
            return
        }
        let told = console.takeHeld()
        if !told.isEmpty { console.write(picture.clear()) }
        for line in told { console.tell(line) }
        let (columns, rows) = console.size
        console.write(
            picture.redraw(
                ProgressLayout.picture(of: frame, columns: columns - 1, rows: rows),
                columns: columns,
                inColour: console.abilities.colours
            )
        )
    }
}
