// Finds the sensors and the time range of a table at a common rate. These are known only at the end of the files, so
// the files are read once before the export.

internal import RecorderKinds
internal import SampleFile
internal import SessionFolder
internal import SystemCalls

/// A sensor to be aligned.
struct AlignedStream: Sendable {
    let file: SessionManifest.File
    let columns: RecordColumns
    let sensor: String
    /// The columns that its samples fill, in the order of the records.
    fileprivate(set) var places: [Int] = []
    fileprivate(set) var samples = 0
    fileprivate(set) var lost = 0
    /// The instants of the first and the last sample that are in order of time, in nanoseconds of boot time.
    fileprivate(set) var first = Int64.max
    fileprivate(set) var last = Int64.min
    /// The requested or configured rate, in hertz.
    fileprivate(set) var nominalRate: Double?
    fileprivate(set) var measuredRate: Double?
    fileprivate var order = TimeOrder<AlignedReading>(longestGap: 0)

    /// The measured rate; if there is none the nominal one, or else the one by the number of samples.
    var nativeRate: Double? {
        let length = Double(last.subtractingClamped(first)) / 1e9
        return measuredRate ?? nominalRate
            ?? (samples > 1 && length > 0 ? Double(samples - 1) / length : nil)
    }

    /// Readings further apart than this many periods are not interpolated; so one missing reading is bridged.
    static let periodsBetween = 2.5

    /// The same limit in nanoseconds; 0 for a sensor without a known rate.
    ///
    /// A sensor may be slower than requested, so the lower of the rates counts.
    var longestGap: Int64 {
        let rates = [nominalRate, nativeRate].compactMap { $0 }.filter { $0 > 0 }
        guard let rate = rates.min() else { return 0 }
        return Int64(min(Self.periodsBetween * 1e9 / rate, 9e18).rounded())
    }

    /// Notes a reading that is in order of time.
    fileprivate mutating func note(_ reading: AlignedReading?) {
        guard let reading else { return }
        first = min(first, reading.instant)
        last = max(last, reading.instant)
    }

    /// The rule of each column.
    var methods: [AlignmentMethod] {
        let names = places.map { columns.schema.columns[$0].name }
        let isOrientation =
            BIDSChannel.isOrientation(sensor) && Self.parts.allSatisfy(names.contains)
        return zip(places, names).map { place, name in
            guard columns.schema.columns[place].kind == .number else { return .previous }
            if AlignmentMethod.turns[name] != nil { return .angle }
            return isOrientation && Self.parts.contains(name) ? .quaternion : .linear
        }
    }

    /// The full turn of each column that is a cyclic angle.
    var turns: [Double?] {
        zip(places, methods).map { place, method in
            method == .angle ? AlignmentMethod.turns[columns.schema.columns[place].name] : nil
        }
    }

    private static let parts = ["x", "y", "z", "w"]
}

/// The sensors of a session to be aligned.
struct AlignedSurvey {
    private(set) var streams: [AlignedStream] = []
    /// What the table does not contain.
    private(set) var left: [ExportReport.Left]
    /// The total number of missing samples.
    private(set) var lost = 0

    /// The largest number of sensors.
    static let mostSensors = 256

    /// Columns that do not become columns of the table: times, and those of records other than samples.
    private static let toldOtherwise: Set = [
        "uptime", "timestamp", "stepPath", "timestampDate", "sensorType", "lost", "reason",
        "marker", "estimated",
    ]

    /// Reads a session.
    init(_ session: Session, _ kinds: [any RecorderKind]) throws {
        left = session.notExported
        for file in session.sampleFiles {
            try session.requirePlain(file)
            let columns = try session.columns(of: file, by: kinds, to: "export it")
            if kinds.kind(of: file)?.recordsEvents == true {
                left.append(
                    ExportReport.Left(
                        name: file.path,
                        why: "it has events, which happen at no rate: export it without --align"
                    )
                )
            } else {
                try read(file, of: session, columns)
            }
        }
    }

    private mutating func read(
        _ file: SessionManifest.File,
        of session: Session,
        _ columns: RecordColumns
    ) throws {
        let own = columns.schema.columns.indices.filter {
            !Self.toldOtherwise.contains(columns.schema.columns[$0].name)
        }
        var account = ExportAccount()
        var marksAndMoves = 0
        var names = SensorNames()
        var found: [AlignedStream] = []
        var counts: [ExportAccount] = []
        var reader = try session.reader(of: file, schema: columns.schema)
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                let kind = columns.kind(of: batch, row)
                let instant = columns.instant(batch, row)
                account.note(kind)
                if kind == .mark || kind == .move { marksAndMoves += 1 }
                if instant == nil { account.withoutTime += 1 }
                guard let name = batch.text(row, columns.sensorType) else { continue }
                let place = names.note(name)
                if place == found.count {
                    guard streams.count + place < Self.mostSensors else {
                        throw Self.tooMany(at: session.path(of: file))
                    }
                    found.append(Self.stream(names.names[place], file, columns, session))
                    counts.append(ExportAccount())
                }
                counts[place].note(kind)
                guard kind == .sample, let instant else { continue }
                found[place].samples += 1
                let reading = AlignedReading(instant: instant, values: [])
                found[place].note(found[place].order.take(reading))
                for column in own
                where !found[place].places.contains(column)
                    && batch.has(row, column, of: columns.schema)
                {
                    found[place].places.append(column)
                }
            }
        }
        account.undeclared = reader.undeclared
        for place in found.indices {
            found[place].places.sort()
            found[place].note(found[place].order.finish())
            found[place].lost = counts[place].lost
        }
        streams += found.filter { $0.samples > 0 }
        left += account.left(of: file, beside: columns)
        if marksAndMoves > 0 {
            left.append(
                ExportReport.Left(
                    name: file.path,
                    why:
                        "marks and steps, which happen at no rate: \(marksAndMoves); export it without --align"
                )
            )
        }
        lost = lost.addingClamped(account.lost)
    }

    private static func stream(
        _ sensor: String,
        _ file: SessionManifest.File,
        _ columns: RecordColumns,
        _ session: Session
    ) -> AlignedStream {
        var stream = AlignedStream(file: file, columns: columns, sensor: sensor)
        let told = file.sensors.first { $0.sensorType == sensor }
        stream.nominalRate = told?.nominalRateInHertz ?? session.device(of: file)?.rate(of: sensor)
        stream.measuredRate = told?.measuredRateInHertz
        stream.order = TimeOrder(longestGap: stream.longestGap)
        return stream
    }

    private static func tooMany(at path: String) -> SessionError {
        SessionError(
            "the session has more than \(mostSensors) sensors, which no table can show",
            where: path,
            remedy: "see with `footfall info` which sensors it names"
        )
    }
}
