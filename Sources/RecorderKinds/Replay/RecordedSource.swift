// A recorded file as a source, so that what was recorded once runs through the real recorder again:
// samples, gaps and marks as they stand, at any pace. One source reads one file; a session of
// several files has as many recorders as it had.

internal import SampleFile
public import SampleStream
public import SessionFolder
public import Timebase

/// Gives the samples of one file of a session folder.
///
/// Times are those of the recording: its recorder needs a timekeeper that began with the session's
/// first reading of the clocks, and the session's time zone.
public final class RecordedSource<Form: RecordedForm>: SampleSource {
    public typealias Sample = Form.Sample

    private let form: Form
    private let flow: RecordedFlow<Form>

    /// A source that waits to be opened.
    ///
    /// - Parameters:
    ///   - file: The file, from the session's manifest.
    ///   - session: The session.
    ///   - form: How its records become samples.
    ///   - channels: What is wanted, all without it; readings and gaps of others are left out.
    ///   - timekeeper: Gives the pace.
    ///   - cut: Where the source comes to its end, should the recording be longer.
    public init(
        _ file: SessionManifest.File,
        of session: Session,
        form: Form,
        channels: Set<Int>? = nil,
        timekeeper: any Timekeeper,
        cut: BootInstant? = nil
    ) {
        self.form = form
        flow = RecordedFlow(
            file,
            of: session,
            channels: channels ?? Form.allChannels,
            timekeeper: timekeeper,
            manner: .asTheyStand(cut: cut)
        )
    }

    public var waitsForRoom: Bool { true }

    public func open(until stop: StopSignal) throws -> SourceDescription {
        var description = try flow.open(clock: "as recorded")
        description.recordedStart = flow.file.startUptime
        return description
    }

    public func capture(
        into sink: inout SampleSink<Form.Sample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        try form.run(flow, into: &sink, until: stop)
    }

    public func close() {}

    /// The channels that the file has: what its manifest says, or, where a run died before it was
    /// said, what there is.
    public static func channels(
        of file: SessionManifest.File,
        in session: Session
    ) throws -> Set<Int> {
        try RecordedFlow<Form>.channels(of: file, in: session)
    }
}

extension RecordedFlow {
    /// Gives the records as they stand.
    func repeatRecords(
        _ recordedItems: RecordedItems<Form>,
        cut: BootInstant?,
        into sink: inout SampleSink<Form.Sample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        var items = recordedItems
        var reader = try reader()
        let pace = Pace(timekeeper: timekeeper, stop: stop)
        var end = file.startUptime
        var stepPath = ""
        var isCutShort = false
        reading: while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                let item = try items.item(batch, row)
                let due = min(item.time, cut ?? item.time)
                guard let last = pace.lastWanted(waitingFor: due) else { return .stopped }
                let limit = min(last, cut ?? last)
                if item.time > limit {
                    isCutShort = true
                    // Sensors take turns: another may still have something from before.
                    if limit.duration(to: item.time) > Self.longestTurn { break reading }
                    continue
                }
                end = max(end, item.time)
                stepPath = items.stepPath
                switch item.content {
                case .sample(let sample):
                    if let moved = item.moved { sink.deliver(mark(moved, at: item.time)) }
                    sink.deliver(sample)
                case .mark(let recorded):
                    sink.deliver(mark(recorded, at: item.time))
                case .leftOut:
                    break
                }
            }
        }
        guard isCutShort else { return .exhausted(at: end) }
        let (instant, ending) = lastInstant(stop.request, cut, notBefore: end)
        sink.deliver(mark(stopMark(at: instant, stepPath), at: instant))
        return ending
    }

    /// How much later than one sensor's readings another's of the same time may stand in a file.
    private static var longestTurn: Duration { .seconds(10) }

    /// Where a recording ends that was longer: at the cut, unless it was stopped before.
    private func lastInstant(
        _ request: StopSignal.Request,
        _ cut: BootInstant?,
        notBefore end: BootInstant
    ) -> (BootInstant, SourceEnding) {
        if case .drain(let instant) = request, cut.map({ instant < $0 }) ?? true {
            return (max(instant, end), .stopped)
        }
        let instant = max(cut ?? end, end)
        return (instant, .exhausted(at: instant))
    }

    /// A replay that does not come to the recorded end marks its own.
    private func stopMark(at end: BootInstant, _ stepPath: String) -> RecordedMark {
        RecordedMark(
            isRecord: true,
            stepPath: stepPath,
            date: clocks?.wall(at: end),
            name: "stop"
        )
    }

    private func mark(_ mark: RecordedMark, at time: BootInstant) -> Form.Sample {
        Form.Sample.mark(marks.add(mark), at: time)
    }
}
