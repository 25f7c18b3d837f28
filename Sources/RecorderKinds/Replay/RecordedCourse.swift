// Tracks the replay of a file: which records are due, and how the replay ends. It does not depend on the form.

public import SampleFile
public import SampleStream
internal import SessionFolder
public import Timebase

/// The records of a file that is replayed unchanged, one after the other, at the pace of a clock.
@usableFromInline
struct RecordedCourse: ~Copyable {
    /// What to do with a record.
    @usableFromInline
    enum Step {
        case item(RecordedItems.Item)
        /// Leave the record out: it is later than the end, but a following one of another sensor may be earlier.
        case passedOver
        /// End: all that follow are later than the end.
        case cut
        /// End: the recorder wants no more records.
        case stopped
    }

    private var reader: SampleFileReader
    @usableFromInline private(set) var items: RecordedItems
    private let pace: Pace
    private let cut: BootInstant?
    private let clocks: ClockReading?
    private var end: BootInstant
    private var stepPath = ""
    private var isCutShort = false

    /// Begins with the first record.
    @usableFromInline
    init<Form: RecordedForm>(
        _ flow: RecordedFlow<Form>,
        cut: BootInstant?,
        until stop: StopSignal
    ) throws {
        self.init(
            try flow.reader(),
            flow.items(),
            Pace(timekeeper: flow.timekeeper, stop: stop),
            cut,
            flow.clocks,
            flow.file.startUptime
        )
    }

    private init(
        _ reader: consuming SampleFileReader,
        _ items: RecordedItems,
        _ pace: Pace,
        _ cut: BootInstant?,
        _ clocks: ClockReading?,
        _ start: BootInstant
    ) {
        self.reader = reader
        self.items = items
        self.pace = pace
        self.cut = cut
        self.clocks = clocks
        end = start
    }

    @usableFromInline
    mutating func nextBatch() throws -> RecordBatch? { try reader.nextBatch() }

    /// Waits until a record is due, and returns what to do with it.
    @usableFromInline
    mutating func step(_ batch: RecordBatch, _ row: Int) throws(SampleFileError) -> Step {
        let item = try items.item(batch, row)
        let due = min(item.time, cut ?? item.time)
        guard let last = pace.lastWanted(waitingFor: due) else { return .stopped }
        let limit = min(last, cut ?? last)
        if item.time > limit {
            isCutShort = true
            // Sensors take turns in a file, so another sensor may still have an earlier record.
            return limit.duration(to: item.time) > Self.longestTurn ? .cut : .passedOver
        }
        end = max(end, item.time)
        stepPath = items.stepPath
        return .item(item)
    }

    /// The most by which a record's time can exceed that of a following record of another sensor.
    private static var longestTurn: Duration { .seconds(10) }

    /// How the replay ended; if it ended before the recording did, it makes its own stop mark.
    @usableFromInline
    func ending(
        until stop: StopSignal
    ) -> (SourceEnding, mark: (mark: RecordedMark, time: BootInstant)?) {
        guard isCutShort else { return (.exhausted(at: end), nil) }
        let (instant, ending) = lastInstant(stop.request)
        let mark = RecordedMark(
            isRecord: true,
            stepPath: stepPath,
            date: clocks?.wall(at: instant),
            name: "stop"
        )
        return (ending, (mark, instant))
    }

    /// The end of a replay that was cut short: the cut, or the stop if that came earlier.
    private func lastInstant(_ request: StopSignal.Request) -> (BootInstant, SourceEnding) {
        if case .drain(let instant) = request, cut.map({ instant < $0 }) ?? true {
            return (max(instant, end), .stopped)
        }
        let instant = max(cut ?? end, end)
        return (instant, .exhausted(at: instant))
    }
}
