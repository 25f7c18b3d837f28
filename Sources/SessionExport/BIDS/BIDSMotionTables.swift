// The second pass over a motion file: writes the samples to the tables of its tracking systems, one row for each
// instant, and everything else to the events of each.

internal import RecorderKinds
internal import SampleFile
internal import SessionFolder
internal import SystemCalls
internal import Timebase

/// The tables of a file's tracking systems.
struct BIDSMotionTables {
    let systems: [BIDSSystem]
    let steps: BIDSSteps

    /// The output files of one system.
    struct Outlet {
        var motion: ([UInt8]) throws -> Void
        var events: (String) throws -> Void
    }

    /// A system, and its unwritten rows.
    private struct Growing {
        let system: BIDSSystem
        let places: [BIDSChannelKey: Int]
        var rows: WideRows
        var events = BIDSEvents()
        var account = ExportAccount()

        init(_ system: BIDSSystem) {
            self.system = system
            let channels = system.channels.dropFirst()
            places = Dictionary(
                channels.enumerated().map {
                    (BIDSChannelKey(sensor: $1.sensor ?? "", column: $1.column), $0)
                },
                uniquingKeysWith: { first, _ in first }
            )
            rows = WideRows(columns: channels.count, ofRows: 0, sensors: system.sensors.count)
        }

        /// Writes rows even before all sensors have passed them, if the largest number of rows is waiting.
        mutating func makeRoom(_ outlet: Outlet) throws {
            guard rows.isFull else { return }
            let ready = rows.takeReady()
            try put(ready, [], outlet)
        }

        mutating func put(_ rows: [WideRow], _ events: [BIDSEvents.Event], _ outlet: Outlet) throws
        {
            account.rows += rows.count
            var lines: [UInt8] = []
            for row in rows { append(row, to: &lines) }
            if !rows.isEmpty { try outlet.motion(lines) }
            if !events.isEmpty {
                try outlet.events(events.map { $0.line(after: system.onset) }.joined())
            }
        }

        private func append(_ row: WideRow, to lines: inout [UInt8]) {
            let instant = BootInstant(seconds: row.uptime)?.nanoseconds ?? system.onset
            lines += BIDSTable.seconds(instant.subtractingClamped(system.onset)).utf8
            for cell in row.cells {
                lines.append(UInt8(ascii: "\t"))
                if cell == .empty {
                    lines += BIDSTable.nothing.utf8
                } else {
                    lines.append(csv: cell)
                }
            }
            lines.append(UInt8(ascii: "\n"))
        }
    }

    /// The system of a sensor, and its index in it.
    private struct Home {
        var system: Int
        var sensor: Int
    }

    private struct BIDSChannelKey: Hashable {
        var sensor: String
        var column: String
    }

    /// Writes the tables.
    ///
    /// - Returns: The result of each system.
    /// - Throws: `SampleFileError` if a record cannot be read, and what the outlets throw.
    func write(
        _ file: SessionManifest.File,
        of session: Session,
        _ columns: RecordColumns,
        to outlets: [Outlet]
    ) throws -> [ExportAccount] {
        let record = BIDSRecord(columns)
        let schema = columns.schema
        let names = schema.columns.map(\.name)
        var growing = systems.map(Growing.init)
        var homes: [String: Home] = [:]
        for (index, system) in systems.enumerated() {
            for (number, sensor) in system.sensors.enumerated() {
                homes[sensor.name] = Home(system: index, sensor: number)
            }
        }
        for outlet in outlets { try outlet.events(BIDSTable.line(BIDSEvents.columns)) }
        var reader = try session.reader(of: file, schema: schema)
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count {
                let kind = columns.kind(of: batch, row)
                let sensor = record.sensor(batch, row)
                let home = sensor.flatMap { homes[$0] }
                growing[home?.system ?? 0].account.note(kind)
                guard let uptime = batch.number(row, columns.uptime),
                    let instant = columns.instant(batch, row)
                else { continue }
                if let event = record.event(kind, batch, row, at: instant) {
                    note(event, uptime, of: home, in: &growing)
                    if let home { try growing[home.system].makeRoom(outlets[home.system]) }
                    continue
                }
                guard let sensor, let home else { continue }
                let cells = record.numbers.compactMap { column -> (place: Int, value: WideCell)? in
                    guard let value = record.number(batch, row, column),
                        let place = growing[home.system].places[
                            .init(sensor: sensor, column: names[column])
                        ]
                    else { return nil }
                    return (place, value)
                }
                growing[home.system].rows.add(
                    cells,
                    of: home.sensor,
                    uptime: uptime,
                    timestamp: nil
                )
                try growing[home.system].makeRoom(outlets[home.system])
            }
            for index in growing.indices {
                let (rows, events) = (
                    growing[index].rows.takeReady(), growing[index].events.takeReady()
                )
                try growing[index].put(rows, events, outlets[index])
            }
        }
        for index in growing.indices {
            let (rows, events) = (growing[index].rows.takeAll(), growing[index].events.takeAll())
            try growing[index].put(rows, events, outlets[index])
        }
        return growing.map(\.account)
    }

    /// Adds an event: a loss to its sensor's system, with a row of its own; anything else to all systems.
    private func note(
        _ event: BIDSEvents.Event,
        _ uptime: Double,
        of home: Home?,
        in growing: inout [Growing]
    ) {
        if event.kind == .loss {
            growing[home?.system ?? 0].events.add(event)
            if let home {
                growing[home.system].rows.add(
                    [],
                    of: home.sensor,
                    uptime: uptime,
                    timestamp: nil
                )
            }
            return
        }
        for event in event.andItsStep(steps) {
            for index in growing.indices { growing[index].events.add(event) }
        }
    }
}

extension BIDSEvents.Event {
    /// The event with the duration of its step; for the start of a task's recorder also the step in which it began.
    func andItsStep(_ steps: BIDSSteps) -> [BIDSEvents.Event] {
        var event = self
        switch kind {
        case .step:
            event.duration = steps.duration(from: instant)
            return [event]
        case .start where stepPath?.contains("/") == true:
            var step = self
            (step.kind, step.marker) = (.step, nil)
            step.duration = steps.duration(from: instant)
            event.duration = 0
            return [event, step]
        case .start, .stop, .mark:
            event.duration = 0
            return [event]
        case .loss:
            return [event]
        }
    }
}
