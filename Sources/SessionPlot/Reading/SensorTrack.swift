// Collects the data of one sensor while its file is read once: the range of its values over time or their spectrum,
// gaps, and foot contacts.

internal import Gait
internal import Plotting
internal import SampleFile
internal import SystemCalls

/// One sensor of a file.
struct SensorTrack {
    /// One of its values.
    struct Channel {
        var column: PlotColumns.Column
        var envelope: Envelope
        var spectrum: Periodogram?
        /// The time of its last value, and whether samples are missing since.
        fileprivate var last: Int64?
        fileprivate var followsLoss = false

        fileprivate mutating func add(_ value: Double, at time: Int64, longestStep: Double) {
            let step = last.map { Double(time) - Double($0) } ?? 0
            let followsBreak = followsLoss || step > longestStep
            followsLoss = false
            last = max(last ?? time, time)
            if spectrum != nil {
                spectrum?.add(value, at: time, followsBreak: followsBreak)
            } else {
                envelope.add(value, at: time, followsBreak: followsBreak)
            }
        }
    }

    let name: String
    let bytes: [UInt8]
    let unit: String?
    let isEvent: Bool
    private(set) var channels: [Channel?]
    /// How many channels have values.
    private(set) var curves = 0
    private(set) var gaps: Stretches
    private(set) var events: Stretches
    private(set) var contacts: ContactTrack?
    /// How many samples are missing; does not count pauses of the recorder.
    private(set) var missing: Int64 = 0
    /// How many samples are missing in gaps that lie only partly in the requested time.
    private(set) var missingAcross: Int64 = 0
    /// How many values were dropped because they are not finite.
    private(set) var refused = 0
    /// The present gap: its start, the number of missing samples, and whether it is shown; gaps in a paused recorder
    /// are not.
    private var gap: (start: Int64, count: Int64, isShown: Bool)?
    /// Values further apart are not joined by a line.
    private var longestStep: Double?
    private var last: Int64?
    /// The first intervals between samples, to derive the rate if the session does not state it.
    private var steps: [Int64] = []
    private var options: PlotOptions
    private let windowLength: Int

    /// The number of intervals from which the rate is derived.
    private static let mostSteps = 65
    private static let longestStepInPeriods = 10.0

    /// A sensor without samples.
    init(
        _ name: String,
        _ columns: PlotColumns,
        rate: Double?,
        meaning: String?,
        isEvent: Bool,
        contacts: ContactTrack?,
        _ options: PlotOptions
    ) {
        (self.name, bytes) = (name, Array(name.utf8))
        unit = PlotColumns.unit(ofSensor: name, meaning: meaning)
        self.isEvent = isEvent
        channels = Array(repeating: nil, count: columns.columns.count)
        gaps = Stretches(capacity: options.resolution)
        events = Stretches(capacity: options.resolution)
        longestStep = rate.map { Self.longestStepInPeriods * 1e9 / $0 }
        windowLength = Periodogram.windowLength(rateInHertz: rate)
        self.contacts = contacts
        self.options = options
    }

    /// True if there is nothing to draw.
    var isEmpty: Bool {
        events.count == 0 && gaps.count == 0 && missing == 0 && missingAcross == 0
            && curves == 0
    }

    /// Processes a sample.
    mutating func take(
        _ batch: RecordBatch,
        _ row: Int,
        at time: Int64,
        _ columns: PlotColumns
    ) {
        endGap(at: time)
        learnRate(at: time)
        contacts?.take(batch, row, at: time)
        guard options.contains(time) else { return }
        guard !isEvent else { return events.add(time...time) }
        for (place, column) in columns.columns.enumerated() {
            let value =
                column.isInteger
                ? batch.integer(row, column.place).map(Double.init)
                : batch.number(row, column.place)
            guard let value else { continue }
            guard value.isFinite else {
                refused += 1
                continue
            }
            if channels[place] == nil {
                channels[place] = makeChannel(column)
                curves += 1
            }
            channels[place]?.add(value, at: time, longestStep: longestStep ?? .infinity)
        }
    }

    private mutating func learnRate(at time: Int64) {
        guard longestStep == nil else { return }
        if let last, time > last { steps.append(time.subtractingClamped(last)) }
        last = time
        guard steps.count == Self.mostSteps else { return }
        longestStep = Self.longestStepInPeriods * Double(steps.sorted()[steps.count / 2])
    }

    private func makeChannel(_ column: PlotColumns.Column) -> Channel {
        Channel(
            column: column,
            envelope: Envelope(capacity: options.resolution),
            spectrum: options.isSpectrum ? Periodogram(windowLength: windowLength) : nil
        )
    }

    /// Limits the number of intervals of each curve.
    mutating func limit(to resolution: Int) {
        options.resolution = resolution
        for place in channels.indices { channels[place]?.envelope.limit(to: resolution) }
    }

    /// Notes that samples are missing from an instant on.
    mutating func lose(_ count: Int64, at time: Int64, isWanted: Bool) {
        for place in channels.indices { channels[place]?.followsLoss = true }
        if let gap, gap.isShown != isWanted { endGap(at: time) }
        let before = gap ?? (time, 0, isWanted)
        gap = (before.start, before.count.addingClamped(max(0, count)), isWanted)
    }

    private mutating func endGap(at time: Int64) {
        guard let gap else { return }
        self.gap = nil
        let whole = min(gap.start, time)...max(gap.start, time)
        guard gap.isShown, let shown = options.part(of: whole) else { return }
        gaps.add(shown)
        if shown == whole {
            missing = missing.addingClamped(gap.count)
        } else {
            missingAcross = missingAcross.addingClamped(gap.count)
        }
    }

    /// Ends the sensor; an open gap lasts until the end.
    ///
    /// - Parameters:
    ///   - end: The time of the file's last record.
    ///   - isStopped: True if the recording was stopped then. If not, nothing shows how long the gap lasted, so it is
    ///     at least as long as its samples would have taken at the sensor's rate.
    mutating func finish(at end: Int64, isStopped: Bool) {
        if let gap {
            let least = isStopped ? 0 : nanoseconds(ofSamples: gap.count)
            endGap(at: max(end, gap.start.addingClamped(least)))
        }
        contacts?.finish()
    }

    /// The time that samples take; 0 if the rate is unknown.
    private func nanoseconds(ofSamples count: Int64) -> Int64 {
        guard let longestStep, count > 0 else { return 0 }
        let time = Double(count) * longestStep / Self.longestStepInPeriods
        return Int64(min(time, FileTracks.latest))
    }
}
