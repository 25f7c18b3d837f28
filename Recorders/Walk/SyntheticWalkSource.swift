// Makes the synthetic walk a source in place of a device. A recorder treats it like a device, except that
// nothing is ever lost.

public import MotionRecorder
public import SampleStream
public import Timebase

/// Delivers what an inertial unit reports during a synthetic walk.
public final class SyntheticWalkSource: SampleSource {
    public typealias Sample = MotionSample

    private var sensor: SyntheticSensor
    private let channels: [Int]
    private let timekeeper: any Timekeeper
    private let duration: Duration?
    private var walkStart: BootInstant?

    /// Creates a source that is not open yet.
    ///
    /// - Parameters:
    ///   - walk: The walk.
    ///   - placement: Where on the body the unit is worn.
    ///   - request: Which of accelerometer, gyro and magnetometer to deliver, and at which rate.
    ///   - timekeeper: Sets the pace.
    ///   - walkStart: The instant of the walk's first sample, not before the recorder starts; by default the
    ///     instant of opening. All sources of one walk should have the same.
    ///   - duration: How long the walk is; by default endless.
    /// - Throws: `SyntheticWalkError` if a walk cannot be sampled at the requested rate.
    public init(
        walk: SyntheticWalk,
        placement: WalkPlacement,
        request: MotionRequest,
        timekeeper: any Timekeeper,
        walkStart: BootInstant? = nil,
        duration: Duration? = nil
    ) throws(SyntheticWalkError) {
        guard let grid = SamplingGrid(rateInHertz: request.rateInHertz) else {
            throw SyntheticWalkError(
                description: "a synthetic walk cannot be sampled at \(request.rateInHertz) Hz; "
                    + "give a rate from 0.001 to 1000000"
            )
        }
        sensor = SyntheticSensor(walk: walk, placement: placement, grid: grid)
        channels = MotionSensorType.raw.filter(request.types.contains).map(\.channel)
        self.timekeeper = timekeeper
        self.walkStart = walkStart
        self.duration = duration
    }

    public var waitsForRoom: Bool { true }

    public func open(until stop: StopSignal) throws -> SourceDescription {
        let start = walkStart ?? timekeeper.now
        walkStart = start
        var description = SourceDescription(
            name: "synthetic walk",
            kind: "synthetic",
            clock: "boottime"
        )
        description.isPaced = true
        description.placement = sensor.placement.rawValue
        for channel in channels {
            description.nominalRatesInHertz[channel] = sensor.grid.rateInHertz
        }
        description.details = try SyntheticTruth(sensor: sensor, walkStart: start).details()
        return description
    }

    public func capture(
        into sink: inout SampleSink<MotionSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        let start = walkStart ?? timekeeper.now
        let end = duration.map { start.advanced(by: $0) } ?? BootInstant(nanoseconds: .max)
        let pace = Pace(timekeeper: timekeeper, stop: stop)
        var index = 0
        while true {
            let offset = sensor.grid.nanoseconds(ofSample: index)
            let time = start.advanced(by: .nanoseconds(offset))
            let due = min(time, end)
            guard pace.mayPass(due) else { return .stopped }
            guard time < end else { return .exhausted(at: end) }
            let reading = sensor.reading(ofSample: index)
            for channel in channels {
                let values =
                    switch channel {
                    case 0: reading.specificForceInG
                    case 1: reading.angularRateInRadiansPerSecond
                    default: reading.magneticFieldInMicrotesla
                    }
                sink.deliver(
                    MotionSample(channel: channel, at: time, x: values.x, y: values.y, z: values.z)
                )
            }
            index += 1
        }
    }

    public func close() {}
}
