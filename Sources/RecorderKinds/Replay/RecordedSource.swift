// A recorded file as a source. The recording runs through the real recorder again: samples, gaps and marks
// unchanged, at any pace. One source reads one file, so a session of several files needs as many recorders.

public import SampleFile
public import SampleStream
public import SessionFolder
public import Timebase

/// Replays one file of a session folder.
///
/// Times are those of the recording. So the recorder needs the session's time zone, and a timekeeper that began
/// with the session's first clock reading.
public final class RecordedSource<Form: RecordedForm>: SampleSource {
    public typealias Sample = Form.Sample

    private let form: Form
    private let flow: RecordedFlow<Form>

    /// A source that is not yet open.
    ///
    /// - Parameters:
    ///   - file: The file, from the session's manifest.
    ///   - session: The session.
    ///   - form: How its records become samples.
    ///   - channels: The wanted channels, `nil` for all; readings and gaps of others are left out.
    ///   - timekeeper: The clock that sets the pace.
    ///   - cut: Where the source ends if the recording is longer.
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
            form: form,
            channels: channels,
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

    /// The channels of the file, from its manifest; if a crashed session's manifest does not list them, from its
    /// records.
    public static func channels(
        of file: SessionManifest.File,
        in session: Session,
        by form: Form
    ) throws -> Set<Int> {
        try RecordedFlow.channels(of: file, in: session, by: form)
    }
}

extension RecordedFlow {
    /// Sends the records unchanged.
    @inlinable
    func repeatRecords(
        by form: Form,
        cut: BootInstant?,
        into sink: inout SampleSink<Form.Sample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        var form = form
        var course = try RecordedCourse(self, cut: cut, until: stop)
        reading: while let batch = try course.nextBatch() {
            for row in 0..<batch.count {
                switch try course.step(batch, row) {
                case .item(let item):
                    if let moved = item.moved { sink.deliver(mark(moved, at: item.time)) }
                    if let sample = try sample(of: item, batch, row, by: &form, course.items) {
                        sink.deliver(sample)
                    }
                case .passedOver: break
                case .cut: break reading
                case .stopped: return .stopped
                }
            }
        }
        let (ending, stopMark) = course.ending(until: stop)
        if let stopMark { sink.deliver(mark(stopMark.mark, at: stopMark.time)) }
        return ending
    }

    /// The sample for an item; `nil` if the item is not wanted.
    @inlinable @inline(__always)
    func sample(
        of item: RecordedItems.Item,
        _ batch: RecordBatch,
        _ row: Int,
        by form: inout Form,
        _ items: RecordedItems
    ) throws -> Form.Sample? {
        switch item.content {
        case .reading(let head):
            do throws(RecordedFault) {
                return try form.reading(head, batch, row)
            } catch {
                throw items.problem(batch, row, error.what)
            }
        case .gap(let head, let lost, let reason):
            return .gap(
                channel: head.channel,
                at: head.time,
                lost: lost,
                reason: reason,
                isEstimated: head.isEstimated
            )
        case .mark(let recorded): return mark(recorded, at: item.time)
        case .leftOut: return nil
        }
    }

    @inlinable
    func mark(_ mark: RecordedMark, at time: BootInstant) -> Form.Sample {
        Form.Sample.mark(marks.add(mark), at: time)
    }
}
