// Replays a recording as if it happened now. When a session is recorded again, its marks and times are kept. Here
// the recording replaces a sensor in a task, so everything comes at the task's times, and the task's own recorder
// writes the marks of its steps.

public import SampleFile
public import SampleStream
public import SessionFolder
public import Timebase

/// Replays the readings of a recorded file at the times of another run.
///
/// Gaps and named marks are kept. The recording's own start, stop and step changes are left out, because the run
/// has its own.
public final class TransposedSource<Form: RecordedForm>: SampleSource {
    public typealias Sample = Form.Sample

    private let form: Form
    private let alignment: RecordedAlignment
    private var flow: RecordedFlow<Form>

    /// A source that is not yet open.
    ///
    /// - Parameters:
    ///   - file: The file, from the session's manifest.
    ///   - session: The session.
    ///   - form: How its records become samples.
    ///   - channels: The wanted channels; `nil` for all.
    ///   - timekeeper: The clock of the run.
    ///   - alignment: How recorded instants map to instants of the run.
    public init(
        _ file: SessionManifest.File,
        of session: Session,
        form: Form,
        channels: Set<Int>? = nil,
        timekeeper: any Timekeeper,
        aligning alignment: RecordedAlignment
    ) {
        self.form = form
        self.alignment = alignment
        flow = RecordedFlow(
            file,
            of: session,
            form: form,
            channels: channels,
            timekeeper: timekeeper,
            manner: .moved(by: .zero, opening: timekeeper.now)
        )
    }

    public var waitsForRoom: Bool { true }

    public func open(until stop: StopSignal) throws -> SourceDescription {
        var description = try flow.open(clock: "as recorded, moved to this run")
        let opening = flow.timekeeper.now
        flow.manner = .moved(
            by: alignment.shift(of: flow.file, openedAt: opening),
            opening: opening
        )
        description.details["recordedStartUptime"] = "\(flow.file.startUptime.seconds)"
        return description
    }

    public func capture(
        into sink: inout SampleSink<Form.Sample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        try form.run(flow, into: &sink, until: stop)
    }

    public func close() {}
}

/// How recorded instants map to instants of another run.
public enum RecordedAlignment: Sendable, Equatable {
    /// The beginning of the file maps to the opening of the source.
    case fileWithOpening
    /// A recorded instant maps to the opening of the source.
    ///
    /// For recorders that were started together, it is the start of the first of them.
    case instantWithOpening(BootInstant)
    /// A recorded instant maps to an instant of the run; records before the opening are left out.
    case instants(BootInstant, with: BootInstant)

    /// The duration to add to recorded times.
    func shift(of file: SessionManifest.File, openedAt opening: BootInstant) -> Duration {
        switch self {
        case .fileWithOpening: file.startUptime.duration(to: opening)
        case .instantWithOpening(let recorded): recorded.duration(to: opening)
        case .instants(let recorded, let lived): recorded.duration(to: lived)
        }
    }
}

extension RecordedFlow {
    /// Sends the records that are meaningful in another run, at that run's times.
    @inlinable
    func moveRecords(
        by form: Form,
        _ shift: Duration,
        after opening: BootInstant,
        into sink: inout SampleSink<Form.Sample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        var form = form
        var items = items(movedBy: shift)
        var reader = try reader()
        let pace = Pace(timekeeper: timekeeper, stop: stop)
        var earlier = EarlierRecords<Form>()
        var end = opening
        var hasOpened = false
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                let item = try items.item(batch, row)
                let isMark = item.isMark
                guard item.time >= opening else {
                    if !isMark, let sample = try sample(of: item, batch, row, by: &form, items) {
                        earlier.take(sample)
                    }
                    continue
                }
                if !hasOpened {
                    hasOpened = true
                    for sample in earlier.found(at: opening) { sink.deliver(sample) }
                }
                let sample =
                    isMark
                    ? movedMark(item) : try sample(of: item, batch, row, by: &form, items)
                guard sample != nil || item.isEnd else { continue }
                guard pace.mayPass(item.time) else { return .stopped }
                // A recording lasts until its stop mark, even if nothing more was recorded.
                end = max(end, item.time)
                guard let sample else { continue }
                if let gap = earlier.gap(upTo: sample, from: opening) { sink.deliver(gap) }
                sink.deliver(sample)
            }
        }
        for gap in earlier.gaps(upTo: end, from: opening) { sink.deliver(gap) }
        return .exhausted(at: end)
    }

    /// The mark in the new run; `nil` if it has no meaning there.
    @usableFromInline
    func movedMark(_ item: RecordedItems.Item) -> Form.Sample? {
        // Every recording has these marks of its own start and stop.
        guard case .mark(let mark) = item.content, let name = mark.name, name != "start",
            name != RecordedMark.stop
        else { return nil }
        let here = RecordedMark(isRecord: true, stepPath: nil, date: nil, name: name)
        return self.mark(here, at: item.time)
    }
}

extension RecordedItems.Item {
    @usableFromInline var isMark: Bool {
        if case .mark = content { true } else { false }
    }

    /// Whether this is the recording's stop mark.
    @usableFromInline var isEnd: Bool {
        guard case .mark(let mark) = content else { return false }
        return mark.name == RecordedMark.stop
    }
}

extension RecordedMark {
    /// The name of the stop mark, which every recording has.
    fileprivate static let stop = "stop"
}
