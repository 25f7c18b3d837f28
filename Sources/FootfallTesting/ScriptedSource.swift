// A sensor for tests: it delivers scripted readings, losses and failures, which no real sensor produces on command.

public import MotionRecorder
public import SampleStream
public import Timebase

/// A motion sensor that follows a script.
///
/// Without an `end` or a `fail` act it stays open without readings until it is stopped, as a device does.
public final class ScriptedSource: SampleSource {
    public typealias Sample = MotionSample

    /// One thing that the sensor does; times are relative to the opening of the sensor.
    public enum Act: Sendable {
        /// Delivers a reading of three axes.
        case give(MotionSensorType, at: Duration, x: Double, y: Double, z: Double)
        /// Reports `count` readings as lost.
        case lose(MotionSensorType, at: Duration, count: Int64)
        /// Fails with an error.
        case fail(at: Duration, any Error)
        /// Ends: the sensor has no more readings.
        case end(at: Duration)
    }

    private let acts: [Act]
    private let timekeeper: any Timekeeper
    private let failsToOpen: (any Error)?
    private var opening: BootInstant

    /// Creates a sensor that performs these acts in order.
    public init(
        _ acts: [Act],
        timekeeper: any Timekeeper,
        failingToOpen failure: (any Error)? = nil
    ) {
        self.acts = acts
        self.timekeeper = timekeeper
        failsToOpen = failure
        opening = timekeeper.now
    }

    /// The acts of a sensor whose readings follow a function of time, in seconds since its opening.
    public static func acts(
        of type: MotionSensorType,
        rateInHertz: Double,
        lasting duration: Duration,
        _ values: (Double) -> SIMD3<Double>
    ) -> [Act] {
        let count = Int((duration / .seconds(1) * rateInHertz).rounded(.up))
        return (0..<count).map { index in
            let seconds = Double(index) / rateInHertz
            let value = values(seconds)
            return .give(type, at: .seconds(seconds), x: value.x, y: value.y, z: value.z)
        }
    }

    public var waitsForRoom: Bool { true }

    public func open(until stop: StopSignal) throws -> SourceDescription {
        if let failsToOpen { throw failsToOpen }
        opening = timekeeper.now
        var description = SourceDescription(name: "script", kind: "test", clock: "boottime")
        description.isPaced = true
        return description
    }

    public func capture(
        into sink: inout SampleSink<MotionSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        let pace = Pace(timekeeper: timekeeper, stop: stop)
        for act in acts {
            let time = opening.advanced(by: act.time)
            guard pace.mayPass(time) else { return .stopped }
            switch act {
            case .give(let type, _, let x, let y, let z):
                sink.deliver(MotionSample(type, at: time, x: x, y: y, z: z))
            case .lose(let type, _, let count):
                sink.noteLoss(channel: type.channel, at: time, count: count, reason: .device)
            case .fail(_, let error):
                throw error
            case .end:
                return .exhausted(at: time)
            }
        }
        _ = pace.mayPass(BootInstant(nanoseconds: .max))
        return .stopped
    }

    public func close() {}
}

extension ScriptedSource.Act {
    fileprivate var time: Duration {
        switch self {
        case .give(_, let time, _, _, _), .lose(_, let time, _), .fail(let time, _),
            .end(let time):
            time
        }
    }
}
