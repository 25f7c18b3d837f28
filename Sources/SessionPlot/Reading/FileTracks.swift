// Reads one file of a session once, from beginning to end, for a plot.

internal import Gait
internal import PlainWords
internal import Plotting
internal import RecorderKinds
internal import SampleFile
internal import SessionFolder
internal import SystemCalls

/// The data of a file that the plot needs.
struct FileTracks {
    let file: SessionManifest.File
    private(set) var sensors: [SensorTrack] = []
    private(set) var moments: [Moment] = []
    /// Remarks on what the file contains and the plot does not show.
    private(set) var notes: [String] = []
    /// The names of sensors that are not drawn; of many, the first.
    private(set) var leftOut: Set<String> = []
    private var momentsBeyond = 0
    /// How many samples are missing by records that name no sensor.
    private var missingOfAny: Int64 = 0
    private let columns: PlotColumns
    private let device: SessionManifest.Device?
    private let records: RecordColumns
    private let eventTypes: Set<String>
    private let origin: Int64
    private var options: PlotOptions
    /// The time of the last record.
    private(set) var end: Int64?
    /// The time of the last mark with which the recording was stopped.
    private var stop: Int64?

    /// The latest time in nanoseconds since the session began: a time a century away cannot belong to the session.
    static let latest = 3.2e18
    /// The largest number of sensors drawn from one file.
    static let mostSensors = 32
    private static let mostMoments = 500
    private static let coarsest = 1024
    /// The marks with which a recording begins and ends.
    private static let ends: Set<String> = ["start", "stop"]

    /// Prepares a file whose records have these columns.
    init(
        _ file: SessionManifest.File,
        _ records: RecordColumns,
        eventTypes: [String],
        device: SessionManifest.Device?,
        origin: Int64,
        _ options: PlotOptions
    ) {
        self.file = file
        self.records = records
        columns = PlotColumns(records.schema)
        self.eventTypes = Set(eventTypes)
        self.device = device
        (self.origin, self.options) = (origin, options)
    }

    /// Reads the whole file; what was read before an error is kept.
    mutating func read(_ reader: inout SampleFileReader) throws(SampleFileError) {
        defer { finish() }
        while let batch = try reader.nextBatch() {
            for row in 0..<batch.count { take(batch, row) }
        }
    }

    private mutating func take(_ batch: RecordBatch, _ row: Int) {
        guard let instant = records.instant(batch, row) else { return }
        let time = instant.addingClamped(origin == .min ? .max : -origin)
        guard Double(time).magnitude < Self.latest else { return }
        end = max(end ?? time, time)
        switch records.kind(of: batch, row) {
        case .sample:
            guard let place = place(of: batch.text(row, records.sensorType)) else { return }
            let curves = sensors[place].curves
            sensors[place].take(batch, row, at: time, columns)
            if sensors[place].curves != curves { keepWithinBound() }
        case .loss(let count):
            let reason = records.reason.flatMap { batch.text(row, $0) }
            let isWanted = reason.map { !($0 == "paused") } ?? true
            guard let name = batch.text(row, records.sensorType) else {
                // A loss without a sensor may concern any sensor: each shows the gap, and it is counted once.
                for place in sensors.indices {
                    sensors[place].lose(0, at: time, isWanted: isWanted)
                }
                if isWanted, options.contains(time) {
                    missingOfAny = missingOfAny.addingClamped(max(0, count))
                }
                return
            }
            guard let place = place(of: name) else { return }
            sensors[place].lose(count, at: time, isWanted: isWanted)
        case .mark:
            guard let name = records.marker.flatMap({ batch.text(row, $0) })?.description
            else { return }
            if name == "stop" { stop = time }
            guard !Self.ends.contains(name) else { return }
            note(.mark, at: time, name)
        case .move:
            guard let path = records.stepPath.flatMap({ batch.text(row, $0) })?.description
            else { return }
            note(.step, at: time, path.split(separator: "/").last.map(String.init) ?? path)
        }
    }

    /// Limits the total size: the number of curves becomes known only while reading, so the resolution is lowered as
    /// they grow.
    private mutating func keepWithinBound() {
        guard !options.isSpectrum else { return }
        let curves = sensors.reduce(0) { $0 + $1.curves }
        while curves > options.mostStretches / options.resolution,
            options.resolution > Self.coarsest
        {
            options.resolution /= 2
            for place in sensors.indices { sensors[place].limit(to: options.resolution) }
        }
    }

    private mutating func note(_ kind: Moment.Kind, at time: Int64, _ label: String) {
        guard options.contains(time) else { return }
        guard moments.count < Self.mostMoments else {
            momentsBeyond += 1
            return
        }
        moments.append(Moment(kind, at: Double(time) / 1e9, label))
    }

    /// The index of a sensor among those drawn, added if it is new; `nil` if it is not drawn.
    private mutating func place(of name: RecordText?) -> Int? {
        guard let name else { return nil }
        if let place = sensors.firstIndex(where: { name == $0.bytes }) { return place }
        guard leftOut.isEmpty || !leftOut.contains(name.description) else { return nil }
        let text = name.description
        guard options.shows(sensor: text), sensors.count < Self.mostSensors else {
            if leftOut.count < Self.mostSensors { leftOut.insert(text) }
            return nil
        }
        let rate = file.rateInHertz(ofSensor: text, of: device)
        let findsContacts = isAtLowBack && text == "accelerometer" && !options.isSpectrum
        sensors.append(
            SensorTrack(
                text,
                columns,
                rate: rate,
                meaning: file.sensors.first { $0.sensorType == text }?.meaning,
                isEvent: eventTypes.contains(text),
                contacts: findsContacts
                    ? ContactTrack(rateInHertz: rate, columns, options) : nil,
                options
            )
        )
        return sensors.count - 1
    }

    private var isAtLowBack: Bool {
        file.placement.flatMap(GaitPlacement.init(words:)) == .lowBack
    }

    private mutating func finish() {
        let isStopped = stop != nil && stop == end
        for place in sensors.indices {
            sensors[place].finish(at: end ?? 0, isStopped: isStopped)
        }
        if sensors.count == Self.mostSensors, !leftOut.isEmpty {
            notes.append(
                "\(file.path): only the first \(Self.mostSensors) sensors are drawn; "
                    + "name others with --sensor"
            )
        }
        if missingOfAny > 0 {
            let count = Quantity.count(Int(clamping: missingOfAny), "sample", "samples")
            notes.append("\(file.path): \(count) missing; no record names the sensor")
        }
        if columns.beyond > 0 {
            let count = Quantity.count(columns.beyond, "column", "columns")
            notes.append("\(file.path): \(count) beyond the first \(PlotColumns.most) not drawn")
        }
        if isAtLowBack, !options.isSpectrum,
            !sensors.contains(where: { $0.name == "accelerometer" }),
            sensors.contains(where: { $0.name == "userAcceleration" })
        {
            notes.append(
                "\(file.path): foot contacts are drawn for an accelerometer alone; "
                    + "`footfall gait` finds them"
            )
        }
        if momentsBeyond > 0 {
            notes.append("\(file.path): \(momentsBeyond) more marks or steps are not drawn")
        }
    }
}
