// What was recorded, as if it happened now. Where a session is recorded again, its marks and its own
// times are kept; where it takes the place of a sensor in a task, everything comes at the task's times,
// and what belongs to the task's steps is the task's recorder's to say.

public import SampleFile
public import SampleStream
public import SessionFolder
public import Timebase

/// Gives the readings of a recorded file at the times of another run.
///
/// Gaps and named marks stay; where the recording began, ended and moved is left out, since the run
/// has a beginning, an end and steps of its own.
public final class TransposedSource<Form: RecordedForm>: SampleSource {
    public typealias Sample = Form.Sample

    private let form: Form
    private let alignment: RecordedAlignment
    private var flow: RecordedFlow<Form>

    /// A source that waits to be opened.
    ///
    /// - Parameters:
    ///   - file: The file, from the session's manifest.
    ///   - session: The session.
    ///   - form: How its records become samples.
    ///   - channels: What is wanted, all without it.
    ///   - timekeeper: The time of the run.
    ///   - alignment: Which recorded instant becomes which of the run.
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

/// Which recorded instant becomes which of another run.
public enum RecordedAlignment: Sendable, Equatable {
    /// The file's beginning becomes the instant at which the source is opened.
    case fileWithOpening
    /// A recorded instant becomes the instant at which the source is opened: where recorders were started
    /// together, that of the first of them.
    case instantWithOpening(BootInstant)
    /// A recorded instant becomes one of the run; what lies before the opening is left out.
    case instants(BootInstant, with: BootInstant)

    /// From recorded time to the run's.
    func shift(of file: SessionManifest.File, openedAt opening: BootInstant) -> Duration {
        switch self {
        case .fileWithOpening: file.startUptime.duration(to: opening)
        case .instantWithOpening(let recorded): recorded.duration(to: opening)
        case .instants(let recorded, let lived): recorded.duration(to: lived)
        }
    }
}

extension RecordedFlow {
    /// Gives what of the records means something in another run; their times are the run's.
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
                // Until its end a recording listened, also where nothing came any more.
                end = max(end, item.time)
                guard let sample else { continue }
                if let gap = earlier.gap(upTo: sample, from: opening) { sink.deliver(gap) }
                sink.deliver(sample)
            }
        }
        for gap in earlier.gaps(upTo: end, from: opening) { sink.deliver(gap) }
        return .exhausted(at: end)
    }

    /// What a mark is in the new run; `nil` where it is nothing there.
    @usableFromInline
    func movedMark(_ item: RecordedItems.Item) -> Form.Sample? {
        // The marks that every recording has of its own ends.
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

    /// Whether the recording says by it that it ends.
    @usableFromInline var isEnd: Bool {
        guard case .mark(let mark) = content else { return false }
        return mark.name == RecordedMark.stop
    }
}

extension RecordedMark {
    /// The mark that every recording has of its own end.
    fileprivate static let stop = "stop"
}
