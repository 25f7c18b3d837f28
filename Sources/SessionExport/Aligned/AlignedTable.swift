// Writes the table at a common rate, and its sidecar: for each column its source, the rule that fills it, and how many
// of its cells were measured.

internal import RecorderKinds
internal import SampleFile
internal import SessionFolder
internal import Timebase

/// Writes the rows of a table at a common rate.
struct AlignedTable {
    private let streams: [AlignedStream]
    private let sources: [AlignedSource]
    private var sensors: [AlignedSensor]
    /// The column names in the first line, after the times.
    private let headings: [[String]]

    /// The first columns of every row: boot time, and the time since the first row.
    static let times = ["uptime", "time"]

    /// Prepares a table of these sensors.
    init(_ streams: [AlignedStream], of session: Session) throws {
        self.streams = streams
        sources = try streams.map {
            try AlignedSource(
                $0.file,
                of: session,
                $0.columns,
                sensor: $0.sensor,
                places: $0.places
            )
        }
        sensors = streams.map {
            AlignedSensor(methods: $0.methods, longestGap: $0.longestGap, turns: $0.turns)
        }
        var names = DistinctNames(besides: Self.times)
        headings = streams.map { stream in
            stream.places.map { place in
                let key = stream.columns.schema.columns[place].name
                return names.distinct("\(stream.file.stem)_\(stream.sensor)_\(key)")
            }
        }
    }

    private static let blockBytes = 256 << 10

    /// Writes the table in pieces.
    mutating func write(_ grid: AlignmentGrid, to write: ([UInt8]) throws -> Void) throws {
        var lines = WideFile.line(Self.times + headings.joined())
        for row in 0..<grid.count {
            let instant = grid.instant(row)
            lines.append(csv: DecimalSeconds.seconds(fromNanoseconds: instant))
            lines.append(UInt8(ascii: ","))
            lines.append(csv: DecimalSeconds.seconds(fromNanoseconds: instant - grid.first))
            for index in sensors.indices {
                for cell in try sensors[index].cells(at: instant, sources[index].next) {
                    lines.append(UInt8(ascii: ","))
                    lines.append(csv: cell)
                }
            }
            lines.append(UInt8(ascii: "\n"))
            if lines.count >= Self.blockBytes {
                try write(lines)
                lines.removeAll(keepingCapacity: true)
            }
        }
        try write(lines)
        for index in sensors.indices { try sensors[index].finish(sources[index].next) }
    }

    /// Remarks for the user, one a line.
    func notes(_ rate: Double) -> [String] {
        let faster = streams.filter { rate < ($0.nativeRate ?? 0) * 0.999 }
        let names = faster.map { "\($0.file.path) \($0.sensor)" }
        let left = zip(streams, sensors).flatMap { stream, sensor in
            [
                ("readings that are not later than the one before them", sensor.order.late),
                ("readings whose time is far ahead of those behind them", sensor.order.ahead),
            ].filter { $0.1 > 0 }
                .map { "\(stream.file.path) \(stream.sensor): \($0.0) are left out: \($0.1)" }
        }
        let sparse = zip(streams, sensors).filter { $1.rows.filled * 2 < $1.rows.inside }.map {
            "\($0.file.path) \($0.sensor): of \($1.rows.inside) rows from its first reading to its last only "
                + "\($1.rows.filled) have a value: its readings are too far apart to have one between them"
        }
        guard !names.isEmpty else { return left + sparse }
        return left + sparse + [
            "nothing is filtered: at a rate below the sensor's, quick movements look like slow ones (aliasing): "
                + names.joined(separator: ", ")
        ]
    }

    /// The content of the sidecar.
    func sidecar(_ grid: AlignmentGrid, _ clock: SessionClock) -> AlignmentSidecar {
        var columns: [AlignmentSidecar.Column] = []
        for (index, stream) in streams.enumerated() {
            for (place, heading) in headings[index].enumerated() {
                let account = sensors[index].accounts[place]
                columns.append(
                    AlignmentSidecar.Column(
                        name: heading,
                        file: stream.file.path,
                        sensor: stream.sensor,
                        key: stream.columns.schema.columns[stream.places[place]].name,
                        method: sensors[index].methods[place],
                        turn: stream.turns[place],
                        nativeRateInHertz: stream.nativeRate,
                        longestGapInSeconds: Double(stream.longestGap) / 1e9,
                        samples: stream.samples,
                        lost: stream.lost,
                        leftOut: sensors[index].order.late + sensors[index].order.ahead,
                        recorded: account.recorded,
                        interpolated: account.between,
                        empty: account.empty
                    )
                )
            }
        }
        return AlignmentSidecar(
            rateInHertz: grid.rate,
            rows: grid.count,
            firstUptime: DecimalSeconds.seconds(fromNanoseconds: grid.first),
            firstDate: BIDSDataset.date(clock.timeOfDay(at: grid.first)),
            columns: columns
        )
    }
}
