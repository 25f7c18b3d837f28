// Turns a record back into the stream item that it was written from, except for the values, which only its form can
// read. A record that no recorder of ours writes is an error with the record's number; nothing is guessed.

internal import Recording
public import SampleFile
public import SampleStream
public import Timebase

/// Turns records into stream items, and tracks the step path, which samples do not carry.
@usableFromInline
struct RecordedItems {
    private let file: String
    private let subject: String
    private let start: BootInstant
    /// The duration that is added to recorded times.
    private let shift: Duration
    private let column: CommonColumns
    private let names: [[UInt8]]
    private let isWanted: [Bool]
    private let firstWanted: Int?
    private let isOfAnyChannel: (GapReason) -> Bool
    private var stepPathBytes: [UInt8] = []
    private(set) var stepPath = ""
    /// True if the step path has changed and no item has reported it yet.
    private var hasMoved = false
    private var lastChannel = 0

    /// The content of one record.
    @usableFromInline
    struct Item {
        @usableFromInline
        enum Content {
            /// A reading; its form reads the values.
            case reading(RecordedHead)
            case gap(RecordedHead, lost: Int64, GapReason)
            case mark(RecordedMark)
            /// A record of a channel that is not wanted.
            case leftOut
        }

        @usableFromInline var time: BootInstant
        @usableFromInline var content: Content
        /// A change of the step path that has no record of its own.
        @usableFromInline var moved: RecordedMark?
    }

    /// Reads the records of a file through its form, and moves their times by `shift`.
    init<Form: RecordedForm>(
        file: String,
        start: BootInstant,
        of form: Form,
        channels: Set<Int>,
        shift: Duration = .zero
    ) {
        self.file = file
        self.start = start
        self.shift = shift
        subject = form.subject
        column = CommonColumns(in: form.schema)
        let names = form.channelNames
        self.names = (0..<16).map { $0 < names.count ? Array(names[$0].utf8) : [] }
        isWanted = (0..<16).map(channels.contains)
        firstWanted = channels.min()
        isOfAnyChannel = { Form.isOfAnyChannel($0) }
    }

    @usableFromInline
    mutating func item(_ batch: RecordBatch, _ row: Int) throws(SampleFileError) -> Item {
        var time = try time(batch, row)
        if shift != .zero { time = time.advanced(by: shift) }
        noteStepPath(batch, row)
        guard let typeName = batch.text(row, column.sensorType) else {
            hasMoved = false
            return Item(time: time, content: .mark(mark(batch, row)))
        }
        let said = try channel(of: typeName, batch, row)
        // A change of the step path in a record that is left out is reported with the next wanted sample.
        guard let channel = isWanted[said] ? said : stand(in: batch, row) else {
            return Item(time: time, content: .leftOut)
        }
        let moved =
            hasMoved
            ? RecordedMark(isRecord: false, stepPath: stepPath, date: nil, name: nil) : nil
        hasMoved = false
        let head = RecordedHead(
            channel: channel,
            time: time,
            isEstimated: batch.boolean(row, column.estimated) ?? false
        )
        let content: Item.Content =
            if let lost = batch.integer(row, column.lost) {
                try gap(head, lost, batch, row)
            } else {
                .reading(head)
            }
        return Item(time: time, content: content, moved: moved)
    }

    private func time(_ batch: RecordBatch, _ row: Int) throws(SampleFileError) -> BootInstant {
        if let uptime = batch.number(row, column.uptime) {
            if let time = BootInstant(seconds: uptime) { return time }
        } else if let timestamp = batch.number(row, column.timestamp),
            let offset = BootInstant(seconds: timestamp)
        {
            let (sum, overflow) = start.nanoseconds.addingReportingOverflow(offset.nanoseconds)
            if !overflow { return BootInstant(nanoseconds: sum) }
        }
        throw problem(batch, row, "it has no time that a clock shows in `uptime` or `timestamp`")
    }

    /// Reads the record's step path, and notes a change.
    private mutating func noteStepPath(_ batch: RecordBatch, _ row: Int) {
        guard let path = batch.text(row, column.stepPath), !(path == stepPathBytes) else { return }
        stepPath = path.description
        stepPathBytes = Array(stepPath.utf8)
        hasMoved = true
    }

    private mutating func channel(
        of name: RecordText,
        _ batch: RecordBatch,
        _ row: Int
    ) throws(SampleFileError) -> Int {
        // Sensor types take turns, so the last channel or the next one is the most likely.
        for step in 0..<16 {
            let channel = (lastChannel + step) & 15
            if !names[channel].isEmpty, name == names[channel] {
                lastChannel = channel
                return channel
            }
        }
        throw problem(batch, row, "its sensorType \"\(name)\" is none of \(subject)")
    }

    /// A wanted channel to report a gap in, if the gap names an unwanted channel but may affect any; otherwise `nil`.
    private func stand(in batch: RecordBatch, _ row: Int) -> Int? {
        guard batch.integer(row, column.lost) != nil,
            let name = batch.text(row, column.reason)?.description,
            let reason = GapReason(rawValue: name), isOfAnyChannel(reason)
        else { return nil }
        return firstWanted
    }

    private func gap(
        _ head: RecordedHead,
        _ lost: Int64,
        _ batch: RecordBatch,
        _ row: Int
    ) throws(SampleFileError) -> Item.Content {
        guard lost > 0 else { throw problem(batch, row, "it says that \(lost) samples were lost") }
        let name = batch.text(row, column.reason)?.description ?? ""
        guard let reason = GapReason(rawValue: name) else {
            throw problem(batch, row, "its reason \"\(name)\" for a gap is unknown")
        }
        return .gap(head, lost: lost, reason)
    }

    private func mark(_ batch: RecordBatch, _ row: Int) -> RecordedMark {
        let date = batch.text(row, column.timestampDate)
            .flatMap { TimestampText.parse($0.description)?.instant }
        return RecordedMark(
            isRecord: true,
            stepPath: stepPath,
            date: date,
            name: batch.text(row, column.marker)?.description
        )
    }

    /// The error for a record that no recorder writes.
    @usableFromInline
    func problem(_ batch: RecordBatch, _ row: Int, _ what: String) -> SampleFileError {
        SampleFileError(
            .foreign,
            path: file,
            byteOffset: batch.byteOffset(row),
            record: batch.firstRecord + row,
            what: what,
            remedy:
                "replay files that `footfall record` wrote; `footfall check` tells which are not"
        )
    }
}
