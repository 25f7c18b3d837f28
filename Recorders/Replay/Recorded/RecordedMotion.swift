// From a record of a motion file back to the item of the stream that it was made from. What no
// recorder of ours writes is an error with the record's number, never a guess.

internal import MotionRecorder
internal import SampleFile
internal import SampleStream
internal import Timebase

/// Turns records into items of a stream; keeps the step path, which samples do not carry.
struct RecordedMotion {
    private let file: String
    private let start: BootInstant
    private let isWanted: [Bool]
    private var stepPathBytes: [UInt8] = []
    private(set) var stepPath = ""
    /// The step path has changed, and no item has said so yet.
    private var hasMoved = false
    private var lastChannel = 0

    /// What one record says.
    struct Item {
        enum Content {
            case sample(MotionSample)
            case mark(RecordedMark)
            /// A type of sensor that is not wanted.
            case leftOut
        }

        var time: BootInstant
        var content: Content
        /// The step path changed here, without a record of its own.
        var moved: RecordedMark?
    }

    private typealias Column = MotionFormat.Column
    private static let typeNames = (0..<16).map {
        Array((MotionSensorType(channel: $0)?.rawValue ?? "").utf8)
    }

    init(file: String, start: BootInstant, types: Set<MotionSensorType>) {
        self.file = file
        self.start = start
        isWanted = (0..<16).map { MotionSensorType(channel: $0).map(types.contains) ?? false }
    }

    mutating func item(_ batch: RecordBatch, _ row: Int) throws(SampleFileError) -> Item {
        let time = try time(batch, row)
        noteStepPath(batch, row)
        guard let typeName = batch.text(row, Column.sensorType) else {
            hasMoved = false
            return Item(time: time, content: .mark(mark(batch, row)))
        }
        let channel = try channel(of: typeName, batch, row)
        // A move within what is left out is told with the next sample that is not.
        guard isWanted[channel] else { return Item(time: time, content: .leftOut) }
        let moved =
            hasMoved
            ? RecordedMark(isRecord: false, stepPath: stepPath, date: nil, name: nil) : nil
        hasMoved = false
        let sample =
            if let lost = batch.integer(row, Column.lost) {
                try gap(channel, time, lost, batch, row)
            } else {
                try reading(channel, time, batch, row)
            }
        return Item(time: time, content: .sample(sample), moved: moved)
    }

    private func time(_ batch: RecordBatch, _ row: Int) throws(SampleFileError) -> BootInstant {
        if let uptime = batch.number(row, Column.uptime) {
            if let time = BootInstant(seconds: uptime) { return time }
        } else if let timestamp = batch.number(row, Column.timestamp),
            let offset = BootInstant(seconds: timestamp)
        {
            let (sum, overflow) = start.nanoseconds.addingReportingOverflow(offset.nanoseconds)
            if !overflow { return BootInstant(nanoseconds: sum) }
        }
        throw problem(batch, row, "it has no time that a clock shows in `uptime` or `timestamp`")
    }

    /// Takes the record's step path, and notes whether it is another than before.
    private mutating func noteStepPath(_ batch: RecordBatch, _ row: Int) {
        guard let path = batch.text(row, Column.stepPath), !(path == stepPathBytes) else { return }
        stepPath = path.description
        stepPathBytes = Array(stepPath.utf8)
        hasMoved = true
    }

    private mutating func channel(
        of name: RecordText,
        _ batch: RecordBatch,
        _ row: Int
    ) throws(SampleFileError) -> Int {
        // Types come by turns: the next one is the likeliest, or the same again.
        for step in 0..<16 {
            let channel = (lastChannel + step) & 15
            let known = Self.typeNames[channel]
            if !known.isEmpty, name == known {
                lastChannel = channel
                return channel
            }
        }
        throw problem(batch, row, "its sensorType \"\(name)\" is none of motion")
    }

    private func reading(
        _ channel: Int,
        _ time: BootInstant,
        _ batch: RecordBatch,
        _ row: Int
    ) throws(SampleFileError) -> MotionSample {
        let axes = (
            batch.number(row, Column.x), batch.number(row, Column.y), batch.number(row, Column.z)
        )
        var sample = MotionSample(
            channel: channel,
            at: time,
            x: axes.0 ?? 0,
            y: axes.1 ?? 0,
            z: axes.2 ?? 0
        )
        switch axes {
        case (_?, _?, _?): break
        case (nil, nil, nil): sample.hasAxes = false
        default: throw problem(batch, row, "it has some of x, y and z, but not all")
        }
        if let w = batch.number(row, Column.w) {
            sample.w = w
            sample.hasW = true
        }
        if let heading = batch.number(row, Column.heading) {
            sample.heading = heading
            sample.hasHeading = true
        }
        if let accuracy = batch.integer(row, Column.eventAccuracy) {
            guard let value = Int8(exactly: accuracy) else {
                throw problem(batch, row, "its eventAccuracy \(accuracy) is none")
            }
            sample.eventAccuracy = Int(value)
        }
        if let name = batch.text(row, Column.referenceCoordinate) {
            guard let reference = ReferenceCoordinate(rawValue: name.description) else {
                throw problem(batch, row, "its referenceCoordinate \"\(name)\" is unknown")
            }
            sample.referenceCoordinate = reference
        }
        return sample
    }

    private func gap(
        _ channel: Int,
        _ time: BootInstant,
        _ lost: Int64,
        _ batch: RecordBatch,
        _ row: Int
    ) throws(SampleFileError) -> MotionSample {
        guard lost > 0 else { throw problem(batch, row, "it says that \(lost) samples were lost") }
        let name = batch.text(row, Column.reason)?.description ?? ""
        guard let reason = GapReason(rawValue: name) else {
            throw problem(batch, row, "its reason \"\(name)\" for a gap is unknown")
        }
        return .gap(
            channel: channel,
            at: time,
            lost: lost,
            reason: reason,
            isEstimated: batch.boolean(row, Column.estimated) ?? false
        )
    }

    private func mark(_ batch: RecordBatch, _ row: Int) -> RecordedMark {
        let date = batch.text(row, Column.timestampDate)
            .flatMap { TimestampText.parse($0.description)?.instant }
        return RecordedMark(
            isRecord: true,
            stepPath: stepPath,
            date: date,
            name: batch.text(row, Column.marker)?.description
        )
    }

    private func problem(_ batch: RecordBatch, _ row: Int, _ what: String) -> SampleFileError {
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
