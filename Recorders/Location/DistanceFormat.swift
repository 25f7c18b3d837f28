// The records of a distance, with the keys of SageResearch in their order. Unknown values are left out. Latitude
// and longitude are written only if the samples contain them.

public import Recording
public import SampleFile
internal import Synchronization
internal import Timebase

/// Writes fixes as records.
public struct DistanceFormat: SampleFormat {
    public typealias Sample = LocationSample

    /// The columns of every distance file.
    public static let schema = RecordSchema(
        RecordSchema.commonColumns + DistanceColumns.own.map { .init($0, .number) },
        inEveryRecord: RecordSchema.commonColumnsInEveryRecord
    )

    /// The value of `sensorType`.
    static let sensorType = "distance"

    private let columns = DistanceColumns()
    private let name = PreparedText(sensorType)
    private let walk: Walk
    private let motionStep: String?
    private let repeatsTotals: Bool
    private let pedometers: SharedPedometers?

    /// The sum of the walk; the writer's thread adds to it, and the recorder reads it at the end.
    private final class Walk: Sendable {
        let account: Mutex<WalkAccount>
        /// What other recorders' pedometers have counted; `nil` until that is final.
        let steps = Mutex<WalkedSteps?>(nil)

        init(_ account: WalkAccount) { self.account = Mutex(account) }
    }

    /// The format of one file.
    ///
    /// - Parameters:
    ///   - motionStep: The step of the walk; `nil` if the whole recording is the walk.
    ///   - repeatsTotals: Whether to write the recorded totals instead of new ones; a record without a total gets
    ///     none.
    ///   - pedometers: The pedometers of other recorders, if there are any.
    public init(
        motionStep: String?,
        repeatsTotals: Bool = false,
        beside pedometers: SharedPedometers? = nil
    ) {
        walk = Walk(WalkAccount(motionStep: motionStep))
        self.motionStep = motionStep
        self.repeatsTotals = repeatsTotals
        self.pedometers = pedometers
    }

    public var schema: RecordSchema { Self.schema }

    /// The distance walked, in metres; `nil` before the first fix of the walk.
    public var walked: Double? { walk.account.withLock { $0.total } }

    /// What the pedometers have counted in the walk.
    var walkedSteps: WalkedSteps { walk.steps.withLock { $0 } ?? WalkedSteps() }

    /// Waits until the pedometers' accounts are final, and reads them.
    ///
    /// - Parameters:
    ///   - start: When the recording began.
    ///   - end: When it ended.
    func settleSteps(from start: BootInstant, until end: BootInstant) async {
        // A repeated file does not name the step of the walk, so the steps in it cannot be counted.
        guard let pedometers, !repeatsTotals else { return }
        await pedometers.settle(motionStep, from: start, until: end)
        let there = pedometers.pedometers(from: start, to: end)
        // Without a fix, the time of the walk is known only if the walk is the whole recording.
        let whole = motionStep == nil && start <= end ? start...end : nil
        let time = walk.account.withLock { $0.time }
        let steps = WalkedSteps(of: there, in: motionStep, lasting: time ?? whole, until: end)
        walk.steps.withLock { $0 = steps }
    }

    public func name(ofChannel channel: Int) -> String { channel == 0 ? name.text : "unknown" }

    public func meaning(ofChannel channel: Int) -> String? { channel == 0 ? "m" : nil }

    public func plot(ofChannel channel: Int) -> ChannelPlot? {
        guard channel == 0 else { return nil }
        return ChannelPlot(lines: [DistanceColumns.relative], unit: "m", spacing: .seconds(1.5))
    }

    public func plotted(_ reading: LocationSample) -> SIMD4<Float> {
        SIMD4(Float(reading.relativeDistance), 0, 0, 0)
    }

    public func write(
        _ items: UnsafeBufferPointer<LocationSample>,
        by writer: inout StreamWriter<DistanceFormat>
    ) {
        unsafe writer.write(items, by: self)
    }

    public func write(
        _ reading: LocationSample,
        at place: borrowing RecordPlace,
        to file: inout SampleFileWriter
    ) {
        let time = reading.time.nanoseconds
        file.nanosecondsAsSeconds(columns.common.uptime, time)
        file.nanosecondsAsSeconds(columns.common.timestamp, place.timestamp(ofUptime: time))
        file.text(columns.common.stepPath, place.stepPath)
        file.text(columns.common.sensorType, name)
        var reading = reading
        reading.totalDistance = total(after: reading, in: place.stepPath.text)
        for (index, value) in columns.values(of: reading).enumerated() where !value.isNaN {
            file.number(columns.first + index, value)
        }
    }

    private func total(after reading: LocationSample, in stepPath: String) -> Double {
        walk.account.withLock { account in
            guard !repeatsTotals else {
                if !reading.totalDistance.isNaN { account.take(recorded: reading.totalDistance) }
                return reading.totalDistance
            }
            let distance = reading.relativeDistance
            return account.take(distance.isNaN ? nil : distance, in: stepPath, at: reading.time)
                ?? .nan
        }
    }
}

/// The indices of the columns of a distance file.
struct DistanceColumns: Sendable {
    static let relative = "relativeDistance"

    /// The columns after the common ones, in SageResearch's order.
    static let own = [
        "timestampUnix", "horizontalAccuracy", relative, "latitude", "longitude",
        "verticalAccuracy", "altitude", "totalDistance", "course", "bearingRadians", "speed",
    ]

    let common = CommonColumns(in: DistanceFormat.schema)
    let first = RecordSchema.commonColumns.count

    /// The values of these columns.
    func values(of sample: LocationSample) -> [Double] {
        [
            sample.unixTime, sample.horizontalAccuracy, sample.relativeDistance, sample.latitude,
            sample.longitude, sample.verticalAccuracy, sample.altitude, sample.totalDistance,
            sample.course, sample.bearing, sample.speed,
        ]
    }
}
